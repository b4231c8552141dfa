//! Runs a command for a bounded time, and keeps what it wrote up to then.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

const MAX_BYTES: usize = 256 << 20;
const CHUNK_BYTES: usize = 1 << 16;

#[derive(Default)]
pub(super) struct CommandOutput {
    pub(super) bytes: Vec<u8>,
    /// Whether the command was stopped before its end.
    pub(super) was_stopped: bool,
}

/// Nothing if the command cannot be started.
pub(super) fn run(command: &mut Command, input: Vec<u8>, until: Instant) -> CommandOutput {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else {
        return CommandOutput::default();
    };
    let chunks = chunks(&mut child, input);
    let mut output = CommandOutput::default();
    loop {
        match chunks.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(chunk) => output.bytes.extend(chunk),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => output.was_stopped = true,
        }
        output.was_stopped |= output.bytes.len() > MAX_BYTES;
        if output.was_stopped {
            // The threads end with the pipes.
            let _ = child.kill();
            break;
        }
    }
    let _ = child.wait();
    output
}

fn chunks(child: &mut Child, input: Vec<u8>) -> Receiver<Vec<u8>> {
    if let Some(mut stdin) = child.stdin.take() {
        thread::spawn(move || stdin.write_all(&input));
    }
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stdout) = child.stdout.take() {
        thread::spawn(move || {
            let mut buffer = vec![0; CHUNK_BYTES];
            while let Ok(length @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
    }
    receiver
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_command_that_does_not_end_is_stopped() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo begun; exec sleep 600"]);
        let output = run(&mut command, Vec::new(), Instant::now() + Duration::from_millis(500));
        assert!(output.was_stopped);
        assert_eq!(output.bytes, b"begun\n");
    }

    #[test]
    fn input_and_output_may_be_larger_than_a_pipe() {
        let input = vec![b'x'; 1 << 20];
        let output =
            run(&mut Command::new("cat"), input.clone(), Instant::now() + Duration::from_secs(60));
        assert!(!output.was_stopped);
        assert_eq!(output.bytes, input);
    }

    #[test]
    fn a_command_that_does_not_exist_says_nothing() {
        let output = run(&mut Command::new("no-such-command"), Vec::new(), Instant::now());
        assert!(output.bytes.is_empty() && !output.was_stopped);
    }
}
