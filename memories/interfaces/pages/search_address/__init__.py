"""The address of a search: its filters, and the search that they and the words describe."""
