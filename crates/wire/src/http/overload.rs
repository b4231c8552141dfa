//! What a client hears that comes when all places are taken.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::error_body;

/// How many clients are turned away with words at once. Further ones are just hung up on.
static EXPLAIN_PERMITS: Semaphore = Semaphore::const_new(64);

/// How long to wait for a client to read why.
const EXPLAIN_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) fn refuse_connection(stream: TcpStream, limit: usize) {
    tracing::warn!(limit, "too many connections; a client was turned away");
    if let Ok(place) = EXPLAIN_PERMITS.try_acquire() {
        tokio::spawn(async move {
            let _ = timeout(EXPLAIN_TIMEOUT, explain(stream, limit)).await;
            drop(place);
        });
    }
}

/// Reads on until the client hangs up: closing with something unread would destroy the answer on
/// its way.
async fn explain(mut stream: TcpStream, limit: usize) -> std::io::Result<()> {
    let body = error_body(&format!(
        "all {limit} connections are taken; try again later, or start the server with more \
         --max-connections"
    ));
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
         retry-after: 1\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut unread = [0; 4096];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}
