"""Kinds of secrets and personal data that are detected."""

SECRETS = frozenset({"private_key", "api_key", "password"})
PERSONAL = frozenset({"phone", "email", "credit_card", "my_number", "iban"})
