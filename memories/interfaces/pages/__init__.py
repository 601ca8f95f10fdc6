"""Pages about memories: each parses, asks one service or page, and renders."""
