"""Record, change and undo states. Imports records, index and schemas."""
