"""Text basics: scripts, folding, tokens, hashes and shared word lists."""
