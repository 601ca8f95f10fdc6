"""Read what each page of the browser shows, in a constant number of queries."""
