//! Reads from `ProjectSettings/`: the editor version, the product name and the build list.

use scenewright_engine::{EngineError, Subject};
use scenewright_model::{SourcePosition, UnreadReason, source_positions};

use super::document::{UnityDocument, UnityText};
use super::pointer::Guid;
use super::yaml::YamlValue;
use scenewright_project_files::root::ProjectRoot;

pub(crate) const BUILD_LIST: &str = "ProjectSettings/EditorBuildSettings.asset";
const EDITOR_SETTINGS: &str = "ProjectSettings/EditorSettings.asset";

/// An entry of the build list.
pub(crate) struct BuildScene {
    pub(crate) path: String,
    pub(crate) enabled: bool,
    /// `None` in files of Unity 5.
    pub(crate) guid: Option<Guid>,
}

/// How the editor saves a project's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AssetSerialization {
    Text,
    Mixed,
    Binary,
    /// The settings themselves are binary files, so it is not text.
    BinarySettings,
}

/// `Text` for a project whose settings do not tell.
pub(crate) fn asset_serialization(root: &ProjectRoot) -> AssetSerialization {
    let mode =
        first_document(root, EDITOR_SETTINGS, |document| document.text("m_SerializationMode"));
    match mode.as_ref().map(Option::as_deref) {
        Ok(Some("0")) => AssetSerialization::Mixed,
        Ok(Some("1")) => AssetSerialization::Binary,
        Err(error) if is_binary_file(error) => AssetSerialization::BinarySettings,
        _ => AssetSerialization::Text,
    }
}

pub(crate) fn is_binary_file(error: &EngineError) -> bool {
    matches!(error, EngineError::Unread(unread) if unread.reason == UnreadReason::Binary)
}

impl AssetSerialization {
    /// What it means for the files of a project; `None` if they are text.
    pub(crate) fn diagnostic(self) -> Option<&'static str> {
        Some(match self {
            AssetSerialization::Text => return None,
            AssetSerialization::Mixed => {
                "In the editor, Asset Serialization is set to Mixed: Unity writes new files as binary, and those cannot be read or changed."
            }
            AssetSerialization::Binary => {
                "In the editor, Asset Serialization is set to Force Binary: Unity writes all files as binary, and those cannot be read or changed."
            }
            AssetSerialization::BinarySettings => {
                "The project's settings are binary files: in the editor, Asset Serialization is not set to Force Text. Its name, build list and settings are unknown."
            }
        })
    }
}

/// `None` in old projects.
pub(crate) fn editor_version(root: &ProjectRoot) -> Option<String> {
    let bytes = root.read(Subject::SettingsFile, "ProjectSettings/ProjectVersion.txt").ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let version = text.lines().find_map(|line| line.strip_prefix("m_EditorVersion:"))?.trim();
    (!version.is_empty()).then(|| version.to_owned())
}

pub(crate) fn product_name(root: &ProjectRoot) -> Result<Option<String>, EngineError> {
    let name = first_document(root, "ProjectSettings/ProjectSettings.asset", |document| {
        document.text("productName")
    })?;
    Ok(name.filter(|name| !name.is_empty()))
}

/// In the order of the list.
pub(crate) fn build_scenes(root: &ProjectRoot) -> Result<Vec<BuildScene>, EngineError> {
    let scenes = first_document(root, BUILD_LIST, |document| {
        let list = document.field("m_Scenes")?;
        let items = list.as_ref().map(YamlValue::items).unwrap_or_default();
        Ok(items.iter().filter_map(build_scene).collect())
    })?;
    Ok(scenes.unwrap_or_default())
}

fn build_scene(item: &YamlValue<'_>) -> Option<BuildScene> {
    Some(BuildScene {
        path: item.get("path")?.text().into_owned(),
        enabled: item.get("enabled").is_none_or(|enabled| enabled.text() != "0"),
        guid: item.get("guid").and_then(|guid| Guid::parse(&guid.text())),
    })
}

/// Where the path of an entry of the build list is.
pub(crate) fn build_scene_position(root: &ProjectRoot, index: usize) -> Option<SourcePosition> {
    let bytes = root.read(Subject::SettingsFile, BUILD_LIST).ok()?;
    let text = UnityText::new(BUILD_LIST, bytes).ok()?;
    let documents = text.documents().ok()?;
    let document = documents.first()?;
    let syntax = document.syntax().ok()?;
    let list = syntax.documents().next()?.children().next()?.get("m_Scenes")?;
    let item = list.children().filter(|item| item.get("path").is_some()).nth(index)?;
    let at = document.body_offset() + item.get("path")?.value_span().start;
    source_positions(text.as_str().as_bytes(), &[at]).pop()
}

/// `None` when the project has no such file.
fn first_document<T>(
    root: &ProjectRoot,
    path: &str,
    read: impl Fn(&UnityDocument<'_>) -> Result<T, EngineError>,
) -> Result<Option<T>, EngineError> {
    let bytes = match root.read(Subject::SettingsFile, path) {
        Err(EngineError::NotFound { .. }) => return Ok(None),
        other => other?,
    };
    let text = UnityText::new(path, bytes)?;
    let documents = text.documents()?;
    documents.first().map(read).transpose()
}

/// The editor's version, as far as files differ by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnityVersion {
    pub(crate) major: u32,
    pub(crate) minor: u32,
}

/// For projects that do not name a version.
const DEFAULT_VERSION: UnityVersion = UnityVersion { major: 2022, minor: 3 };

pub(crate) fn read_version(root: &ProjectRoot) -> UnityVersion {
    named_version(root).unwrap_or(DEFAULT_VERSION)
}

/// `None` in old projects.
pub(crate) fn named_version(root: &ProjectRoot) -> Option<UnityVersion> {
    UnityVersion::parse(&editor_version(root)?)
}

impl UnityVersion {
    fn parse(text: &str) -> Option<UnityVersion> {
        let mut numbers = text.split('.').map(str::parse);
        Some(UnityVersion { major: numbers.next()?.ok()?, minor: numbers.next()?.ok()? })
    }
}

/// Whether `{…}` always stays on one line.
pub(crate) fn mappings_on_one_line(root: &ProjectRoot) -> Result<bool, EngineError> {
    let set = first_document(root, EDITOR_SETTINGS, |document| {
        document.text("m_SerializeInlineMappingsOnOneLine")
    })?;
    Ok(set.is_some_and(|set| set == "1"))
}
