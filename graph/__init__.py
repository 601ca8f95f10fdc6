"""Links and relations between memories and entities. Imports entities and below."""
