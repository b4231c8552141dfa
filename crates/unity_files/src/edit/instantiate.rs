//! Creates instances of prefabs and models.

use std::collections::HashSet;

use scenewright_engine::{EngineError, Subject};
use scenewright_model::ObjectRef;

use crate::class_ids::{PREFAB_INSTANCE, RECT_TRANSFORM, TRANSFORM};
use crate::pointer::Guid;
use crate::values::euler;

use super::create::new_document;
use super::emit;
use super::hierarchy::MovableChild;
use super::new_ids::FreshIds;
use super::overrides::NewOverride;
use super::set::{NewValue, YamlStyle};
use super::target::{self, TargetObject};
use super::text::{BodyError, NewDocument};
use super::{Planner, refuse, templates};
use crate::pose::LocalPose;

const MODEL_EXTENSIONS: &[&str] = &["fbx", "obj", "dae", "blend"];
const MODEL_ROOT_OBJECT: i64 = 919_132_149_155_446_097;
const MODEL_ROOT_TRANSFORM: i64 = -8_679_921_383_154_817_045;

/// A prefab or model to create instances of.
pub(super) struct InstanceSource {
    pub(super) guid: Guid,
    pub(super) key: String,
    pub(super) name: String,
    pub(super) object: i64,
    pub(super) transform: i64,
    pub(super) is_rect: bool,
    pub(super) local: LocalPose,
}

impl Planner<'_> {
    pub(super) fn instantiate(
        &mut self,
        scene: &str,
        source: &str,
        parent: Option<&ObjectRef>,
        sibling: Option<usize>,
        name: Option<&str>,
    ) -> Result<(), EngineError> {
        let (path, tree) = self.open(scene)?;
        self.check_format_version(&path)?;
        let parent = parent.map(|parent| target::find_object(&path, &tree, parent)).transpose()?;
        let source = self.instance_source(source)?;
        self.check_recursion(&path, source.guid)?;
        let body = self.instance_body(&source, name)?;
        let style = self.style;
        let text = self.files.text_mut(&path)?;
        let mut ids = FreshIds::new(text);
        let id = ids.next();
        let mut group = vec![new_document(PREFAB_INSTANCE, id, body)];
        let mut handle = None;
        if parent.is_some() {
            let xor = (source.transform ^ id) & i64::MAX;
            let own = if text.is_prefab() { xor } else { ids.next() };
            group.push(source.root_handle(style, id, own));
            handle = Some(own);
        }
        text.add(group);
        let target = TargetObject { path, tree, node: 0 };
        let child = MovableChild::Instance { id, root: source.transform, handle };
        self.attach(&target, child, parent, sibling)?;
        self.record_created(&target.path, &format!("{id}/{}", source.key))
    }

    pub(super) fn instance_source(&mut self, path: &str) -> Result<InstanceSource, EngineError> {
        let path = self.unity.root.project_path(path)?;
        let assets = self.assets();
        let asset = assets.find(&path);
        let asset =
            asset.ok_or(EngineError::NotFound { what: Subject::Prefab, path: path.to_string() })?;
        let no_guid =
            || refuse(format!("Asset '{path}'"), "it has no .meta file and therefore no guid");
        let guid = asset.guid.ok_or_else(no_guid)?;
        if MODEL_EXTENSIONS.iter().any(|extension| asset.has_extension(extension)) {
            return Ok(InstanceSource::model(guid, asset.stem()));
        }
        if !asset.has_extension("prefab") {
            return Err(refuse(format!("Asset '{path}'"), "it is neither a prefab nor a model"));
        }
        drop(assets);
        let (path, tree) = self.open(&path)?;
        let target = TargetObject { path, tree, node: 0 };
        let empty = || refuse(format!("Prefab '{}'", target.path), "it contains no object");
        let root = target.tree.nodes.first().ok_or_else(empty)?;
        Ok(InstanceSource {
            guid,
            key: root.key.clone(),
            name: root.name.clone(),
            object: root.game_object,
            transform: root.transform,
            is_rect: root.parts.iter().any(|part| part.component.type_name == "RectTransform"),
            local: self.local_pose(&target, 0)?,
        })
    }

    /// The body of an instance, with the overrides that Unity writes into every instance.
    pub(super) fn instance_body(
        &self,
        source: &InstanceSource,
        name: Option<&str>,
    ) -> Result<String, EngineError> {
        let newer = templates::lists_roots(self.version);
        let (version, added) = if newer {
            (
                "    serializedVersion: 3\n",
                "    m_RemovedGameObjects: []\n    m_AddedGameObjects: []\n    m_AddedComponents: []\n",
            )
        } else {
            ("", "")
        };
        let pointer = source.pointer_fields(100_100_000);
        let pointer: Vec<(&str, &str)> =
            pointer.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let at = emit::EmitPosition { column: 18, indent: 4 };
        let pointer = emit::flow(&pointer, at, self.style.one_line);
        let mut body = format!(
            "PrefabInstance:\n  m_ObjectHideFlags: 0\n  serializedVersion: 2\n  m_Modification:\n{version}    m_TransformParent: {{fileID: 0}}\n    m_Modifications: []\n    m_RemovedComponents: []\n{added}  m_SourcePrefab: {pointer}\n"
        );
        for new in source.overrides(name, !newer) {
            body = self.style.with_override(&body, &new).map_err(|error| match error {
                BodyError::Engine(error) => error,
                BodyError::Syntax(error) => refuse("The instance", error.reason),
            })?;
        }
        Ok(body)
    }

    /// A prefab must not contain itself.
    fn check_recursion(&self, path: &str, source: Guid) -> Result<(), EngineError> {
        let Some(own) = self.index.find(path).and_then(|file| file.guid) else {
            return Ok(());
        };
        let mut seen = HashSet::from([source]);
        let mut open = vec![source];
        while let Some(guid) = open.pop() {
            self.cx.check()?;
            if guid == own {
                return Err(refuse(format!("The instance in '{path}'"), "it would contain itself"));
            }
            let Some(file) = self.index.by_guid(guid).filter(|file| file.has_extension("prefab"))
            else {
                continue;
            };
            open.extend(
                self.index.dependencies(file).into_iter().filter(|guid| seen.insert(*guid)),
            );
        }
        Ok(())
    }
}

impl InstanceSource {
    fn model(guid: Guid, name: &str) -> InstanceSource {
        InstanceSource {
            guid,
            key: MODEL_ROOT_OBJECT.to_string(),
            name: name.to_owned(),
            object: MODEL_ROOT_OBJECT,
            transform: MODEL_ROOT_TRANSFORM,
            is_rect: false,
            local: LocalPose::default(),
        }
    }

    pub(super) fn pointer_fields(&self, id: i64) -> Vec<(String, String)> {
        [("fileID", id.to_string()), ("guid", self.guid.to_string()), ("type", "3".to_owned())]
            .map(|(key, value)| (key.to_owned(), value))
            .to_vec()
    }

    pub(super) fn root_handle(&self, style: YamlStyle, instance: i64, id: i64) -> NewDocument {
        let (class, name) =
            if self.is_rect { (RECT_TRANSFORM, "RectTransform") } else { (TRANSFORM, "Transform") };
        let body = style.handle_body(name, &self.pointer_fields(self.transform), instance, None);
        NewDocument { class, id, stripped: true, body }
    }

    /// Overrides of the root's pose and name, as Unity writes them into every instance.
    fn overrides(&self, name: Option<&str>, with_order: bool) -> Vec<NewOverride> {
        let of = |target: i64, path: &str, value: NewValue| NewOverride {
            target,
            path: path.to_owned(),
            value,
            reference: None,
        };
        let number = |number: f64| NewValue::Number(emit::float(number));
        let mut all = Vec::new();
        if with_order {
            all.push(of(self.transform, "m_RootOrder", NewValue::Number("0".to_owned())));
        }
        let [x, y, z] = self.local.position.to_array();
        let rotation = self.local.rotation.to_array();
        let [rx, ry, rz, rw] = rotation;
        let [ex, ey, ez] = euler(rotation);
        for (path, value) in [
            ("m_LocalPosition.x", x),
            ("m_LocalPosition.y", y),
            ("m_LocalPosition.z", z),
            ("m_LocalRotation.w", rw),
            ("m_LocalRotation.x", rx),
            ("m_LocalRotation.y", ry),
            ("m_LocalRotation.z", rz),
            ("m_LocalEulerAnglesHint.x", ex),
            ("m_LocalEulerAnglesHint.y", ey),
            ("m_LocalEulerAnglesHint.z", ez),
        ] {
            all.push(of(self.transform, path, number(value)));
        }
        let name = name.unwrap_or(&self.name).to_owned();
        all.push(of(self.object, "m_Name", NewValue::Text(name)));
        all
    }
}
