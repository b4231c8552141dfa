//! Creates scenes and prefab variants, and edits the build list.

use scenewright_engine::{EngineError, Subject};

use scenewright_project_files::new_file;
use scenewright_project_files::root::stem;

use crate::class_ids::{PREFAB_INSTANCE, SCENE_ROOTS};
use crate::document::YAML_HEADER;
use crate::guids::extension_of;
use crate::members::field_value::PathStep;
use crate::pointer::Guid;
use crate::settings::{BUILD_LIST, UnityVersion};

use super::create::new_document;
use super::lists::{self, SCENES};
use super::new_ids::{self, FreshIds};
use super::set::NewValue;
use super::text::EditedText;
use super::{Planner, emit, refuse, templates};

/// The settings at the start of every scene; their ids are their positions.
const SCENE_SETTINGS: &[&str] =
    &["OcclusionCullingSettings", "RenderSettings", "LightmapSettings", "NavMeshSettings"];

fn scene_roots() -> String {
    format!(
        "--- !u!{SCENE_ROOTS} &{}\nSceneRoots:\n  m_ObjectHideFlags: 0\n  m_Roots: []\n",
        i64::MAX
    )
}

/// The minimum that makes a text a scene; it is never written to a file.
pub(super) fn blank_scene(version: UnityVersion) -> String {
    let settings = "--- !u!104 &2\nRenderSettings:\n  m_ObjectHideFlags: 0\n";
    let roots = if templates::lists_roots(version) { scene_roots() } else { String::new() };
    format!("{YAML_HEADER}{settings}{roots}")
}

impl Planner<'_> {
    pub(super) fn create_scene(&mut self, path: &str) -> Result<(), EngineError> {
        let path = self.new_file(path, "unity")?;
        let mut text = YAML_HEADER.to_owned();
        for (name, id) in SCENE_SETTINGS.iter().zip(1..) {
            let unknown = || refuse(format!("'{path}'"), "this Unity version is unknown");
            let (class, fields) = templates::find(name, self.version).ok_or_else(unknown)?;
            text += &format!("--- !u!{class} &{id}\n{name}:\n{fields}");
        }
        if templates::lists_roots(self.version) {
            text += &scene_roots();
        }
        self.files.create(&path, text);
        self.create_meta(&path, "DefaultImporter");
        Ok(())
    }

    pub(super) fn create_variant(&mut self, base: &str, path: &str) -> Result<(), EngineError> {
        let path = self.new_file(path, "prefab")?;
        let source = self.instance_source(base)?;
        let body = self.instance_body(&source, Some(stem(&path)))?;
        let mut text = EditedText::new(&path, YAML_HEADER);
        let id = FreshIds::new(&text).next();
        text.add(vec![new_document(PREFAB_INSTANCE, id, body)]);
        self.files.create(&path, text.text);
        self.create_meta(&path, "PrefabImporter");
        Ok(())
    }

    pub(super) fn add_to_build(&mut self, scene: &str, enabled: bool) -> Result<(), EngineError> {
        let path = self.unity.root.project_path(scene)?;
        let guid = self.scene_guid(&path)?;
        self.files.load(&self.unity.root, BUILD_LIST)?;
        let style = self.style;
        let text = self.files.text_mut(BUILD_LIST)?;
        let flag = i32::from(enabled);
        let quoted_path = emit::text(&path, emit::EmitPosition { column: 10, indent: 6 });
        let item = format!("enabled: {flag}\n    path: {quoted_path}\n    guid: {guid}");
        let Some(id) = text.docs().first().map(|doc| doc.id) else {
            return Err(refuse(format!("'{BUILD_LIST}'"), "it contains no settings"));
        };
        text.change(id, |body| match lists::scene_position(body, &path)? {
            Some(index) => {
                let steps = [SCENES[0], PathStep::Item(index), PathStep::Key("enabled")];
                style.set(body, &steps, &NewValue::Number(flag.to_string()))
            }
            None => lists::insert(body, SCENES, None, &item),
        })
    }

    fn scene_guid(&self, path: &str) -> Result<String, EngineError> {
        if extension_of(path) != Some("unity") {
            return Err(self.unity.not_a_scene_error(path.to_owned()));
        }
        if let Ok(meta) = self.files.text(&format!("{path}.meta")) {
            let guid = meta.text.lines().find_map(|line| line.strip_prefix("guid: "));
            return Ok(guid.unwrap_or_default().to_owned());
        }
        let assets = self.assets();
        let not_found =
            || EngineError::NotFound { what: Subject::SceneFile, path: path.to_owned() };
        let guid = assets.find(path).ok_or_else(not_found)?.guid;
        let no_guid =
            || refuse(format!("Scene '{path}'"), "it has no .meta file and therefore no guid");
        Ok(guid.ok_or_else(no_guid)?.to_string())
    }

    /// Checks a new file's path and returns it relative to the project.
    pub(super) fn new_file(&self, path: &str, extension: &str) -> Result<String, EngineError> {
        let path = self.unity.root.project_path(path)?;
        let what = || format!("File '{path}'");
        if extension_of(&path) != Some(extension) || !path.starts_with("Assets/") {
            let reason = format!("a new file must be below Assets and end in '.{extension}'");
            return Err(refuse(what(), reason));
        }
        if let Some(reason) = new_file::name_problem(&path) {
            return Err(refuse(what(), reason));
        }
        let meta = format!("{path}.meta");
        let is_there = |path: &str| self.unity.root.has_file(path) || self.files.contains(path);
        if is_there(&path) || is_there(&meta) {
            return Err(refuse(what(), "it already exists"));
        }
        Ok(path.into())
    }

    /// Creates the `.meta` file of a new file, and returns its guid.
    pub(super) fn create_meta(&mut self, path: &str, importer: &str) -> String {
        let mut seed = String::new();
        let guid = loop {
            let guid = new_ids::new_guid(path, &seed);
            let is_free = Guid::parse(&guid).is_none_or(|guid| self.index.by_guid(guid).is_none());
            if is_free {
                break guid;
            }
            seed.push('+');
        };
        let text = format!(
            "fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  externalObjects: {{}}\n  userData: \n  assetBundleName: \n  assetBundleVariant: \n"
        );
        self.files.create(&format!("{path}.meta"), text);
        guid
    }
}
