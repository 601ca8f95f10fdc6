"""Wasurena: composition of the apps into one site."""

__version__ = "0.1.0"
