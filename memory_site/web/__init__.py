"""Labels, times and excerpts that pages share."""
