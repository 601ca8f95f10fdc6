"""REST and admin of relations and their types. Imports graph, entities, accounts, packs and core."""
