//! Scans scenes and resources in Godot's text format: the header and the external resources are parsed, the
//! rest is only searched for addresses.

use memchr::memmem;

use scenewright_engine::EngineError;
use scenewright_godot_binary::{BinaryError, binary_to_text};
use scenewright_model::UnreadReason;

use super::super::content::{GodotContent, GodotReference, GodotScan};
use super::{distinct, is_uid, quoted};
use crate::lexer::HeaderStyle;
use crate::text::{GodotDocument, Section};
use crate::value;
use scenewright_project_files::root::not_text;

pub(super) fn scan(text: &str, path: &str) -> Result<GodotScan, UnreadReason> {
    let head = header_text(text);
    // Headers with several lines are rare and valid.
    let document = parse(head, path).or_else(|_| parse(text, path))?;
    if has_conflict(text) {
        parse(text, path)?;
    }
    let mut scan = header(&document)?;
    let mut references: Vec<GodotReference> = document
        .sections()
        .filter(|section| section.tag() == "ext_resource")
        .map(external)
        .collect();
    let body = &text[head.len()..];
    references.extend(quoted::addresses(body).map(|(start, address)| {
        let is_placeholder = body[..start].ends_with("instance_placeholder=\"");
        GodotReference::new(address, is_placeholder)
    }));
    scan.references = distinct(references);
    Ok(scan)
}

/// The same for a file in Godot's binary format.
pub(super) fn scan_binary(bytes: &[u8], path: &str) -> GodotContent {
    let text = match binary_to_text(bytes) {
        Ok(text) => text,
        Err(BinaryError::NotBinary) => {
            return match not_text(bytes) {
                Some(UnreadReason::LfsPointer) => GodotContent::Refused(UnreadReason::LfsPointer),
                _ => GodotContent::Binary,
            };
        }
        Err(error) => {
            return GodotContent::Refused(UnreadReason::Unsupported { reason: error.to_string() });
        }
    };
    match scan(&text, path) {
        Ok(scan) => GodotContent::Read(scan),
        Err(reason) => GodotContent::Refused(reason),
    }
}

/// The header and the external resources, which come first.
fn header_text(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim_start_matches('\u{feff}').trim();
        let is_head = inner.is_empty()
            || inner.starts_with("[gd_")
            || inner.starts_with("[ext_resource")
            || inner.starts_with(';');
        if !is_head {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

fn parse(text: &str, path: &str) -> Result<GodotDocument, UnreadReason> {
    let parsed =
        GodotDocument::parse(text.into(), HeaderStyle::Attributes, path).map_err(unread_reason)?;
    if parsed.sections().next().is_none() {
        return Err(malformed("it has no header"));
    }
    Ok(parsed)
}

/// The parser has no other errors than unreadable texts.
pub(super) fn unread_reason(error: EngineError) -> UnreadReason {
    error.into_unread_reason().unwrap_or_else(|| malformed("it cannot be read"))
}

fn malformed(reason: &str) -> UnreadReason {
    UnreadReason::Malformed { line: 1, reason: reason.to_owned() }
}

/// Such a line is valid inside of a string, which only the parser can detect.
fn has_conflict(text: &str) -> bool {
    ["\n<<<<<<<", "\n>>>>>>>"]
        .iter()
        .any(|mark| memmem::find(text.as_bytes(), mark.as_bytes()).is_some())
}

fn header(document: &GodotDocument) -> Result<GodotScan, UnreadReason> {
    let header = document.sections().next();
    let header = header.filter(|header| matches!(header.tag(), "gd_scene" | "gd_resource"));
    let header =
        header.ok_or_else(|| malformed("it does not begin with [gd_scene] or [gd_resource]"))?;
    if header.attribute("format").and_then(value::integer) == Some(1) {
        let reason = "it is in Godot 2's format (format=1)".to_owned();
        return Err(UnreadReason::Unsupported { reason });
    }
    let class = match header.tag() {
        "gd_scene" => Some("PackedScene".into()),
        _ => text(header, "type"),
    };
    Ok(GodotScan {
        uid: text(header, "uid").filter(|uid| is_uid(uid)),
        class,
        script_class: text(header, "script_class"),
        ..GodotScan::default()
    })
}

fn external(section: Section<'_>) -> GodotReference {
    GodotReference {
        path: text(section, "path").unwrap_or_default(),
        uid: text(section, "uid").filter(|uid| is_uid(uid)),
        class: text(section, "type").unwrap_or_default(),
        is_certain: true,
    }
}

fn text(section: Section<'_>, key: &str) -> Option<Box<str>> {
    section.attribute(key).and_then(value::string).map(|text| text.as_ref().into())
}
