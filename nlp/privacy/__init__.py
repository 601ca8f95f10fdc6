"""Detect secrets and personal data in texts, and apply a pack's privacy policy."""
