"""Inputs and outputs of a search: query and filters, results, and the trace of each step."""
