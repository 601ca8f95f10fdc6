"""Features of Japanese statements for comparison."""
