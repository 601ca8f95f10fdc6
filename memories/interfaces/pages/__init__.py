"""Pages of the browser: parse, call a service or selector, render; no other imports."""
