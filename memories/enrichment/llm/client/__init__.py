"""Send chat completions to an OpenAI-compatible endpoint; imports nlp only."""
