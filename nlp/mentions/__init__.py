"""Find the people, places, things and times that a text names, without a database.

Nothing is imported here: others need only the lists of words.
"""
