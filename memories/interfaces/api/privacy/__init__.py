"""`/api/privacy/`: forgetting by a filter, its jobs, and what else concerns a person's privacy."""
