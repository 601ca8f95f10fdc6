"""Explain and trace the results of a search. Imports candidates and ranking."""
