"""Graphs of any size, and what it takes to walk and to measure them."""
