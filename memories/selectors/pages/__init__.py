"""Read the data of browser and admin pages; may import selectors and the layers below."""
