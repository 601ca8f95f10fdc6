"""Proposals for a user to decide; imports knowledge, search and the layers below them."""
