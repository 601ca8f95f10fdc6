"""Check an installation from the file to the index, and repair a copy of it. Imports services below."""
