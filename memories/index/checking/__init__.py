"""Compare the index tables with the memories and states that they are made from. Imports index."""
