"""Compare names: forms, readings, romanization, scores. Imports nlp.text, nlp.morphology, nlp.readers."""
