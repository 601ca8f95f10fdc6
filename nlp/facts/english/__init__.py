"""Rules that read facts from English text."""
