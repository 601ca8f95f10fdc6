"""Enrich saved memories in the background; imports the inbox and every layer below it."""
