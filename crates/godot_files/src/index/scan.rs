//! Scans files for references without parsing more of them than necessary.

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
use super::kinds::is_binary;
use crate::files::{extension, file_name};
use scenewright_project_files::root::{merge_conflict, not_text};

/// How a file is scanned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GodotScanKind {
    /// Scenes and resources in Godot's text format.
    Resource,
    /// `project.godot`.
    Settings,
    /// `plugin.cfg`.
    Plugin,
    /// Other files with keys and values: `.gdextension`, export presets.
    Config,
    Script,
    CSharp,
    Shader,
    /// Scenes and resources in Godot's binary format.
    Binary,
    /// A model in JSON that references buffers and images.
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
            _ if is_binary(path) => GodotScanKind::Binary,
            _ => GodotScanKind::Opaque,
        }
    }
}

/// `path` is project-relative.
pub(super) fn scan_content(kind: GodotScanKind, bytes: &[u8], path: &str) -> GodotContent {
    if kind == GodotScanKind::Binary {
        return resource::scan_binary(bytes, path);
    }
    if let Some(reason) = not_text(bytes) {
        return GodotContent::Refused(reason);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return GodotContent::Refused(not_utf8(bytes, error.valid_up_to())),
    };
    // Strings of scenes and resources may contain such lines: their parser detects conflicts.
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
        GodotScanKind::Binary | GodotScanKind::Opaque => return GodotContent::NotRead,
    };
    match scanned {
        Ok(scan) => GodotContent::Read(scan),
        Err(problem) => GodotContent::Refused(problem),
    }
}

/// The uid in a `.uid` file.
pub(super) fn sidecar_uid(bytes: &[u8]) -> Option<Box<str>> {
    let text = std::str::from_utf8(bytes).ok()?.trim_ascii();
    is_uid(text).then(|| text.into())
}

/// The same in every run of the program.
pub(super) fn word_hash(word: &str) -> u64 {
    FixedState::with_seed(0).hash_one(word)
}

/// Godot writes `uid://<invalid>` for a file without a uid.
fn is_uid(text: &str) -> bool {
    text.strip_prefix("uid://")
        .is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

fn scan_of_references(found: impl Iterator<Item = GodotReference>) -> GodotScan {
    GodotScan { references: distinct(found.collect()), ..GodotScan::default() }
}

/// Without duplicates: files often reference the same script or class many times.
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
