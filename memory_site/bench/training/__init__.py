"""Train the models that ship with the package; the same files give the same bytes."""
