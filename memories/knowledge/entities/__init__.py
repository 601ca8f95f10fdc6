"""Create, update, merge and split entities. Imports records, entities and the journal."""
