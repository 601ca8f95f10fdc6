"""Full-text and vector tables, and search documents. Imports in_memory and embeddings."""
