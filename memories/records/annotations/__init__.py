"""Annotations of saves: words of callers for types, made into known ones or noted (ADR 0029)."""
