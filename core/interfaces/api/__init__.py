"""What the REST API has in common: errors, pages, the caller, the OpenAPI document."""
