"""Compare names: forms, readings, romanization, scores. Imports nlp.text and nlp.types."""
