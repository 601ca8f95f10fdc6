"""Data sets that benchmarks use: questions, labelled names, synthetic memories."""
