//! Limits for the size of a file and the length of a line, so that no file exhausts memory or time.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memmem, memrchr};
use scenewright_engine::EngineError;
use scenewright_model::UnreadReason;

/// How much is read between two checks of the limits and the clock.
const READ_CHUNK_BYTES: usize = 8 << 20;

/// Most files have a few kilobytes; a buffer for those grows by doubling.
const SMALL_FILE_BYTES: usize = 1 << 20;

/// How many bytes are read to find out whether a file is text.
const PROBE_BYTES: u64 = 8 * 1024;

const LFS_POINTER: &[u8] = b"version https://git-lfs";

/// How much is read of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadLimits {
    pub file_bytes: u64,
    pub line_bytes: u64,
}

/// Unity writes the pixels of a texture and the vertices of a mesh as one line of hexadecimal digits:
/// an atlas of 8192 by 8192 glyphs takes 128 MiB. No larger line has been seen in a project.
impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { file_bytes: 1 << 30, line_bytes: 256 << 20 }
    }
}

impl ReadLimits {
    /// Reads to the end of a file, into a buffer that may be longer. Returns the length of the
    /// content, or why it was not read; an error of `check` ends the read.
    pub fn read(
        &self,
        mut file: impl Read,
        expected: u64,
        buffer: &mut Vec<u8>,
        check: impl Fn() -> Result<(), EngineError>,
    ) -> Result<Result<usize, UnreadReason>, EngineError> {
        let too_large = |bytes| UnreadReason::TooLarge { bytes, limit: self.file_bytes };
        if expected > self.file_bytes {
            return Ok(Err(too_large(expected)));
        }
        let (mut filled, mut line_start) = (0, 0);
        loop {
            make_room(buffer, filled, expected as usize);
            let end = buffer.len().min(filled + READ_CHUNK_BYTES);
            let room = end - filled;
            // There is room for more than the file had: a read that stops right there found its end.
            let is_end = match file.read(&mut buffer[filled..end]) {
                Ok(0) => return Ok(Ok(filled)),
                Ok(read) => {
                    filled += read;
                    read < room && filled as u64 == expected
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    return Ok(Err(UnreadReason::Unreadable { error: error.to_string() }));
                }
            };
            if filled as u64 > self.file_bytes {
                return Ok(Err(too_large(filled as u64)));
            }
            if let Err(reason) = self.check_lines(&buffer[..filled], &mut line_start) {
                return Ok(Err(reason));
            }
            check()?;
            if is_end {
                return Ok(Ok(filled));
            }
        }
    }

    /// Reads to the end of a file, into memory of its own that is not filled with zeros first.
    pub fn read_whole(
        &self,
        mut file: impl Read,
        expected: u64,
    ) -> io::Result<Result<Vec<u8>, UnreadReason>> {
        let too_large = |bytes| UnreadReason::TooLarge { bytes, limit: self.file_bytes };
        if expected > self.file_bytes {
            return Ok(Err(too_large(expected)));
        }
        let mut content = Vec::with_capacity(expected as usize + 1);
        let mut line_start = 0;
        while file.by_ref().take(READ_CHUNK_BYTES as u64).read_to_end(&mut content)? > 0 {
            if content.len() as u64 > self.file_bytes {
                return Ok(Err(too_large(content.len() as u64)));
            }
            if let Err(reason) = self.check_lines(&content, &mut line_start) {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(content))
    }

    /// `line_start` is where a line begins; all lines before it are short enough.
    fn check_lines(&self, bytes: &[u8], line_start: &mut usize) -> Result<(), UnreadReason> {
        let limit = usize::try_from(self.line_bytes).unwrap_or(usize::MAX);
        while bytes.len() - *line_start > limit {
            let window = &bytes[*line_start..=*line_start + limit];
            match memrchr(b'\n', window) {
                Some(at) => *line_start += at + 1,
                None => {
                    let line = memchr_iter(b'\n', &bytes[..*line_start]).count() + 1;
                    return Err(UnreadReason::LineTooLong { line, limit: self.line_bytes });
                }
            }
        }
        Ok(())
    }
}

/// Makes room for the next chunk, and one byte more than the file has: the read that finds its end needs
/// room too.
fn make_room(buffer: &mut Vec<u8>, filled: usize, expected: usize) {
    let wanted = (expected + 1).max(filled + 1);
    if wanted < SMALL_FILE_BYTES {
        if buffer.len() < wanted {
            buffer.resize(wanted.next_power_of_two(), 0);
        }
        return;
    }
    // Reserved at once, as untouched memory costs nothing, and filled chunk by chunk.
    if buffer.capacity() < wanted {
        buffer.reserve_exact(wanted - buffer.len());
    }
    let next = wanted.min(filled + READ_CHUNK_BYTES).max(filled + 1);
    if buffer.len() < next {
        buffer.resize(next, 0);
    }
}

/// The first bytes of a file.
pub(super) fn read_probe(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    file.take(PROBE_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

/// Why a file that should be text is not, judged by its first bytes.
pub fn not_text(bytes: &[u8]) -> Option<UnreadReason> {
    if bytes.starts_with(LFS_POINTER) {
        return Some(UnreadReason::LfsPointer);
    }
    let head = &bytes[..bytes.len().min(PROBE_BYTES as usize)];
    memchr(0, head).is_some().then_some(UnreadReason::Binary)
}

/// Git's conflict markers at the start of a line. Where strings span several lines, the markers may be
/// part of one: only the parser can tell.
pub fn merge_conflict(bytes: &[u8]) -> Option<UnreadReason> {
    let ours = memmem::find(bytes, b"\n<<<<<<< ").map(|at| at + 1);
    let ours = ours.or_else(|| bytes.starts_with(b"<<<<<<< ").then_some(0));
    let at = ours.or_else(|| memmem::find(bytes, b"\n>>>>>>> ").map(|at| at + 1))?;
    Some(UnreadReason::MergeConflict { line: memchr_iter(b'\n', &bytes[..at]).count() + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(limits: ReadLimits, content: &[u8], expected: u64) -> Result<Vec<u8>, UnreadReason> {
        let mut buffer = Vec::new();
        let length = limits.read(content, expected, &mut buffer, || Ok(())).unwrap()?;
        buffer.truncate(length);
        Ok(buffer)
    }

    #[test]
    fn a_line_over_the_limit_is_named_and_one_at_the_limit_is_read() {
        let limits = ReadLimits { file_bytes: 1000, line_bytes: 10 };
        for (content, expected) in [
            (&b"0123456789\n0123456789\n"[..], None),
            (b"0123456789", None),
            (b"01234567890", Some(1)),
            (b"a\nb\n01234567890\nc\n", Some(3)),
            (b"0123456789\n\n\n0123456789\n01234567890", Some(5)),
            (b"", None),
        ] {
            let line = match read(limits, content, content.len() as u64) {
                Err(UnreadReason::LineTooLong { line, limit: 10 }) => Some(line),
                other => {
                    assert_eq!(other.unwrap(), content);
                    None
                }
            };
            assert_eq!(line, expected, "{content:?}");
        }
    }

    #[test]
    fn a_file_over_the_limit_is_refused_also_if_it_grows() {
        let limits = ReadLimits { file_bytes: 4, line_bytes: 100 };
        for (content, expected) in [(&b"12345"[..], 5), (b"12345", 1)] {
            let refused = read(limits, content, expected).unwrap_err();
            assert_eq!(refused, UnreadReason::TooLarge { bytes: 5, limit: 4 });
        }
        assert_eq!(read(limits, b"1234", 1).unwrap(), b"1234");
    }

    #[test]
    fn a_large_file_is_read_to_its_end_in_steps() {
        let content: Vec<u8> = (0..READ_CHUNK_BYTES * 2 + 77).map(|at| (at % 251) as u8).collect();
        for expected in [0, 10, content.len() as u64 - 1, content.len() as u64] {
            assert!(read(ReadLimits::default(), &content, expected).unwrap() == content);
        }
    }

    #[test]
    fn who_no_longer_waits_ends_the_reading() {
        let ended = ReadLimits::default()
            .read(&b"abc"[..], 3, &mut Vec::new(), || Err(EngineError::DeadlinePassed));
        assert!(matches!(ended, Err(EngineError::DeadlinePassed)));
    }
}
