"""Attacks on the product: isolation, input, pages, forged requests, patterns, recalled text."""
