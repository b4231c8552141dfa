//! MCP on stdin and stdout.

use std::io;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;

use crate::handler::Server;

/// Serves until the input ends.
pub async fn serve(server: Server) -> io::Result<()> {
    let running = match server.serve(stdio_pipes()).await {
        Ok(running) => running,
        // A client that leaves before it has said anything has done nothing wrong.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    running.waiting().await.map(drop).map_err(io::Error::other)
}
