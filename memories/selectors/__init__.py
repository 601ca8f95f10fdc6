"""Read rows and convert them to schemas, one module per resource; writes belong to services."""
