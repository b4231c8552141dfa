//! Finds paths and uids in strings of any of Godot's text formats.

use memchr::memmem;

use super::GodotReference;
use crate::files::is_outside_project;

/// All `res://` and `uid://` addresses, also inside of longer strings such as
/// `[img]res://icon.svg[/img]`.
pub(super) fn references(text: &str) -> impl Iterator<Item = GodotReference> {
    addresses(text).map(|(_, address)| GodotReference::new(address, false))
}

/// The same, with their positions.
pub(super) fn addresses(text: &str) -> impl Iterator<Item = (usize, &str)> {
    memmem::find_iter(text.as_bytes(), "://").filter_map(|at| address(text, at))
}

fn address(text: &str, colon: usize) -> Option<(usize, &str)> {
    let start = colon.checked_sub(3)?;
    let bytes = text.as_bytes();
    if !matches!(&bytes[start..colon], b"res" | b"uid") {
        return None;
    }
    let rest = &text[start..];
    let before = start.checked_sub(1).map(|at| bytes[at]);
    let end = match before {
        Some(quote @ (b'"' | b'\'')) => rest.bytes().position(|byte| is_end(byte, quote)),
        // An autoload with a global variable begins with `*`.
        Some(b'*') => rest.bytes().position(|byte| is_end(byte, b'"')),
        _ => rest.bytes().position(|byte| b"\"'[]()<>{}\\,; \t\r\n".contains(&byte)),
    };
    let address = &rest[..end.unwrap_or(rest.len())];
    let is_cached = address.starts_with("res") && is_outside_project(address);
    let is_file = address.len() > "res://".len() && !is_cached;
    is_file.then_some((start, address))
}

/// In an embedded script quotes are escaped with a backslash.
fn is_end(byte: u8, quote: u8) -> bool {
    byte == quote || matches!(byte, b'\\' | b'\n' | b'\r')
}
