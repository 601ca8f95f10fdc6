"""Relatives and pets without a name: what they are to the owner, and where a text speaks of them."""
