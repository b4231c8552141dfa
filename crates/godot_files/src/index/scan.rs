//! What a file names, found without reading more of it than that takes.

mod import;
mod quoted;
mod resource;
mod settings;
mod source;
#[cfg(test)]
mod tests;

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use scenewright_model::UnreadReason;

use super::content::{Content, Reference, Scan};
use crate::files::{extension, file_name};
use scenewright_project_files::root::{merge_conflict, not_text};

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Scenes and resources in Godot's text format.
    Resource,
    /// `project.godot`.
    Settings,
    /// `plugin.cfg`.
    Plugin,
    /// Other files of keys and values: `.gdextension`, export presets.
    Config,
    Script,
    CSharp,
    Shader,
    /// A model in JSON that names its buffers and images.
    Gltf,
    Opaque,
}

impl Kind {
    pub(super) fn of(path: &str) -> Kind {
        match (file_name(path), extension(path)) {
            ("project.godot", _) => Kind::Settings,
            ("plugin.cfg", _) => Kind::Plugin,
            (_, "tscn" | "tres" | "escn") => Kind::Resource,
            ("export_presets.cfg", _) | (_, "gdextension" | "gdnlib") => Kind::Config,
            (_, "gd") => Kind::Script,
            (_, "cs") => Kind::CSharp,
            (_, "gdshader" | "gdshaderinc" | "shader") => Kind::Shader,
            (_, "gltf") => Kind::Gltf,
            _ => Kind::Opaque,
        }
    }
}

/// `path` is project-relative.
pub(super) fn content(kind: Kind, bytes: &[u8], path: &str) -> Content {
    if let Some(reason) = not_text(bytes) {
        return Content::Refused(reason);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Content::Refused(not_utf8(bytes, error.valid_up_to())),
    };
    // In scenes and resources a string may go over several lines: there the parser decides.
    if matches!(kind, Kind::Script | Kind::CSharp | Kind::Shader | Kind::Config)
        && let Some(reason) = merge_conflict(bytes)
    {
        return Content::Refused(reason);
    }
    let scanned = match kind {
        Kind::Resource => resource::scan(text, path),
        Kind::Settings => settings::project(text, path),
        Kind::Plugin => settings::plugin(text, path),
        Kind::Config => Ok(references(quoted::all(text))),
        Kind::Script => Ok(source::script(text)),
        Kind::CSharp => Ok(references(source::csharp(text))),
        Kind::Shader => Ok(references(source::includes(text))),
        Kind::Gltf => Ok(references(source::gltf(text))),
        Kind::Opaque => return Content::NotRead,
    };
    match scanned {
        Ok(scan) => Content::Read(scan),
        Err(problem) => Content::Refused(problem),
    }
}

/// The uid that a `.uid` file holds.
pub(super) fn sidecar(bytes: &[u8]) -> Option<Box<str>> {
    let text = std::str::from_utf8(bytes).ok()?.trim_ascii();
    is_uid(text).then(|| text.into())
}

/// The same in every run of the program.
pub(super) fn word_hash(word: &str) -> u64 {
    FixedState::with_seed(0).hash_one(word)
}

/// `uid://<invalid>` is what Godot writes when it has none.
fn is_uid(text: &str) -> bool {
    text.strip_prefix("uid://")
        .is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn references(found: impl Iterator<Item = Reference>) -> Scan {
    Scan { references: distinct(found.collect()), ..Scan::default() }
}

/// Each once; files name the same script or class again and again.
fn distinct(mut references: Vec<Reference>) -> Box<[Reference]> {
    references.sort_unstable();
    references.dedup();
    references.into()
}

fn not_utf8(bytes: &[u8], at: usize) -> UnreadReason {
    if bytes.starts_with(b"RSRC") || bytes.starts_with(b"RSCC") {
        return UnreadReason::Binary;
    }
    UnreadReason::NotUtf8 { line: memchr::memchr_iter(b'\n', &bytes[..at]).count() + 1 }
}
