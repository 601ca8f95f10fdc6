"""Pages of the browser; they parse, call services and selectors, and render."""
