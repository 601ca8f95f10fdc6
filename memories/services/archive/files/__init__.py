"""Archives as files: those that can be downloaded, and those that were sent."""
