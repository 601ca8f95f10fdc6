"""Forget by filter, erase a person, and scan what is stored. Imports erasure and the archive."""
