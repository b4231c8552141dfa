//! SIGTERM: what is in flight is answered, and nothing keeps the server for ever.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use serde_json::json;
use tungstenite::{Message, connect};

use crate::support::{Server, parse, read_response, sample, tool_call};

/// A request whose body the server waits for.
fn in_flight(server: &Server, length: usize) -> TcpStream {
    let mut stream = server.connect();
    let head = format!(
        "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut expected = [0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut expected).unwrap();
    assert!(expected.starts_with(b"HTTP/1.1 100"));
    stream
}

fn wait_until_nobody_listens(server: &Server) {
    while TcpStream::connect(&server.address).is_ok() {
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn idle_connections_are_closed_at_once() {
    let server = Server::start(&sample("godot"), &[]);
    let mut silent = server.connect();
    let mut idle = server.connect();
    idle.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut head = [0; b"HTTP/1.1 200".len()];
    idle.read_exact(&mut head).unwrap();
    assert!(server.terminate());
    for stream in [&mut silent, &mut idle] {
        // The rest of what was answered, and then the end.
        assert!(stream.read_to_end(&mut Vec::new()).is_ok());
    }
}

#[test]
fn a_request_in_flight_is_answered() {
    let server = Server::start(&sample("godot"), &[]);
    let body = tool_call("mcp.health", &json!({}));
    let mut stream = in_flight(&server, body.len());
    server.signal();
    wait_until_nobody_listens(&server);
    stream.write_all(body.as_bytes()).unwrap();
    let response = read_response(&mut stream);
    assert_eq!(response.body["result"]["output"]["status"], "ok", "{}", response.body);
    assert!(server.wait());
}

#[test]
fn a_websocket_gets_its_last_answer_and_a_goodbye() {
    let server = Server::start(&sample("godot"), &[]);
    let (mut socket, _) = connect(format!("ws://{}/editor", server.address)).unwrap();
    socket.send(Message::text(tool_call("mcp.health", &json!({})))).unwrap();
    let answer = parse(socket.read().unwrap().into_text().unwrap().as_bytes());
    assert_eq!(answer["result"]["output"]["status"], "ok");
    server.signal();
    let Message::Close(Some(close)) = socket.read().unwrap() else { panic!("a close frame") };
    assert_eq!(u16::from(close.code), 1001);
    assert!(server.wait());
}

#[test]
fn a_request_that_never_arrives_does_not_keep_the_server() {
    let server = Server::start(&sample("godot"), &[]);
    let mut stream = in_flight(&server, 1000);
    assert!(server.terminate());
    let mut rest = Vec::new();
    assert_eq!(stream.read_to_end(&mut rest).unwrap_or(0), 0);
}

/// In a terminal a thread waits for the next line, and nothing but that line wakes it.
#[test]
#[cfg(unix)]
fn mcp_in_a_terminal_ends_on_request() {
    use std::fs::{File, OpenOptions};
    use std::process::{Command, Stdio};
    use std::time::Instant;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    for (signal, speaks) in [("INT", false), ("TERM", false), ("INT", true)] {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
        let mut terminal = File::from(terminal);
        let end = OpenOptions::new().read(true).write(true).open(name).unwrap();
        let mut child = crate::support::program()
            .arg("mcp")
            .arg(sample("godot"))
            .stdin(Stdio::from(end))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        if speaks {
            let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {},
                "clientInfo": { "name": "t", "version": "1" } });
            writeln!(terminal, "{}", crate::support::request(&json!(1), "initialize", &params))
                .unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert!(line.contains("serverInfo"), "{line}");
        }
        let started = Instant::now();
        let mut tries = 0;
        // Until it catches signals one of them may just end it, which is as good.
        let status = loop {
            if tries % 20 == 0 {
                let pid = child.id().to_string();
                Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap();
            }
            tries += 1;
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(started.elapsed() < Duration::from_secs(30), "{signal} is ignored");
            thread::sleep(Duration::from_millis(50));
        };
        assert!(status.success() || !speaks, "{signal}: {status}");
    }
}
