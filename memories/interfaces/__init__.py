"""MCP, REST, pages and admin; imports services, selectors and schemas only."""
