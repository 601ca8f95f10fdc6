"""Keeping states: what equals what, what replaces what, and what stays for a person to decide."""
