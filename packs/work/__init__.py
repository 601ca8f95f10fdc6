"""The pack of work. Imports packs and nlp only."""
