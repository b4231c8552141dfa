//! The licence texts of everything that is linked into the program. Equal texts appear once.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::crates::UsedCrate;
use crate::Result;

const STANDARD_LIBRARY: &str = "\
The Rust standard library is licensed under MIT OR Apache-2.0; on Linux the program contains the C library
musl, which is licensed under MIT (copyright 2005-2020 Rich Felker, et al.).
";

pub(super) fn text(crates: &BTreeMap<String, UsedCrate>) -> Result<String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut overview = String::new();
    for used in crates.values().filter(|it| it.is_external && !it.build_only) {
        let expression = used.licence.as_deref().unwrap_or("no licence named");
        let texts = licence_files(&used.folder)?;
        let note = if texts.is_empty() { ", without a text of its own" } else { "" };
        overview += &format!("  {} {} ({expression}{note})\n", used.name, used.version);
        for path in texts {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n");
            by_text.entry(text.trim().to_owned()).or_default().push(used.key());
        }
    }
    let mut all =
        format!("Scenewright contains these libraries:\n\n{overview}\n{STANDARD_LIBRARY}");
    for (text, users) in by_text {
        let line = "=".repeat(100);
        all += &format!("\n{line}\nOf {}:\n\n{text}\n", users.join(", "));
    }
    Ok(all)
}

/// Also of C code inside the crate, which has its own.
fn licence_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().to_ascii_uppercase();
            let is_folder = entry.file_type()?.is_dir();
            if is_folder && depth < 3 && !name.starts_with("TEST") {
                folders.push((entry.path(), depth + 1));
            }
            let starts = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
            let is_code = [".RS", ".TOML", ".PY", ".JSON"].iter().any(|end| name.ends_with(end));
            if !is_folder && !is_code && starts.iter().any(|start| name.starts_with(start)) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn equal_texts_appear_once_and_inner_ones_are_found() {
        let fixture = Fixture::new(
            "//- /a/LICENSE-MIT\nthe text\n//- /b/LICENSE\nthe text\n//- /b/c_src/lib/LICENSE\nof C\n\
             //- /c/license.rs\ncode\n",
        );
        let used = |name: &str| UsedCrate {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: Some("MIT".to_owned()),
            folder: fixture.path(name),
            is_external: true,
            ..UsedCrate::default()
        };
        let crates = ["a", "b", "c"].map(|name| (name.to_owned(), used(name)));
        let text = text(&BTreeMap::from(crates)).unwrap();
        assert_eq!(text.matches("the text").count(), 1);
        assert!(text.contains("Of a@1.0.0, b@1.0.0:") && text.contains("of C"), "{text}");
        assert!(text.contains("c 1.0.0 (MIT, without a text of its own)"), "{text}");
    }
}
