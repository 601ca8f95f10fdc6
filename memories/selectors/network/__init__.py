"""Read the graph of a caller: paths, neighbors, snapshots, statistics."""
