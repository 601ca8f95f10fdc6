"""Reports of the search benchmarks: rankings, and what is known or not."""
