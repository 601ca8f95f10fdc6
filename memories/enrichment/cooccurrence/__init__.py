"""Find co-occurring entities and store their relations; imports enrichment.storage and the inbox."""
