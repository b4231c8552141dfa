//! One connection: hyper serves HTTP on it, within the limits, until the client or the server ends it.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;

use super::ShutdownSignal;
use crate::WireLimits;

/// hyper does not accept a smaller buffer.
const MIN_BUFFER_BYTES: usize = 8192;

pub(super) struct Connections {
    http: http1::Builder,
    service: TowerToHyperService<Router>,
    stopping: ShutdownSignal,
}

impl Connections {
    pub(super) fn new(router: Router, limits: WireLimits, stopping: ShutdownSignal) -> Connections {
        let mut http = http1::Builder::new();
        // A head that is too long is detected when it is complete or fills the buffer.
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.header_timeout)
            .max_headers(limits.max_headers)
            .max_header_size(limits.max_header_bytes)
            .max_buf_size(limits.max_header_bytes.max(MIN_BUFFER_BYTES));
        Connections { http, service: TowerToHyperService::new(router), stopping }
    }

    pub(super) fn open(&self, stream: TcpStream, permit: OwnedSemaphorePermit) {
        // Without this, small answers are delayed by 40 ms until the client acknowledges.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let held = Arc::new(Mutex::new(Some(permit)));
        let place = HttpConnection { permit: Arc::downgrade(&held) };
        let io = TokioIo::new(PermittedStream { stream, _permit: held });
        let service = self.service.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(place.clone());
            service.call(request)
        });
        let connection = self.http.serve_connection(io, service).with_upgrades();
        let mut stopping = self.stopping.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = stopping.wait() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection failed");
            }
        });
    }
}

/// A stream with its permit. It keeps the permit when a WebSocket takes the stream over, which ends the
/// HTTP connection.
struct PermittedStream {
    stream: TcpStream,
    _permit: SharedPermit,
}

type SharedPermit = Arc<Mutex<Option<OwnedSemaphorePermit>>>;

/// In the extensions of every request: the permit of its connection.
#[derive(Debug, Clone)]
pub struct HttpConnection {
    /// Weak, as the extensions of a request may outlive its connection.
    permit: Weak<Mutex<Option<OwnedSemaphorePermit>>>,
}

impl HttpConnection {
    /// Releases the permit, for an answer that is an event stream: those have a limit of their own. The
    /// connection must close with the stream.
    pub fn release_permit(&self) {
        if let Some(place) = self.permit.upgrade() {
            drop(place.lock().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}

impl AsyncRead for PermittedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for PermittedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
