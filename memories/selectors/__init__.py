"""Reading what hangs on memories, and how every interface shows it: one module per resource."""
