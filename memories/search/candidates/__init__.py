"""Collect candidates from every route and score them by weighted features. Imports query."""
