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

    # Only a socket that names its protocol gets TCP_NODELAY from asyncio.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    app = server.streamable_http_app()
    config = uvicorn.Config(app, log_level="warning", timeout_keep_alive=60)
    uvicorn.Server(config).run(sockets=[listener])
