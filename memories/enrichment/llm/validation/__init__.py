"""Check a language model's answer against its text; imports llm.prompt, llm.response and nlp."""
