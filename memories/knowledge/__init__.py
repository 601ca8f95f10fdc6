"""States, entities, mentions and duplicates: rules for changing derived knowledge. Imports records."""
