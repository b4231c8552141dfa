//! The ASCII notation: one record per line, `Name: value, value {`, with braces around its
//! children.

use std::io::{BufRead, BufReader, Read};

use crate::FbxError;
use crate::objects::{FbxObjects, FbxValue, ObjectClass};

/// Lines of numbers may be long; only the beginning of a line is kept.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// What every file starts with: a comment, or the first record.
pub(crate) fn is_ascii(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start();
    head.starts_with(b"; FBX") || head.starts_with(b"FBXHeaderExtension:")
}

#[derive(Clone, Copy, PartialEq)]
enum Section {
    Header,
    Objects,
    Connections,
    Other,
}

pub(crate) fn read(file: BufReader<impl Read>) -> Result<FbxObjects, FbxError> {
    let mut lines = LineReader { file };
    let mut objects = FbxObjects::default();
    let (mut section, mut depth) = (Section::Other, 0_usize);
    let mut line = Vec::new();
    while let Some(braces) = lines.next(&mut line)? {
        let record = split_record(&line);
        match (depth, record) {
            (0, Some((name, _))) => section = Section::from_record(name),
            (1, Some((name, values))) => read_record(section, name, values, &mut objects)?,
            _ => {}
        }
        depth = (depth + braces.opened).saturating_sub(braces.closed);
    }
    Ok(objects)
}

impl Section {
    fn from_record(name: &[u8]) -> Section {
        match name {
            b"FBXHeaderExtension" => Section::Header,
            b"Objects" => Section::Objects,
            b"Connections" => Section::Connections,
            _ => Section::Other,
        }
    }
}

fn read_record(
    section: Section,
    name: &[u8],
    values: &[u8],
    objects: &mut FbxObjects,
) -> Result<(), FbxError> {
    match (section, name) {
        (Section::Header, b"FBXVersion") => {
            if let Some(FbxValue::Number(version)) = parse_values(values).first() {
                objects.version = u32::try_from(*version).unwrap_or_default();
            }
            Ok(())
        }
        (Section::Objects, name) => match ObjectClass::from_record(name) {
            Some(class) => objects.add_object(class, &parse_values(values)),
            None => Ok(()),
        },
        (Section::Connections, b"C" | b"Connect") => objects.add_connection(&parse_values(values)),
        _ => Ok(()),
    }
}

/// Name and values; `None` for a comment, a brace or a continued list of numbers.
fn split_record(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_start();
    let colon = memchr::memchr(b':', line)?;
    let name = &line[..colon];
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then(|| (name, &line[colon + 1..]))
}

fn parse_values(mut text: &[u8]) -> Vec<FbxValue> {
    let mut values = Vec::new();
    loop {
        text = text.trim_ascii_start();
        let end = match text.first() {
            None | Some(b'{') => return values,
            Some(b'"') => {
                let Some(end) = memchr::memchr(b'"', &text[1..]) else { return values };
                let quoted = String::from_utf8_lossy(&text[1..=end]);
                values.push(FbxValue::Text(quoted.replace("&quot;", "\"")));
                end + 2
            }
            Some(_) => {
                let end = text.iter().position(|byte| matches!(byte, b',' | b'{'));
                let end = end.unwrap_or(text.len());
                let number = std::str::from_utf8(text[..end].trim_ascii());
                let number = number.ok().and_then(|number| number.parse().ok());
                values.push(number.map_or(FbxValue::Other, FbxValue::Number));
                end
            }
        };
        text = text[end..].trim_ascii_start();
        text = text.strip_prefix(b",").unwrap_or(text);
    }
}

/// Braces outside of quotes.
#[derive(Default)]
struct BraceCount {
    opened: usize,
    closed: usize,
}

struct LineReader<F> {
    file: F,
}

impl<F: BufRead> LineReader<F> {
    /// Fills `line` with the beginning of the next line, and counts the braces of the whole line.
    fn next(&mut self, line: &mut Vec<u8>) -> Result<Option<BraceCount>, FbxError> {
        line.clear();
        let mut braces = BraceCount::default();
        let (mut is_comment, mut is_empty, mut is_quoted) = (false, true, false);
        loop {
            let chunk = self.file.fill_buf()?;
            if chunk.is_empty() {
                return Ok((!is_empty).then_some(braces));
            }
            is_empty = false;
            let end = memchr::memchr(b'\n', chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = MAX_LINE_BYTES.saturating_sub(line.len()).min(part.len());
            line.extend_from_slice(&part[..room]);
            is_comment |= line.trim_ascii_start().starts_with(b";");
            if !is_comment {
                count_braces(part, &mut is_quoted, &mut braces);
            }
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.file.consume(used);
            if end.is_some() {
                if is_comment {
                    line.clear();
                }
                return Ok(Some(braces));
            }
        }
    }
}

fn count_braces(part: &[u8], is_quoted: &mut bool, braces: &mut BraceCount) {
    for at in memchr::memchr3_iter(b'"', b'{', b'}', part) {
        match part[at] {
            b'"' => *is_quoted = !*is_quoted,
            b'{' if !*is_quoted => braces.opened += 1,
            b'}' if !*is_quoted => braces.closed += 1,
            _ => {}
        }
    }
}
