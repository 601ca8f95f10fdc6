"""Full-text and vector tables."""
