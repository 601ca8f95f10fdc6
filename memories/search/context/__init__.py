"""What `build_context` is made of: sources, evidence, packing into a budget, layouts."""
