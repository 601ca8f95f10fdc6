"""`/api/graph/`: walks, measures, quality and files."""
