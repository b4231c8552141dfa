//! One message per line, over a pair of byte streams. Answers are written as soon as they are ready, so
//! that a slow call does not delay a quick one; clients match them by id.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::{Semaphore, mpsc};

use crate::{ClientIdentity, Service, WireLimits, nesting};

enum StdinLine {
    Message(Vec<u8>),
    TooLong,
}

/// Serves until the input ends, and then until the last answer is written.
pub async fn serve(
    service: Arc<dyn Service>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    limits: WireLimits,
) -> io::Result<()> {
    let mut lines = read_lines(input, limits.max_message_bytes)?;
    let output = Arc::new(Mutex::new(output));
    let permits = Arc::new(Semaphore::new(limits.max_in_flight));
    let client = ClientIdentity::TRUSTED.with_new_connection();
    while let Some(line) = lines.recv().await {
        let message = match line? {
            StdinLine::Message(message) if nesting::is_deeper(&message, limits.max_depth) => {
                write_line(&output, &service.too_deep(limits.max_depth))?;
                continue;
            }
            StdinLine::Message(message) => message,
            StdinLine::TooLong => {
                write_line(&output, &service.too_long(limits.max_message_bytes))?;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else {
            break;
        };
        let (service, output) = (Arc::clone(&service), Arc::clone(&output));
        tokio::spawn(async move {
            if let Some(answer) = service.answer(&message, client).await
                && let Err(error) = write_line(&output, &answer)
            {
                tracing::warn!(%error, "an answer could not be written");
            }
            drop(permit);
        });
    }
    // All permits are free again when all answers are written.
    let _ = permits.acquire_many(u32::try_from(limits.max_in_flight).unwrap_or(u32::MAX)).await;
    Ok(())
}

/// Reads on a thread of its own, as reading standard input blocks.
fn read_lines(
    input: impl Read + Send + 'static,
    limit: usize,
) -> io::Result<mpsc::Receiver<io::Result<StdinLine>>> {
    let (sender, receiver) = mpsc::channel(1);
    thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        let mut input = BufReader::with_capacity(64 << 10, input);
        while let Some(line) = next_line(&mut input, limit).transpose() {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(receiver)
}

/// The next line that is not empty; `None` at the end. A line beyond the limit is skipped and not kept
/// in memory.
fn next_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<StdinLine>> {
    loop {
        let mut line = Vec::new();
        let max_bytes = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let read = input.by_ref().take(max_bytes).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') && line.len() > limit {
            skip_line(input)?;
            return Ok(Some(StdinLine::TooLong));
        }
        if !line.trim_ascii().is_empty() {
            return Ok(Some(StdinLine::Message(line)));
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

fn write_line(output: &Mutex<impl Write>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let mut bytes = Vec::with_capacity(line.len() + 1);
    bytes.extend_from_slice(line.as_bytes());
    bytes.push(b'\n');
    output.write_all(&bytes)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &str, limit: usize) -> Vec<String> {
        let mut input = BufReader::with_capacity(4, input.as_bytes());
        let mut found = Vec::new();
        while let Some(line) = next_line(&mut input, limit).unwrap() {
            found.push(match line {
                StdinLine::Message(line) => String::from_utf8_lossy(&line).trim_end().to_owned(),
                StdinLine::TooLong => "too long".to_owned(),
            });
        }
        found
    }

    #[test]
    fn lines_are_bounded_and_the_next_one_is_read() {
        assert_eq!(lines("abc\n\n  \nde\r\nlast", 10), ["abc", "de", "last"]);
        assert_eq!(
            lines("0123456789\n01234567890\nnext\n", 10),
            ["0123456789", "too long", "next"]
        );
        assert_eq!(lines("01234567890", 10), ["too long"]);
    }
}
