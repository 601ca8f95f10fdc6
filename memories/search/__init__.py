"""Search: queries, candidates, ranking, context, log. Imports records."""
