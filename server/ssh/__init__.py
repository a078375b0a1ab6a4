"""SSH: the only package that imports asyncssh."""
