"""What was forgotten, by ids alone, so that a restored backup does not bring it back.

The journal holds it, and a file beside the database does: a database that is lost takes its journal
along.
"""
