"""Pages about a person's privacy: forgetting by a filter, and what else is erased or sealed."""
