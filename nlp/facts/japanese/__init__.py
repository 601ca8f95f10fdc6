"""Rules that read facts from Japanese text."""
