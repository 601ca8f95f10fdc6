"""The database of a data directory: its file, its locks, its migrations."""
