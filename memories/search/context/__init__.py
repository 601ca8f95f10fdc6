"""Build the context for an assistant: sources, evidence, packing, layout. Imports filters."""
