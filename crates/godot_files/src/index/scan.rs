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

use super::content::{GodotContent, GodotReference, GodotScan};
use crate::files::{extension, file_name};
use scenewright_project_files::root::{merge_conflict, not_text};

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GodotScanKind {
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

impl GodotScanKind {
    pub(super) fn for_path(path: &str) -> GodotScanKind {
        match (file_name(path), extension(path)) {
            ("project.godot", _) => GodotScanKind::Settings,
            ("plugin.cfg", _) => GodotScanKind::Plugin,
            (_, "tscn" | "tres" | "escn") => GodotScanKind::Resource,
            ("export_presets.cfg", _) | (_, "gdextension" | "gdnlib") => GodotScanKind::Config,
            (_, "gd") => GodotScanKind::Script,
            (_, "cs") => GodotScanKind::CSharp,
            (_, "gdshader" | "gdshaderinc" | "shader") => GodotScanKind::Shader,
            (_, "gltf") => GodotScanKind::Gltf,
            _ => GodotScanKind::Opaque,
        }
    }
}

/// `path` is project-relative.
pub(super) fn scan_content(kind: GodotScanKind, bytes: &[u8], path: &str) -> GodotContent {
    if let Some(reason) = not_text(bytes) {
        return GodotContent::Refused(reason);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return GodotContent::Refused(not_utf8(bytes, error.valid_up_to())),
    };
    // In scenes and resources a string may go over several lines: there the parser decides.
    if matches!(
        kind,
        GodotScanKind::Script
            | GodotScanKind::CSharp
            | GodotScanKind::Shader
            | GodotScanKind::Config
    ) && let Some(reason) = merge_conflict(bytes)
    {
        return GodotContent::Refused(reason);
    }
    let scanned = match kind {
        GodotScanKind::Resource => resource::scan(text, path),
        GodotScanKind::Settings => settings::scan_project(text, path),
        GodotScanKind::Plugin => settings::scan_plugin(text, path),
        GodotScanKind::Config => Ok(scan_of_references(quoted::references(text))),
        GodotScanKind::Script => Ok(source::scan_script(text)),
        GodotScanKind::CSharp => Ok(scan_of_references(source::csharp_references(text))),
        GodotScanKind::Shader => Ok(scan_of_references(source::shader_includes(text))),
        GodotScanKind::Gltf => Ok(scan_of_references(source::gltf_references(text))),
        GodotScanKind::Opaque => return GodotContent::NotRead,
    };
    match scanned {
        Ok(scan) => GodotContent::Read(scan),
        Err(problem) => GodotContent::Refused(problem),
    }
}

/// The uid that a `.uid` file holds.
pub(super) fn sidecar_uid(bytes: &[u8]) -> Option<Box<str>> {
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

fn scan_of_references(found: impl Iterator<Item = GodotReference>) -> GodotScan {
    GodotScan { references: distinct(found.collect()), ..GodotScan::default() }
}

/// Each once; files name the same script or class again and again.
fn distinct(mut references: Vec<GodotReference>) -> Box<[GodotReference]> {
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
