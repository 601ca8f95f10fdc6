"""REST API of the app (docs/rest.md); it may import services, selectors, schemas and models."""
