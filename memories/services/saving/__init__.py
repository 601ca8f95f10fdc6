"""What a save does beside storing: derive short texts at once, and tell what it changed."""
