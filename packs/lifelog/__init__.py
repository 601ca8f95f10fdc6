"""The pack of daily life."""
