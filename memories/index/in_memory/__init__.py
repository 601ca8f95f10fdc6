"""The in-memory index of spaces, loaded from compact rows. Imports models and embeddings.

sqlite-vec and FTS5 are the stores of record. Each process also holds the spaces that it
searches as columns: terms, vectors, speaker, time and neighbors. A search reads the change
number first, so that it sees every committed write of every process.
"""
