"""Find personal data: numbers of persons, cards and accounts, addresses and health."""
