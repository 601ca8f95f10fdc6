"""Create and change people, tokens and preferences."""
