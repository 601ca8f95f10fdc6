"""Measure how well a text answers a question: its words, its kind of answer, and whom it is about."""
