"""The rules that links and relations obey, and the report of those that do not."""
