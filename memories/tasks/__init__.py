"""What the worker runs, and when."""
