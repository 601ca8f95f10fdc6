"""The numbers of the dashboards: pure reads, a constant number of queries."""
