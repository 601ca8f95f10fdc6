"""Database backend, fields, migration operations and maintenance. Imports core.caller and errors."""
