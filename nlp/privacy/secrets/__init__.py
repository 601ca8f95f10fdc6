"""Find what gives access: keys, tokens, passwords, codes and answers."""
