"""Score pairs that are not related yet: pure functions on counts and neighbors."""
