"""Plan and run the erasure of memories over every table. Imports inbox, search and index."""
