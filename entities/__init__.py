"""People and things: entities, aliases, mentions, types, resolution. Imports accounts, packs, core, nlp."""
