"""``wasurena bench``: measure quality and speed in a data directory of its own."""
