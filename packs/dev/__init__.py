"""The pack of software development."""
