"""The plug-in contract of packs, and the built-in packs."""
