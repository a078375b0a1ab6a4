"""The club itself: players, tables and matches, without sockets or screens."""
