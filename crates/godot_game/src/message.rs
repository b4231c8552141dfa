//! The messages of the debugger: a length, then one array of command, thread and data.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::variant::{DecodeError, Variant, decode, encode};

/// Larger ones are dropped by Godot.
pub(crate) const MAX_MESSAGE: usize = 8 << 20;

/// The main thread of the game.
pub(crate) const MAIN_THREAD: i64 = 1;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Message {
    pub command: String,
    /// The thread of the game that sends or receives it.
    pub thread: i64,
    pub data: Vec<Variant>,
}

#[derive(Debug, Error)]
pub(crate) enum MessageError {
    #[error("the connection ended: {0}")]
    Closed(#[from] io::Error),
    #[error("the game sent a message of {0} bytes")]
    TooLong(usize),
    #[error("the game sent a message that cannot be read: {0}")]
    Malformed(#[from] DecodeError),
    #[error("the game sent a message without a command")]
    NoCommand,
}

impl Message {
    pub(crate) fn new(command: impl Into<String>, data: Vec<Variant>) -> Message {
        Message { command: command.into(), thread: MAIN_THREAD, data }
    }

    pub(crate) fn write(self, stream: &mut impl Write) -> io::Result<()> {
        let Message { command, thread, data } = self;
        let content = encode(&vec![command.into(), thread.into(), data.into()].into());
        let too_long = || io::Error::other("the message is longer than 8 MiB");
        let length = u32::try_from(content.len()).ok().filter(|_| content.len() <= MAX_MESSAGE);
        let mut bytes = length.ok_or_else(too_long)?.to_le_bytes().to_vec();
        bytes.extend(content);
        stream.write_all(&bytes)
    }

    pub(crate) fn read(stream: &mut impl Read) -> Result<Message, MessageError> {
        let mut length = [0; 4];
        stream.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_MESSAGE {
            return Err(MessageError::TooLong(length));
        }
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes)?;
        let Variant::Array(array) = decode(&bytes)? else { return Err(MessageError::NoCommand) };
        // Godot 4.0 and 4.1 have no thread in between.
        let mut items = array.items.into_iter();
        match (items.next(), items.next_back()) {
            (Some(Variant::String(command)), Some(Variant::Array(data))) => {
                let thread = items.next().and_then(|thread| thread.as_int());
                Ok(Message { command, thread: thread.unwrap_or(MAIN_THREAD), data: data.items })
            }
            _ => Err(MessageError::NoCommand),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let message = Message::new("scene:inspect", vec![Variant::Int(3), "x".into()]);
        let mut bytes = Vec::new();
        message.clone().write(&mut bytes).unwrap();
        assert_eq!(Message::read(&mut &bytes[..]).unwrap(), message);
    }

    #[test]
    fn a_message_that_is_none_is_an_error() {
        for (bytes, expected) in [
            (&b"\xff\xff\xff\xff"[..], "the game sent a message of 4294967295 bytes"),
            (b"\x04\0\0\0\0\0\0\0", "the game sent a message without a command"),
            (
                b"\x01\0\0\0\0",
                "the game sent a message that cannot be read: the value ends too early",
            ),
        ] {
            assert_eq!(Message::read(&mut &bytes[..]).unwrap_err().to_string(), expected);
        }
    }
}
