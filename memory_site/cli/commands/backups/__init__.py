"""``wasurena backup`` and ``wasurena restore``."""
