"""The process: the lobby, the SSH door and the command line."""
