//! Compressed resources (`RSCC`): blocks that are unpacked on use, so that skipped data costs nothing.

use ruzstd::decoding::FrameDecoder;

use crate::error::BinaryError;
use crate::limits::{MAX_BLOCK_BYTES, MAX_FILE_BYTES};
use crate::{fastlz, source};

pub(crate) const MAGIC: &[u8] = b"RSCC";

/// Magic, mode, block size and total size, before the sizes of the blocks.
const HEADER_BYTES: usize = 16;

/// zstd windows that Godot's blocks never need more of.
const MAX_WINDOW_BYTES: u64 = 64 << 20;

#[derive(Debug, Clone, Copy)]
enum CompressionMode {
    FastLz,
    Deflate,
    Zstd,
    Gzip,
}

impl CompressionMode {
    fn new(mode: u32) -> Result<CompressionMode, BinaryError> {
        match mode {
            0 => Ok(CompressionMode::FastLz),
            1 => Ok(CompressionMode::Deflate),
            2 => Ok(CompressionMode::Zstd),
            3 => Ok(CompressionMode::Gzip),
            other => Err(BinaryError::UnknownCompression(other)),
        }
    }
}

pub(crate) struct CompressedBlocks<'a> {
    mode: CompressionMode,
    block_bytes: u32,
    total: u64,
    blocks: Vec<&'a [u8]>,
    decoder: FrameDecoder,
    /// The number of the block in `unpacked`.
    current: Option<usize>,
    unpacked: Vec<u8>,
}

impl<'a> CompressedBlocks<'a> {
    pub(crate) fn open(file: &'a [u8]) -> Result<CompressedBlocks<'a>, BinaryError> {
        let field = |at| source::little_u32(file, at).ok_or(TRUNCATED);
        let (mode, block_bytes, total) = (field(4)?, field(8)?, field(12)?);
        if block_bytes == 0 {
            return Err(BinaryError::Damaged("its blocks have no size"));
        }
        if block_bytes > MAX_BLOCK_BYTES || u64::from(total) > MAX_FILE_BYTES {
            return Err(BinaryError::TooLarge("a block of its compressed data"));
        }
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW_BYTES);
        Ok(CompressedBlocks {
            mode: CompressionMode::new(mode)?,
            block_bytes,
            total: u64::from(total),
            blocks: split_blocks(file, (total / block_bytes) as usize + 1)?,
            decoder,
            current: None,
            unpacked: Vec::new(),
        })
    }

    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The unpacked bytes from `at` to the end of its block.
    pub(crate) fn rest_of_block(&mut self, at: u64) -> Result<&[u8], BinaryError> {
        let number = (at / u64::from(self.block_bytes)) as usize;
        if self.current != Some(number) {
            self.unpack(number)?;
        }
        let inside = (at % u64::from(self.block_bytes)) as usize;
        Ok(self.unpacked.get(inside..).unwrap_or_default())
    }

    fn unpack(&mut self, number: usize) -> Result<(), BinaryError> {
        let block = *self.blocks.get(number).ok_or(TRUNCATED)?;
        let start = number as u64 * u64::from(self.block_bytes);
        let length = self.total.saturating_sub(start).min(u64::from(self.block_bytes)) as usize;
        self.current = None;
        self.unpacked.clear();
        self.unpacked.resize(length, 0);
        let damaged = BinaryError::Damaged("its compressed data cannot be unpacked");
        let unpacked = match self.mode {
            CompressionMode::FastLz => fastlz::decompress(block, &mut self.unpacked),
            CompressionMode::Zstd => unpack_zstd(&mut self.decoder, block, &mut self.unpacked),
            CompressionMode::Deflate => inflate(block, true, &mut self.unpacked),
            CompressionMode::Gzip => {
                gzip_body(block).and_then(|body| inflate(body, false, &mut self.unpacked))
            }
        };
        unpacked.ok_or(damaged)?;
        self.current = Some(number);
        Ok(())
    }
}

const TRUNCATED: BinaryError = BinaryError::Damaged("it ends too early");

/// The table of sizes is part of the file, so that the number of blocks is bounded by its length.
fn split_blocks(file: &[u8], count: usize) -> Result<Vec<&[u8]>, BinaryError> {
    let mut start = HEADER_BYTES + count * 4;
    if file.len() < start {
        return Err(TRUNCATED);
    }
    let mut blocks = Vec::with_capacity(count);
    for number in 0..count {
        let size = source::little_u32(file, HEADER_BYTES + number * 4).ok_or(TRUNCATED)?;
        let end = start + size as usize;
        blocks.push(file.get(start..end).ok_or(TRUNCATED)?);
        start = end;
    }
    Ok(blocks)
}

fn unpack_zstd(decoder: &mut FrameDecoder, block: &[u8], output: &mut [u8]) -> Option<()> {
    let length = decoder.decode_all(block, output).ok()?;
    (length == output.len()).then_some(())
}

fn inflate(block: &[u8], has_header: bool, output: &mut [u8]) -> Option<()> {
    let unpacked = miniz_oxide::inflate::decompress_slice_iter_to_slice(
        output,
        std::iter::once(block),
        has_header,
        true,
    );
    (unpacked.ok()? == output.len()).then_some(())
}

/// Without the ten bytes of a header without extra fields, which is what Godot writes.
fn gzip_body(block: &[u8]) -> Option<&[u8]> {
    let is_plain = block.starts_with(&[0x1f, 0x8b, 8, 0]);
    is_plain.then(|| block.get(10..)).flatten()
}
