"""What a save does beside storing: derive short texts at once, wait, and tell what it changed."""
