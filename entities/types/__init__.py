"""Entity types: catalog, changes, attribute rules, types of packs. Imports models, schemas, core, packs."""
