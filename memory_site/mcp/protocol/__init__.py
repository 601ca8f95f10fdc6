"""What the protocol itself says: greetings, lists, errors, and where clients look for OAuth."""
