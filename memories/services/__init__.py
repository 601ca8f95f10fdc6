"""Public operations on memories, called by every interface. Imports all packages below."""
