"""The list of entities and its stylesheet. Imports entities, accounts and core."""
