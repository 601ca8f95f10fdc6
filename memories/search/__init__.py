"""Search: parse a query, collect and rank candidates, explain and log. Imports records and index."""
