//! Numbers and strings of a binary resource, from plain or compressed bytes.

use std::borrow::Cow;

use crate::compressed::{self, CompressedBlocks};
use crate::error::BinaryError;
use crate::header;
use crate::limits::MAX_KEPT_BYTES;

enum SourceBytes<'a> {
    Plain(&'a [u8]),
    Compressed(Box<CompressedBlocks<'a>>),
}

/// A cursor over the uncompressed content of a file.
pub(crate) struct BinarySource<'a> {
    bytes: SourceBytes<'a>,
    length: u64,
    at: u64,
    pub is_big_endian: bool,
    /// Real numbers take eight bytes: the file was saved by a Godot with double precision.
    pub is_double: bool,
    /// Bytes that may still be kept.
    room: usize,
}

const ENDED: BinaryError = BinaryError::Damaged("it ends too early");

impl<'a> BinarySource<'a> {
    pub(crate) fn open(file: &'a [u8]) -> Result<BinarySource<'a>, BinaryError> {
        // The uncompressed content of a compressed file has no magic, and offsets are counted without one.
        let (bytes, length, at) = if file.starts_with(compressed::MAGIC) {
            let blocks = CompressedBlocks::open(file)?;
            let length = blocks.total();
            (SourceBytes::Compressed(Box::new(blocks)), length, 0)
        } else if file.starts_with(header::MAGIC) {
            (SourceBytes::Plain(file), file.len() as u64, header::MAGIC.len() as u64)
        } else {
            return Err(BinaryError::NotBinary);
        };
        Ok(BinarySource {
            bytes,
            length,
            at,
            is_big_endian: false,
            is_double: false,
            room: MAX_KEPT_BYTES,
        })
    }

    pub(crate) fn remaining(&self) -> u64 {
        self.length - self.at
    }

    pub(crate) fn seek(&mut self, at: u64) -> Result<(), BinaryError> {
        if at > self.length {
            return Err(ENDED);
        }
        self.at = at;
        Ok(())
    }

    pub(crate) fn skip(&mut self, count: u64) -> Result<(), BinaryError> {
        self.seek(self.at.checked_add(count).ok_or(ENDED)?)
    }

    /// Fails for a number of elements that the rest of the file cannot contain.
    pub(crate) fn check_count(&self, count: u32, bytes_each: u64) -> Result<(), BinaryError> {
        let needed = u64::from(count) * bytes_each;
        if needed > self.remaining() { Err(ENDED) } else { Ok(()) }
    }

    pub(crate) fn bytes(&mut self, count: u64) -> Result<Cow<'a, [u8]>, BinaryError> {
        if count > self.remaining() {
            return Err(ENDED);
        }
        let length = usize::try_from(count).map_err(|_| ENDED)?;
        let room = self.room.checked_sub(length);
        self.room = room.ok_or(BinaryError::TooLarge("its strings and arrays"))?;
        if let SourceBytes::Plain(file) = self.bytes {
            let start = self.at as usize;
            self.at += count;
            return Ok(Cow::Borrowed(&file[start..start + length]));
        }
        let mut read = vec![0; length];
        self.fill(&mut read)?;
        Ok(Cow::Owned(read))
    }

    fn fill(&mut self, into: &mut [u8]) -> Result<(), BinaryError> {
        let mut done = 0;
        while done < into.len() {
            let rest = match &mut self.bytes {
                SourceBytes::Plain(file) => file.get(self.at as usize..).unwrap_or_default(),
                SourceBytes::Compressed(blocks) => blocks.rest_of_block(self.at)?,
            };
            if rest.is_empty() {
                return Err(ENDED);
            }
            let count = rest.len().min(into.len() - done);
            into[done..done + count].copy_from_slice(&rest[..count]);
            done += count;
            self.at += count as u64;
        }
        Ok(())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BinaryError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        if self.is_big_endian {
            bytes.reverse();
        }
        Ok(bytes)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, BinaryError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, BinaryError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Result<i32, BinaryError> {
        self.array().map(i32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, BinaryError> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn i64(&mut self) -> Result<i64, BinaryError> {
        self.array().map(i64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, BinaryError> {
        self.array().map(f32::from_le_bytes)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, BinaryError> {
        self.array().map(f64::from_le_bytes)
    }

    /// Its length includes a final NUL.
    pub(crate) fn string(&mut self) -> Result<String, BinaryError> {
        let length = self.u32()?;
        self.string_of(length)
    }

    pub(crate) fn string_of(&mut self, length: u32) -> Result<String, BinaryError> {
        let bytes = self.bytes(u64::from(length))?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        Ok(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }
}

pub(crate) fn little_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}
