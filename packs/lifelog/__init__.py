"""The pack of daily life. Imports packs and nlp only."""
