"""The plug-in contract of packs, and the built-in packs. The contract imports core and nlp only."""
