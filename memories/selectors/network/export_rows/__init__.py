"""The rows of an export, read in batches: no cursor stays open while a file is written."""
