"""The product: saving, finding, deriving and correcting memories. Imports graph and below."""
