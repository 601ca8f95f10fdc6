"""Basics of text: scripts, folding, sentences, numerals, index words, and the shared lexicon."""
