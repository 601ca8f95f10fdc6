"""Django backend on sqlcipher3, which loads sqlite-vec. Imports core.db only."""
