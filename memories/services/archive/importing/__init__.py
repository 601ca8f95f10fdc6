"""Store what an archive holds, say what it contradicts, and take an import back."""
