//! Refuses connections beyond the limit, with an explanation.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::error_body;

/// How many refused clients get an explanation at once. Further connections are just closed.
static EXPLAIN_PERMITS: Semaphore = Semaphore::const_new(64);

/// How long a client may take to read the explanation.
const EXPLAIN_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) fn refuse_connection(stream: TcpStream, limit: usize) {
    tracing::warn!(limit, "too many connections; refused a client");
    if let Ok(permit) = EXPLAIN_PERMITS.try_acquire() {
        tokio::spawn(async move {
            let _ = timeout(EXPLAIN_TIMEOUT, explain(stream, limit)).await;
            drop(permit);
        });
    }
}

/// Reads until the client closes the connection: closing it with unread data would discard the answer.
async fn explain(mut stream: TcpStream, limit: usize) -> std::io::Result<()> {
    let body = error_body(&format!(
        "all {limit} connections are in use; try again later, or start the server with a larger \
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
