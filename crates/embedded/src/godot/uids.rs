//! Which file a `uid://` means: headers of text resources, `.uid` files and import settings say it.

use std::collections::HashMap;

use scenewright_engine::EngineError;

use super::files::{Files, extension};

#[derive(Default)]
pub(super) struct Uids {
    paths: HashMap<String, String>,
}

impl Uids {
    /// Reads every file that can carry a uid; worth it only when a uid must be followed.
    pub(super) fn collect(files: &Files<'_>) -> Result<Uids, EngineError> {
        let mut uids = Uids::default();
        for path in files.list(|name| carrier(name).is_some())? {
            files.cx.check()?;
            let Ok(bytes) = files.root.read("Resource", &path) else {
                continue;
            };
            let Some(head) = carrier(&path).and_then(|carrier| head(carrier, &bytes)) else {
                continue;
            };
            if let Some(uid) = first_uid(head) {
                let owner = owner(&path).to_owned();
                uids.paths.entry(uid.to_owned()).or_insert(owner);
            }
        }
        Ok(uids)
    }

    pub(super) fn path(&self, uid: &str) -> Option<&str> {
        self.paths.get(uid).map(String::as_str)
    }
}

#[derive(Clone, Copy)]
enum Carrier {
    /// A text resource: the uid stands in its first header.
    Resource,
    /// A `.uid` file beside a script or shader: nothing but the uid.
    Sidecar,
    /// An `.import` file: the uid stands in its first section.
    Import,
}

fn carrier(path: &str) -> Option<Carrier> {
    match extension(path) {
        "tscn" | "tres" => Some(Carrier::Resource),
        "uid" => Some(Carrier::Sidecar),
        "import" => Some(Carrier::Import),
        _ => None,
    }
}

/// The part of the file in which its own uid stands; later ones belong to what it refers to.
fn head(carrier: Carrier, bytes: &[u8]) -> Option<&str> {
    let start = &bytes[..bytes.len().min(4096)];
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&start[..error.valid_up_to()]).ok()?,
    };
    match carrier {
        Carrier::Sidecar => Some(text),
        Carrier::Resource => text.find(']').map(|end| &text[..end]),
        Carrier::Import => Some(text.find("\n[deps]").map_or(text, |end| &text[..end])),
    }
}

fn first_uid(text: &str) -> Option<&str> {
    let start = text.find("uid://")?;
    let uid = &text[start..];
    let end = uid.find(|c: char| c == '"' || c.is_whitespace()).unwrap_or(uid.len());
    Some(&uid[..end])
}

fn owner(path: &str) -> &str {
    path.strip_suffix(".uid").or_else(|| path.strip_suffix(".import")).unwrap_or(path)
}
