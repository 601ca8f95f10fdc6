"""Tools of the MCP server; they may import services, selectors and schemas."""
