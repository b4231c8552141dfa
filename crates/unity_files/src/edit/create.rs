//! Creates objects and components.

use scenewright_engine::EngineError;
use scenewright_engine::names::{self, NameError, NameKind};
use scenewright_engine::quote::shorten;
use scenewright_model::{CreatedObject, ObjectId, ObjectRef};

use scenewright_project_files::root::stem;

use super::emit::{self, EmitPosition};
use super::hierarchy::MovableChild;
use super::lists::{self, ADDED_COMPONENTS, COMPONENTS};
use super::new_ids::FreshIds;
use super::target::{self, TargetObject};
use super::templates;
use super::text::NewDocument;
use super::{Planner, refuse};
use crate::class_ids::{GAME_OBJECT, MONO_BEHAVIOUR, RECT_TRANSFORM, TRANSFORM};

/// A component that has no id yet.
struct NewComponent {
    class: u32,
    name: String,
    fields: String,
}

impl Planner<'_> {
    pub(super) fn create_object(
        &mut self,
        scene: &str,
        parent: Option<&ObjectRef>,
        sibling: Option<usize>,
        name: &str,
        components: &[String],
    ) -> Result<(), EngineError> {
        let (path, tree) = self.open(scene)?;
        self.check_format_version(&path)?;
        let parent = parent.map(|parent| target::find_object(&path, &tree, parent)).transpose()?;
        let (rects, others): (Vec<&String>, Vec<&String>) =
            components.iter().partition(|name| is_rect_transform(name));
        let new_components: Vec<NewComponent> =
            others.into_iter().map(|name| self.new_component(name)).collect::<Result<_, _>>()?;
        let above = parent.map(|parent| &tree.nodes[parent]);
        let is_rect = !rects.is_empty()
            || above.is_some_and(|node| {
                node.parts.iter().any(|part| part.component.type_name == "RectTransform")
            });
        let layer = above.map_or(0, |node| node.layer);
        let text = self.files.text(&path)?;
        let mut ids = FreshIds::new(text);
        let object = ids.next();
        let transform = ids.next();
        let parts: Vec<i64> = new_components.iter().map(|_| ids.next()).collect();
        let listed: Vec<i64> = [transform].into_iter().chain(parts.iter().copied()).collect();
        let quoted_name = emit::text(name, EmitPosition { column: 10, indent: 4 });
        let class = if is_rect { RECT_TRANSFORM } else { TRANSFORM };
        let mut group = vec![
            new_document(GAME_OBJECT, object, templates::game_object(&quoted_name, layer, &listed)),
            new_document(class, transform, templates::transform(object, is_rect, self.version)),
        ];
        for (component_template, id) in new_components.iter().zip(parts) {
            group.push(new_document(
                component_template.class,
                id,
                templates::component(&component_template.name, object, &component_template.fields),
            ));
        }
        self.files.text_mut(&path)?.add(group);
        let node = parent.unwrap_or_default();
        let target = TargetObject { path, tree, node };
        self.attach(&target, MovableChild::Own(transform), parent, sibling)?;
        self.record_created(&target.path, &object.to_string())
    }

    /// Records a created object, by its key.
    pub(super) fn record_created(&mut self, path: &str, key: &str) -> Result<(), EngineError> {
        let (path, tree) = self.open(path)?;
        let id = ObjectId::new(&path, key);
        let found = tree.nodes.iter().position(|node| node.key == key);
        let object = found.map(|node| tree.object_path(node)).unwrap_or_default();
        self.created.push(CreatedObject { scene: path, path: object, id });
        Ok(())
    }

    pub(super) fn add_component(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: &str,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        self.check_format_version(&target.path)?;
        let component_template = self.new_component(component)?;
        let owner = self.handle_id(&target, None)?;
        let text = self.files.text_mut(&target.path)?;
        let id = FreshIds::new(text).next();
        let body =
            templates::component(&component_template.name, owner, &component_template.fields);
        let last = target.node().parts.last().map_or(owner, |part| part.id);
        let last = if text.doc(last).is_ok() { last } else { owner };
        text.add_after(last, new_document(component_template.class, id, body))?;
        if target.instance_depth() == 0 {
            let item = format!("component: {{fileID: {id}}}");
            return text.change(owner, |body| lists::insert(body, COMPONENTS, None, &item));
        }
        self.record_added(&target, None, ADDED_COMPONENTS, id)
    }

    /// Files of Unity before 2018.3 can be edited, but nothing can be added to them.
    pub(super) fn check_format_version(&self, path: &str) -> Result<(), EngineError> {
        if self.version < templates::OLDEST_SUPPORTED || self.files.text(path)?.is_before_2018_3() {
            let reason = "nothing can be added to files that Unity before 2018.3 wrote";
            return Err(refuse(format!("'{path}'"), reason));
        }
        Ok(())
    }

    fn new_component(&self, name: &str) -> Result<NewComponent, EngineError> {
        if let Some((short, class, fields)) = self.find_built_in(name) {
            let fields = fields.to_owned();
            let name = if class == MONO_BEHAVIOUR { "MonoBehaviour" } else { short };
            return Ok(NewComponent { class, name: name.to_owned(), fields });
        }
        let guid = self.script_guid(name)?;
        let fields = format!(
            "  m_Enabled: 1\n  m_EditorHideFlags: 0\n  m_Script: {{fileID: 11500000, guid: {guid}, type: 3}}\n  m_Name: \n  m_EditorClassIdentifier: \n"
        );
        Ok(NewComponent { class: MONO_BEHAVIOUR, name: "MonoBehaviour".to_owned(), fields })
    }

    /// A built-in component by its type, with or without its namespace, ignoring case.
    fn find_built_in(&self, name: &str) -> Option<(&'static str, u32, &'static str)> {
        let known = templates::names().into_iter().filter(|own| !own.ends_with("Settings"));
        // Types of the UI package need its part of the namespace, as a script may be called Image.
        let within =
            name.split_once('.').filter(|(first, _)| first.eq_ignore_ascii_case(UNITY_NAMESPACE));
        let names = [strip_unity_namespace(name), within.map_or(name, |(_, rest)| rest)];
        let is_it = |own: &&str| names.iter().any(|name| own.eq_ignore_ascii_case(name));
        let found = known.into_iter().find(is_it)?;
        let (class, fields) = templates::find(found, self.version)?;
        Some((found, class, fields))
    }

    /// The guid of a script, by its class or its path.
    fn script_guid(&self, name: &str) -> Result<String, EngineError> {
        let (namespace, class) = names::qualified(name).unzip();
        let class = if name.ends_with(".cs") { name } else { class.unwrap_or(name) };
        let is_it = |path: &str| {
            path.eq_ignore_ascii_case(name)
                || (path.ends_with(".cs")
                    && !name.ends_with(".cs")
                    && stem(path).eq_ignore_ascii_case(class))
        };
        let is_in = |path: &str| match namespace.filter(|_| !name.ends_with(".cs")) {
            None => true,
            Some(namespace) => self
                .unity
                .namespaces(path)
                .is_none_or(|all| all.iter().any(|own| own.eq_ignore_ascii_case(namespace))),
        };
        let mut found = self
            .index
            .files()
            .filter(|file| is_it(&file.path) && file.guid.is_some() && is_in(&file.path));
        let first = found.next().ok_or_else(|| self.unknown_type(name))?;
        if let Some(second) = found.next() {
            let reason = format!("two scripts have this name: '{}', '{}'", first.path, second.path);
            return Err(refuse(format!("Component '{}'", shorten(name)), reason));
        }
        Ok(first.guid.map(|guid| guid.to_string()).unwrap_or_default())
    }

    /// The error for a name that is neither a script nor a known built-in component.
    fn unknown_type(&self, name: &str) -> EngineError {
        let short = names::qualified(name).map_or(name, |(_, short)| short);
        let scripts = self.index.files().filter(|file| file.path.ends_with(".cs"));
        let known = templates::names().into_iter().filter(|own| !own.ends_with("Settings"));
        let all = known.chain(scripts.map(|file| stem(&file.path)));
        let similar = names::nearest(short, all);
        EngineError::Name(NameError::unknown(NameKind::ComponentType, name, similar))
    }
}

/// The first part of the namespaces of Unity's own types.
const UNITY_NAMESPACE: &str = "UnityEngine";

/// `UnityEngine.AI.NavMeshAgent` is `NavMeshAgent`.
fn strip_unity_namespace(name: &str) -> &str {
    match names::qualified(name) {
        Some((namespace, short))
            if namespace
                .split('.')
                .next()
                .is_some_and(|first| first.eq_ignore_ascii_case(UNITY_NAMESPACE)) =>
        {
            short
        }
        _ => name,
    }
}

/// It replaces the plain Transform.
fn is_rect_transform(name: &str) -> bool {
    strip_unity_namespace(name).eq_ignore_ascii_case("RectTransform")
}

pub(super) fn new_document(class: u32, id: i64, body: String) -> NewDocument {
    NewDocument { class, id, stripped: false, body }
}
