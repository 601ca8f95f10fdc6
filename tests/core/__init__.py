"""The journal by itself."""
