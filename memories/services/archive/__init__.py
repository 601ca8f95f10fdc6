"""Write all that a person has to one open file, and read it back (``docs/archive.md``)."""
