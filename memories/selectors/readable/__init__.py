"""Memories as files for people and other programs: Markdown, CSV, JSON-LD."""
