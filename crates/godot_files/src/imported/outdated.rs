//! Whether a file was changed after its import. As in Godot, its content decides, by its MD5.

use std::fmt::Write;
use std::fs;

use md5::{Digest, Md5};
use scenewright_engine::Subject;

use crate::files::GodotFileView;
use crate::value;

/// `false` if there is no record of the import.
pub(super) fn is_outdated(files: &GodotFileView<'_>, relative: &str, product: &str) -> bool {
    // Most files are older than their products: these are not read.
    let modified = |path: &str| {
        let metadata = fs::metadata(files.root.path().join(path));
        metadata.and_then(|metadata| metadata.modified()).ok()
    };
    if modified(relative) <= modified(product) {
        return false;
    }
    let recorded = recorded_md5(files, product);
    let content = files.root.read(Subject::SceneFile, relative).ok();
    match (recorded, content) {
        (Some(recorded), Some(content)) => recorded != md5_text(&content),
        _ => false,
    }
}

/// Godot writes it beside the product.
fn recorded_md5(files: &GodotFileView<'_>, product: &str) -> Option<String> {
    let stem = product.rsplit_once('.').map_or(product, |(stem, _)| stem);
    let bytes = files.root.read(Subject::ImportFile, &format!("{stem}.md5")).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    lines.find_map(|line| Some(value::string(line.strip_prefix("source_md5=")?)?.into_owned()))
}

fn md5_text(content: &[u8]) -> String {
    let mut text = String::new();
    for byte in Md5::digest(content) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
