"""What is measured, each by a program of its own."""
