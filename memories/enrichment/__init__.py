"""Derive mentions, facts, links and proposals from saved memories."""
