"""Django settings."""
