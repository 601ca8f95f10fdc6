"""The ASGI handler and its threads."""
