"""Commands that write all that a person has to a file, and read it back."""
