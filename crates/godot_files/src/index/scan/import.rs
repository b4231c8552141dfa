//! Scans `.import` files.

use super::super::content::{GodotReference, ImportInfo};
use super::{distinct, is_uid, quoted};
use crate::value;

impl ImportInfo {
    /// `owner` is the project-relative path of the imported file. Godot writes one key per line.
    pub(in super::super) fn read(bytes: &[u8], owner: &str) -> ImportInfo {
        let text = String::from_utf8_lossy(bytes);
        let (head, params) = text.split_once("\n[params]").unwrap_or((&text, ""));
        let mut import = ImportInfo::default();
        for line in head.lines() {
            import.read_line(line, owner);
        }
        let named = quoted::references(params).filter(|reference| !is_own(reference, owner));
        import.references = distinct(named.collect());
        import
    }

    fn read_line(&mut self, line: &str, owner: &str) {
        let Some((key, raw)) = line.split_once('=') else {
            return;
        };
        let text = || value::string(raw.trim()).filter(|text| !text.is_empty()).map(boxed);
        match key {
            "importer" => self.importer = text(),
            "type" => self.class = text(),
            "uid" => self.uid = text().filter(|uid| is_uid(uid)),
            "dest_files" => self.makes = import_products(raw, owner),
            _ => {}
        }
    }
}

fn boxed(text: std::borrow::Cow<'_, str>) -> Box<str> {
    text.as_ref().into()
}

fn is_own(reference: &GodotReference, owner: &str) -> bool {
    reference.path.strip_prefix("res://") == Some(owner)
}

/// The imported files outside of the cache.
fn import_products(raw: &str, owner: &str) -> Box<[Box<str>]> {
    let paths = quoted::addresses(raw).filter_map(|(_, path)| path.strip_prefix("res://"));
    paths.filter(|path| *path != owner).map(Into::into).collect()
}
