"""Create, merge and split entities."""
