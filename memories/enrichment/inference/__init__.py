"""Infer relations and links that nobody stated: once a week, always as questions."""
