"""Ask an optional language model for names, claims and times; imports enrichment.suggestions."""
