"""Migrations that a release of the tests replaced by one of another name."""
