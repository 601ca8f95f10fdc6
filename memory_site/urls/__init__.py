"""Addresses of the site and of the API."""
