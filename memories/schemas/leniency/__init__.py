"""Inputs that leave out what they cannot use, and say so."""
