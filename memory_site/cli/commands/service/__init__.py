"""``wasurena service``: start the server whenever its person logs in."""
