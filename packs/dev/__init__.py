"""The pack of software development. Imports packs and nlp only."""
