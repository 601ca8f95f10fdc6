"""The graph of memories, entities, tags, contexts and threads, and walks over it."""
