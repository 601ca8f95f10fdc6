"""Migrations that fewer ones replaced, for databases that recorded them."""
