"""The steps of an import of a graph: read the file, match what is stored, compare, store."""
