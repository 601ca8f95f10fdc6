"""Measures of a graph that is held in arrays: centrality, communities, structure. No models."""
