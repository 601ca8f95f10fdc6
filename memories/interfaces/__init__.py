"""Adapters: REST, pages, admin and MCP; they may import services, selectors and schemas."""
