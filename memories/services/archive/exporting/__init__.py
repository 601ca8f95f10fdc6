"""Write all that a person has, or a part of it, to an archive."""
