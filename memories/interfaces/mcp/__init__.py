"""The tools of the MCP server."""
