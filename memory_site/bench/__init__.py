"""``wasurena bench``: how well and how fast the product finds, measured on its real paths."""
