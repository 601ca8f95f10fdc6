"""The pack of work."""
