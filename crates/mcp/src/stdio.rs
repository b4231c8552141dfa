//! MCP on stdin and stdout.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use rmcp::service::ServerInitializeError;
use rmcp::transport::stdio_pipes;
use rmcp::{ServerHandler, ServiceExt};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::McpServer;
use crate::direct::DirectCalls;
use crate::line_transport::LineTransport;

/// Serves until the input ends or `stopped` resolves. Requests in flight are then still answered, for at
/// most some seconds.
pub async fn serve(
    server: McpServer,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let direct = DirectCalls::new(&server, &server.stdio_owner());
    run(server, Some(direct), stopped).await
}

/// The same for any handler of the SDK, to which every request is passed.
pub async fn serve_handler(
    handler: impl ServerHandler,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    run(handler, None, stopped).await
}

async fn run(
    handler: impl ServerHandler,
    direct: Option<DirectCalls>,
    stopped: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (input, output) = streams();
    let input = StoppableInput { input, stopped: Some(Box::pin(stopped)) };
    let running = match handler.serve(LineTransport::new(input, output, direct)).await {
        Ok(running) => running,
        // A client may disconnect before it has sent anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    running.waiting().await.map(drop).map_err(io::Error::other)
}

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

fn streams() -> (Input, Output) {
    #[cfg(unix)]
    if let Some((input, output)) = sockets::open() {
        return (Box::new(input), Box::new(output));
    }
    let (input, output) = stdio_pipes();
    (Box::new(input), Box::new(output))
}

/// Clients on Node.js pass sockets instead of pipes. Both can be read without a thread, but the SDK
/// supports only pipes.
#[cfg(unix)]
mod sockets {
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixStream as Socket;

    use tokio::net::UnixStream;

    pub(super) fn open() -> Option<(UnixStream, UnixStream)> {
        Some((socket(&io::stdin())?, socket(&io::stdout())?))
    }

    fn socket(stream: &impl AsFd) -> Option<UnixStream> {
        let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
        if !file.metadata().ok()?.file_type().is_socket() {
            return None;
        }
        let socket = Socket::from(OwnedFd::from(file));
        socket.set_nonblocking(true).ok()?;
        UnixStream::from_std(socket).ok()
    }
}

/// An input that also ends when the server stops: the SDK then answers the requests that it has.
struct StoppableInput<F> {
    input: Input,
    /// `None` once it has resolved.
    stopped: Option<Pin<Box<F>>>,
}

impl<F: Future<Output = ()>> AsyncRead for StoppableInput<F> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(stopped) = &mut self.stopped
            && stopped.as_mut().poll(cx).is_ready()
        {
            self.stopped = None;
            self.input = Box::new(tokio::io::empty());
        }
        Pin::new(&mut self.input).poll_read(cx, buffer)
    }
}
