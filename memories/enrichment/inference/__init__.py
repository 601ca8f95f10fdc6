"""Infer what nobody stated, as questions only: links once a week, ended facts with each message."""
