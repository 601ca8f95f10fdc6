"""The curation inbox: what waits for a person, what deciding does, and how it is taken back."""
