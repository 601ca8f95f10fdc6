"""Django database backend on sqlcipher3 with sqlite-vec loaded on every connection."""
