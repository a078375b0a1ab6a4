"""The store: accounts, logs of matches, history and ratings, in SQLite or PostgreSQL."""
