//! One JSON document a line, over any pair of streams.

use std::io::{BufRead, Write};

use super::load::Link;
use crate::Result;

pub(super) struct Lines<R, W> {
    reader: R,
    writer: W,
    sent: Vec<u8>,
    received: Vec<u8>,
}

impl<R, W> Lines<R, W> {
    pub(super) fn new(reader: R, writer: W) -> Self {
        Lines { reader, writer, sent: Vec::new(), received: Vec::new() }
    }
}

impl<R: BufRead, W: Write> Link for Lines<R, W> {
    fn send(&mut self, document: &str) -> Result {
        self.sent.clear();
        self.sent.extend_from_slice(document.as_bytes());
        self.sent.push(b'\n');
        self.writer.write_all(&self.sent)?;
        Ok(self.writer.flush()?)
    }

    fn receive(&mut self) -> Result<&[u8]> {
        self.received.clear();
        match self.reader.read_until(b'\n', &mut self.received)? {
            0 => Err("the other side closed the link instead of answering".into()),
            _ => Ok(&self.received),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sends_and_receives_whole_lines() {
        let mut link = Lines::new(&b"{\"a\":1}\n{\"b\":2}\n"[..], Vec::new());
        link.send("{}").unwrap();
        assert_eq!(link.writer, b"{}\n");
        assert_eq!(link.receive().unwrap(), b"{\"a\":1}\n");
        assert_eq!(link.receive().unwrap(), b"{\"b\":2}\n");
        assert!(link.receive().is_err());
    }
}
