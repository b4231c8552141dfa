//! Mixed load with many streams of events, and memory that stays the same. Some seconds here;
//! with 1,000 streams for five minutes: `SCENEWRIGHT_LOAD_SECONDS=300 cargo test -p scenewright --test e2e load::`.

#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::support::{Server, copied, request, tool_call};

/// In kilobytes.
fn memory(server: &Server) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Alternately of both kinds.
fn open_streams(server: &Server, count: usize) -> Vec<TcpStream> {
    let body = request(&json!(1), "stream_events", &json!({}));
    let posted = format!(
        "POST /message HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let got = "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";
    let open = |number: usize| {
        let mut stream = server.connect();
        let head = if number.is_multiple_of(2) { posted.as_str() } else { got };
        stream.write_all(head.as_bytes()).unwrap();
        let mut start = Vec::new();
        while !String::from_utf8_lossy(&start).contains("\"event\":\"selection\"") {
            let mut buffer = [0; 4096];
            let read = stream.read(&mut buffer).expect("a stream begins with its snapshots");
            assert!(read > 0, "{}", String::from_utf8_lossy(&start));
            start.extend_from_slice(&buffer[..read]);
        }
        assert!(String::from_utf8_lossy(&start).contains("\"event\":\"scenes\""));
        stream.set_nonblocking(true).unwrap();
        stream
    };
    (0..count).map(open).collect()
}

/// Reads what is there, except of every tenth: some clients are slow. How much it was.
fn drain(streams: &mut [TcpStream], buffer: &mut [u8]) -> usize {
    let mut total = 0;
    for stream in streams.iter_mut().enumerate().filter(|(at, _)| at % 10 != 9).map(|it| it.1) {
        loop {
            match stream.read(buffer) {
                Ok(0) => panic!("a stream has ended"),
                Ok(read) => total += read,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("{error}"),
            }
        }
    }
    total
}

fn messages() -> Vec<(&'static str, String)> {
    let dump = json!({ "scenePath": "Assets/Scenes/Main.unity" });
    let call = |name: &str, arguments: Value| {
        request(&json!(1), "call_tool", &json!({ "name": name, "arguments": arguments }))
    };
    vec![
        ("POST /editor", tool_call("scene.hierarchy.dump", &dump)),
        ("POST /editor", tool_call("project.references.missing", &json!({}))),
        ("POST /", request(&json!(1), "tools/call", &json!({ "name": "project-info" }))),
        ("POST /message", call("ListObjects", json!({}))),
        ("POST /message", call("SetTimeScale", json!({ "value": 1, "confirm": true }))),
        ("POST /message", call("NoSuchTool", json!({}))),
        ("POST /mcp", request(&json!(1), "tools/list", &json!({}))),
        ("POST /message", "{".to_owned()),
        ("GET /health", String::new()),
    ]
}

#[test]
fn memory_stays_the_same_under_mixed_load() {
    let seconds = env::var("SCENEWRIGHT_LOAD_SECONDS").ok().and_then(|text| text.parse().ok());
    let (seconds, count) = seconds.map_or((4, 150), |seconds: u64| (seconds, 1000));
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).unwrap();
    let project = copied("unity");
    // Fewer places than streams: those have a limit of their own.
    let args = ["--allow-writes", "--max-connections", "64", "--max-streams", &count.to_string()];
    let server = Server::start(project.path(), &args);
    let config = json!({ "name": "SetConfig", "arguments": { "allowWrites": true } });
    server.http("POST /message", &[], request(&json!(1), "call_tool", &config).as_bytes());
    let mut streams = open_streams(&server, count);
    let refused = server.http("GET /", &[("Accept", "text/event-stream")], b"");
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert!(refused.body.to_string().contains("--max-streams"), "{}", refused.body);

    let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
    let mut readings = Vec::new();
    thread::scope(|scope| {
        for worker in 0..4 {
            let (server, stop, answered) = (&server, &stop, &answered);
            scope.spawn(move || {
                for (path, body) in messages().iter().cycle().skip(worker * 2) {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let status = server.http(path, &[], body.as_bytes()).status;
                    assert!([200, 202, 400, 429].contains(&status), "{path} {body}: {status}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut buffer = vec![0; 1 << 16];
        let (started, mut read) = (Instant::now(), 0);
        while started.elapsed() < Duration::from_secs(seconds) {
            read += drain(&mut streams, &mut buffer);
            readings.push(memory(&server));
            thread::sleep(Duration::from_millis(50));
        }
        stop.store(true, Ordering::Relaxed);
        assert!(read > 0);
    });
    // The queues of slow clients, at most 256 events each, fill in the first half.
    let half = readings.len() / 2;
    let most = |part: &[u64]| part.iter().copied().max().unwrap();
    let (before, after) = (most(&readings[..half]), most(&readings[half..]));
    let requests = answered.load(Ordering::Relaxed);
    let report =
        format!("{count} streams, {seconds} s, {requests} requests: {before} KB, {after} KB");
    if let Some(path) = env::var_os("SCENEWRIGHT_LOAD_REPORT") {
        fs::write(path, format!("{report}\n{readings:?}\n")).unwrap();
    }
    assert!(requests > 0 && after < before + before / 4 + 16 * 1024, "{report}");
    assert_eq!(server.http("GET /health", &[], b"").status, 200);
}
