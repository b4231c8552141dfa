//! What the index stores about a `.meta` file.

use std::borrow::Cow;

use scenewright_model::UnreadReason;

use super::scan::TextScanner;
use crate::pointer::Guid;
use scenewright_project_files::root::{merge_conflict, not_text};

/// Guid, labels and importer come first; the importer's settings after them may be long.
const META_HEAD_BYTES: usize = 4096;

/// Importers that nearly every `.meta` file uses one of; other names are copied.
const IMPORTERS: [&str; 16] = [
    "AssemblyDefinitionImporter",
    "AudioImporter",
    "ComputeShaderImporter",
    "DefaultImporter",
    "IHVImageFormatImporter",
    "ModelImporter",
    "MonoImporter",
    "NativeFormatImporter",
    "PackageManifestImporter",
    "PluginImporter",
    "PrefabImporter",
    "ScriptedImporter",
    "ShaderImporter",
    "TextScriptImporter",
    "TextureImporter",
    "TrueTypeFontImporter",
];

#[derive(Debug, Default)]
pub(crate) struct MetaFile {
    pub(crate) guid: Option<Guid>,
    /// `TextureImporter`; `None` when the file does not name one.
    pub(crate) importer: Option<Cow<'static, str>>,
    /// Why the guid is not known, or ambiguous.
    pub(crate) unread: Option<Box<UnreadReason>>,
    extras: Option<Box<MetaExtras>>,
}

/// Data that few `.meta` files have.
#[derive(Debug)]
struct MetaExtras {
    labels: Vec<String>,
    references: Box<[Guid]>,
}

impl MetaFile {
    pub(crate) fn labels(&self) -> &[String] {
        self.extras.as_ref().map(|rest| &*rest.labels).unwrap_or_default()
    }

    /// The assets that the import settings reference, each once.
    pub(crate) fn references(&self) -> &[Guid] {
        self.extras.as_ref().map(|rest| &*rest.references).unwrap_or_default()
    }

    pub(super) fn unread(reason: UnreadReason) -> MetaFile {
        MetaFile { unread: Some(Box::new(reason)), ..MetaFile::default() }
    }

    pub(super) fn read(bytes: &[u8], scanner: &mut TextScanner) -> MetaFile {
        let mut meta = MetaFile::default();
        let mut labels = Vec::new();
        let mut in_labels = false;
        let mut settings = 0;
        for line in bytes[..bytes.len().min(META_HEAD_BYTES)].split_inclusive(|&byte| byte == b'\n')
        {
            settings += line.len();
            let Ok(line) = str::from_utf8(line).map(str::trim_end) else {
                continue;
            };
            if let Some(label) = line.strip_prefix("- ").filter(|_| in_labels) {
                labels.push(label.to_owned());
                continue;
            }
            in_labels = line == "labels:";
            if let Some(guid) = line.strip_prefix("guid:").filter(|_| meta.guid.is_none()) {
                meta.guid = Guid::parse(guid.trim());
            } else if let Some(name) = line.strip_suffix(':').and_then(importer) {
                meta.importer = Some(name);
                break;
            }
        }
        let references = scanner.scan_meta(bytes, settings);
        if !labels.is_empty() || !references.is_empty() {
            meta.extras = Some(Box::new(MetaExtras { labels, references }));
        }
        meta.unread = unread_reason(bytes, meta.guid).map(Box::new);
        meta
    }
}

/// Why the content of a `.meta` file is not reliable.
fn unread_reason(bytes: &[u8], guid: Option<Guid>) -> Option<UnreadReason> {
    let head = &bytes[..bytes.len().min(META_HEAD_BYTES)];
    let no_guid = || UnreadReason::Malformed { line: 1, reason: "it has no guid".to_owned() };
    merge_conflict(head)
        .or_else(|| if guid.is_none() { not_text(head).or_else(|| Some(no_guid())) } else { None })
}

/// The key of the top-level block that holds the importer's settings.
fn importer(key: &str) -> Option<Cow<'static, str>> {
    if !key.ends_with("Importer") || key.starts_with(' ') {
        return None;
    }
    let known = IMPORTERS.into_iter().find(|known| *known == key);
    Some(known.map_or_else(|| Cow::Owned(key.to_owned()), Cow::Borrowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUID: &str = "11111111111111111111111111111111";
    const OTHER: &str = "22222222222222222222222222222222";

    fn read(text: &str) -> MetaFile {
        MetaFile::read(text.as_bytes(), &mut TextScanner::default())
    }

    #[test]
    fn guid_labels_and_importer() {
        let text = format!(
            "\u{feff}fileFormatVersion: 2\nguid: {GUID} \nlabels:\n- One\n- Two words\ntimeCreated: 1\nModelImporter:\n  externalObjects:\n  - first:\n      name: x\n    second: {{fileID: 2100000, guid: {OTHER}, type: 2}}\n  icon: {{instanceID: 0}}\n"
        );
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let meta = read(&text);
            assert_eq!(meta.guid, Guid::parse(GUID));
            assert_eq!(meta.importer.as_deref(), Some("ModelImporter"));
            assert_eq!(meta.labels(), ["One", "Two words"]);
            assert_eq!(meta.references(), [Guid::parse(OTHER).unwrap()]);
        }
    }

    #[test]
    fn a_meta_file_may_be_almost_empty() {
        let meta = read(&format!("fileFormatVersion: 2\nguid: {GUID}"));
        assert_eq!(meta.guid, Guid::parse(GUID));
        assert!(meta.importer.is_none() && meta.extras.is_none());
        assert_eq!(read("").guid, None);
        assert_eq!(read("guid: nonsense\n").guid, None);
    }
}
