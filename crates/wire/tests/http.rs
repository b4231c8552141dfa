//! The HTTP server over real sockets, with handlers that are slow, endless or broken.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use scenewright_wire::http::{self, AccessGuard, ShutdownSignal};
use scenewright_wire::{AnswerFuture, ClientIdentity, Service, WireLimits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

const SOON: Duration = Duration::from_secs(20);

/// A dialect that answers when it is allowed to, and reports every client that stopped waiting.
#[derive(Default)]
struct Slow {
    asked: Notify,
    go: Notify,
    left: Arc<Notify>,
}

struct TellOnDrop(Arc<Notify>);

impl Drop for TellOnDrop {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Service for Slow {
    fn answer<'a>(&'a self, message: &'a [u8], _: ClientIdentity) -> AnswerFuture<'a> {
        Box::pin(async move {
            self.asked.notify_one();
            let _tell = TellOnDrop(Arc::clone(&self.left));
            self.go.notified().await;
            Some(String::from_utf8_lossy(message).into_owned())
        })
    }

    fn too_long(&self, limit: usize) -> String {
        format!("longer than {limit}")
    }

    fn too_deep(&self, limit: usize) -> String {
        format!("deeper than {limit}")
    }
}

struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<io::Result<()>>,
}

impl Server {
    async fn start(router: Router, limits: WireLimits) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let shutdown = async { stopped.await.unwrap_or(()) };
        let ended =
            tokio::spawn(http::serve(listener, router, AccessGuard::default(), limits, shutdown));
        Server { address, stop, ended }
    }

    async fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        timeout(SOON, self.ended).await.unwrap().unwrap().unwrap();
    }
}

async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = timeout(SOON, stream.read_to_end(&mut bytes)).await.unwrap();
    String::from_utf8(bytes).unwrap()
}

const POST: &str = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello";

fn slow(limits: WireLimits) -> (Arc<Slow>, Router) {
    let slow = Arc::new(Slow::default());
    let router = Router::new().route("/slow", http::messages(Arc::clone(&slow) as _, limits));
    (slow, router)
}

#[tokio::test]
async fn a_client_that_hangs_up_is_not_worked_for() {
    let (slow, router) = slow(WireLimits::default());
    let server = Server::start(router, WireLimits::default()).await;
    let stream = server.send(POST).await;
    slow.asked.notified().await;
    drop(stream);
    timeout(SOON, slow.left.notified()).await.unwrap();
    server.stop().await;
}

#[tokio::test]
async fn what_is_in_flight_at_the_end_is_answered() {
    let (slow, router) = slow(WireLimits::default());
    let server = Server::start(router, WireLimits::default()).await;
    let stream = server.send(POST).await;
    slow.asked.notified().await;
    let stopping = tokio::spawn(server.stop());
    sleep(Duration::from_millis(20)).await;
    slow.go.notify_one();
    let answer = rest(stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("hello"), "{answer}");
    stopping.await.unwrap();
}

#[tokio::test]
async fn an_answer_may_take_longer_than_a_head() {
    let limits = WireLimits { header_timeout: Duration::from_millis(20), ..WireLimits::default() };
    let (slow, router) = slow(limits);
    let server = Server::start(router, limits).await;
    let stream = server.send(POST).await;
    slow.asked.notified().await;
    sleep(limits.header_timeout * 10).await;
    slow.go.notify_one();
    // The connection is idle afterwards, and ends by itself.
    let answer = rest(stream).await;
    assert!(answer.ends_with("hello"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn a_call_without_an_end_does_not_outlive_the_grace() {
    let limits = WireLimits { shutdown_grace: Duration::from_millis(50), ..WireLimits::default() };
    let (slow, router) = slow(limits);
    let server = Server::start(router, limits).await;
    let _stream = server.send(POST).await;
    slow.asked.notified().await;
    server.stop().await;
}

#[tokio::test]
async fn a_long_answer_hears_that_the_server_stops() {
    let asked = Arc::new(Notify::new());
    let reported = Arc::clone(&asked);
    let until_stopped = async move |mut stopping: axum::Extension<ShutdownSignal>| {
        reported.notify_one();
        stopping.wait().await;
        "goodbye"
    };
    let router = Router::new().route("/long", get(until_stopped));
    let server = Server::start(router, WireLimits::default()).await;
    let stream = server.send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    asked.notified().await;
    server.stop().await;
    let answer = rest(stream).await;
    assert!(answer.ends_with("goodbye"), "{answer}");
}

#[tokio::test]
async fn a_handler_that_panics_ends_its_own_connection_only() {
    async fn panics() -> &'static str {
        panic!("on purpose")
    }
    let router = Router::new().route("/panic", get(panics)).route("/", get(|| async { "fine" }));
    // One place: it has to be free again.
    let limits = WireLimits { max_connections: 1, ..WireLimits::default() };
    let server = Server::start(router, limits).await;
    let broken = server.send("GET /panic HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(rest(broken).await, "");
    let fine = loop {
        let get = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let answer = rest(server.send(get).await).await;
        if !answer.starts_with("HTTP/1.1 503") {
            break answer;
        }
    };
    assert!(fine.ends_with("fine"), "{fine}");
    server.stop().await;
}
