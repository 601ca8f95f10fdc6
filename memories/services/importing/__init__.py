"""Import memories from JSON lines, and the demonstration data. Imports services.save."""
