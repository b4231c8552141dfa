"""An echo on the official Python SDK: `python echo.py stdio`, or `http` on any free port."""

import socket
import sys

from mcp.server import MCPServer

server = MCPServer("echo")


@server.tool()
def echo(message: str) -> str:
    """Says it again."""
    return message


if sys.argv[1] == "stdio":
    server.run("stdio")
else:
    import uvicorn

    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    config = uvicorn.Config(server.streamable_http_app(), log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])
