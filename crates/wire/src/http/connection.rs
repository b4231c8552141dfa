//! One connection: hyper speaks HTTP on it, within the limits, until the client or the server ends.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::OwnedSemaphorePermit;

use super::Stopping;
use crate::Limits;

/// hyper refuses to work with less.
const SMALLEST_BUFFER: usize = 8192;

pub(super) struct Connections {
    http: http1::Builder,
    service: TowerToHyperService<Router>,
    stopping: Stopping,
}

impl Connections {
    pub(super) fn new(router: Router, limits: Limits, stopping: Stopping) -> Connections {
        let mut http = http1::Builder::new();
        // A head that is too long is noticed when it is complete or fills the buffer.
        http.timer(TokioTimer::new())
            .header_read_timeout(limits.header)
            .max_headers(limits.headers)
            .max_header_size(limits.header_bytes)
            .max_buf_size(limits.header_bytes.max(SMALLEST_BUFFER));
        Connections { http, service: TowerToHyperService::new(router), stopping }
    }

    pub(super) fn open(&self, stream: TcpStream, place: OwnedSemaphorePermit) {
        // Without this, small answers wait 40 ms for the client's acknowledgement.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "TCP_NODELAY could not be set");
        }
        let io = TokioIo::new(Placed { stream, _place: place });
        let connection = self.http.serve_connection(io, self.service.clone()).with_upgrades();
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
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
}

/// A stream with its place among the open connections. It keeps the place when a WebSocket takes
/// the stream over, which ends the HTTP connection.
struct Placed {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Placed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Placed {
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
