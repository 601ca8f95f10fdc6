"""Full-text and vector tables in SQLite: FTS5 and sqlite-vec. A second engine has a package beside it."""
