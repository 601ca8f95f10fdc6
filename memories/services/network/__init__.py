"""Change what belongs to the graph: layouts, analyses, cleaning, imports."""
