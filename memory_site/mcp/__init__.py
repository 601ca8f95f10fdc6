"""The MCP interface: tools of the apps, served beside Django in one ASGI process.

``registry`` collects the tools, ``endpoint`` serves them at ``/mcp``, ``stdio``
bridges a client that speaks over pipes to the running daemon (docs/mcp.md).
Importing this package does nothing, so that the bridge starts without Django.
"""
