"""The trained network that reads facts beside the rules."""
