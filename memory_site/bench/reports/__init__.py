"""Turn measurements into tables and data."""
