"""A garden diary: plants, beds, sowing and harvest."""
