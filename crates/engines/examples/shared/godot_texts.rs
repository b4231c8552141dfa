//! The Godot text files below some folders, and the parsers that are compared on them.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};

use scenewright_godot_files::formats::{GodotFile, GodotTextKind, Variant, walk};

#[derive(Clone)]
pub struct Text {
    pub content: String,
    pub format: GodotTextKind,
}

/// Takes a text and says whether it was read.
pub type Parse = fn(Text) -> bool;

/// The first reads scenes and resources only.
pub const PARSERS: [(&str, Parse); 4] =
    [("tscn", peer), ("spans", spans), ("typed", typed), ("walked", walked)];

fn peer(text: Text) -> bool {
    tscn::Document::parse(&text.content).map(black_box).is_ok()
}

/// Sections, keys, and values with their brackets and strings followed to the end.
fn spans(text: Text) -> bool {
    document(text).is_some()
}

/// And every value checked to its last number.
fn typed(text: Text) -> bool {
    document(text).is_some_and(|file| {
        file.entries().all(|entry| Variant::parse(entry.value).map(black_box).is_ok())
    })
}

/// And every value inside a value visited.
fn walked(text: Text) -> bool {
    document(text).is_some_and(|file| {
        file.entries().all(|entry| {
            let visit = &mut |value| {
                black_box(value);
            };
            Variant::parse(entry.value).map(|value| walk(value, visit)).is_ok()
        })
    })
}

fn document(text: Text) -> Option<GodotFile> {
    GodotFile::parse(text.content.into_bytes(), text.format).map(black_box).ok()
}

/// All below the folders: scenes and resources first, then settings.
pub fn files(folders: &[PathBuf]) -> [Vec<PathBuf>; 2] {
    let mut open = folders.to_vec();
    let mut files = [Vec::new(), Vec::new()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match format(&path) {
                _ if path.is_dir() => open.push(path),
                Some(GodotTextKind::Resource) => files[0].push(path),
                Some(GodotTextKind::Config) => files[1].push(path),
                None => {}
            }
        }
    }
    files
}

fn format(path: &Path) -> Option<GodotTextKind> {
    GodotTextKind::from_file_name(path.file_name()?.to_str()?)
}

pub fn text(path: &Path) -> Option<Text> {
    let format = format(path)?;
    let content = fs::read_to_string(path).ok()?;
    Some(Text { content, format })
}
