//! Creates nodes and instances of scenes.

use scenewright_engine::names::{self, NameError, NameKind};
use scenewright_engine::{EngineError, Subject};
use scenewright_model::{ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::lines::NodeHeader;
use super::refusal;
use super::rename::check_name;
use super::script;
use super::session::EditSession;
use crate::ancestry::ScriptAncestry;
use crate::api::ApiClass;
use crate::files::{extension, file_name, res_path};
use crate::imported::is_scene_file;
use crate::scene::naming;

/// The parent of a new node, and its index among its siblings.
pub(super) struct NewNodeParent<'e> {
    pub parent: Option<&'e ObjectRef>,
    pub sibling: Option<usize>,
}

pub(super) fn create(
    session: &mut EditSession<'_>,
    scene: &str,
    goal: &NewNodeParent<'_>,
    name: &str,
    class: Option<&str>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let class = class.unwrap_or("Node");
    let class = NewNodeClass::find(session, class)?;
    check_name(name)?;
    let header = NodeHeader { class: Some(class.engine_class.clone()), ..NodeHeader::default() };
    let path = buffer.add_node(session, goal, name, header)?;
    session.record_created(&buffer.relative, path.clone());
    session.close_scene(buffer)?;
    class.attach_script(session, scene, path)
}

pub(super) fn instantiate(
    session: &mut EditSession<'_>,
    scene: &str,
    source: &str,
    goal: &NewNodeParent<'_>,
    name: Option<&str>,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let relative = session.existing_file(Subject::SceneFile, source)?;
    if !is_scene_file(&relative) {
        return Err(refusal(source, "it is not a scene"));
    }
    check_acyclic(session, &buffer, &relative)?;
    let name = match name {
        Some(name) => name.to_owned(),
        None => root_name(session, &relative),
    };
    check_name(&name)?;
    let instance = Some(buffer.external_id(session, &relative)?);
    let path =
        buffer.add_node(session, goal, &name, NodeHeader { instance, ..NodeHeader::default() })?;
    session.record_created(&buffer.relative, path);
    session.close_scene(buffer)
}

/// As in the editor, an instance has the name of the root of its scene.
fn root_name(session: &EditSession<'_>, relative: &str) -> String {
    let root = crate::scene::resolve(&session.files, relative).ok();
    let root = root.and_then(|resolved| Some(resolved.scene.objects.first()?.name.clone()));
    root.unwrap_or_else(|| {
        let file = file_name(relative);
        naming::valid_name(file.split('.').next().unwrap_or(file))
    })
}

/// A scene cannot contain itself.
fn check_acyclic(
    session: &EditSession<'_>,
    buffer: &SceneBuffer,
    source: &str,
) -> Result<(), EngineError> {
    let holds = match crate::scene::resolve(&session.files, source) {
        Ok(resolved) => resolved.made_of.files.contains(buffer.relative.as_str()),
        Err(error) if extension(source) == "tscn" => return Err(error),
        // What is not readable here may still be loaded by Godot.
        Err(_) => false,
    };
    match holds || buffer.relative == source {
        true => Err(refusal(&buffer.path(), "the scene would contain itself")),
        false => Ok(()),
    }
}

/// The class of a new node: one of the engine, or of a script (`class_name`) that extends one.
pub(super) struct NewNodeClass {
    pub engine_class: String,
    /// Relative to the project.
    script: Option<String>,
}

impl NewNodeClass {
    pub(super) fn find(session: &EditSession<'_>, name: &str) -> Result<NewNodeClass, EngineError> {
        let of_engine = |class: &str| NewNodeClass { engine_class: class.to_owned(), script: None };
        match node_class(session, name) {
            Ok(class) => Ok(of_engine(class)),
            Err(error) => NewNodeClass::of_script(session, name).ok_or(error),
        }
    }

    fn of_script(session: &EditSession<'_>, name: &str) -> Option<NewNodeClass> {
        let script = session.files.script_of_class(name)?;
        let ancestry = ScriptAncestry::follow(&session.files, Some(session.api), &script);
        let class = session.api.class(ancestry.engine_base()?)?;
        let engine_class = class.is_a("Node").then(|| class.name().to_owned())?;
        Some(NewNodeClass { engine_class, script: Some(script) })
    }

    /// Gives the new node its script.
    pub(super) fn attach_script(
        &self,
        session: &mut EditSession<'_>,
        scene: &str,
        path: String,
    ) -> Result<(), EngineError> {
        match &self.script {
            Some(script) => {
                script::attach_script(session, scene, &ObjectRef::Path(path), &res_path(script))
            }
            None => Ok(()),
        }
    }
}

/// A class of the engine for nodes; letter case is ignored.
fn node_class<'d>(session: &EditSession<'d>, name: &str) -> Result<&'d str, EngineError> {
    if let Some(class) = session.api.class(name).filter(|class| class.is_a("Node")) {
        return Ok(class.name());
    }
    let nodes = || session.api.classes().filter(|class: &ApiClass<'_>| class.is_a("Node"));
    let found = nodes().find(|class| class.name().eq_ignore_ascii_case(name));
    found.map(ApiClass::name).ok_or_else(|| {
        let similar = names::nearest(name, nodes().map(ApiClass::name));
        EngineError::Name(NameError::unknown(NameKind::NodeClass, name, similar))
    })
}

impl SceneBuffer {
    /// Adds a node and returns its path. A number is added to a name that is taken.
    fn add_node(
        &self,
        session: &EditSession<'_>,
        goal: &NewNodeParent<'_>,
        name: &str,
        what: NodeHeader,
    ) -> Result<String, EngineError> {
        let parent = goal.parent.map_or(Ok(ROOT), |parent| self.find_node(parent, session))?;
        let name = self.free_name(parent, name);
        let path = format!("{}/{name}", self.object(parent).path);
        let (at, number) = self.child_position(parent, goal.sibling);
        let header = NodeHeader {
            unique_id: self.new_unique_id(&path, &[]),
            name,
            class: what.class,
            instance: what.instance,
            ..self.header_below(parent, number)
        };
        let before = self.section_before(at);
        let before = before.ok_or_else(|| refusal(&self.path(), "the scene has no root"))?;
        self.insert_section(before, &header.text());
        self.make_gap(parent, number);
        if parent != ROOT {
            self.open_for_children(parent);
        }
        Ok(path)
    }

    /// Children of nodes inside of an instance need the instance to be editable; children of its root do not.
    pub(super) fn open_for_children(&self, parent: ObjectIndex) {
        self.open_instances_around(parent);
    }

    pub(super) fn free_name(&self, parent: ObjectIndex, name: &str) -> String {
        let mut free = name.to_owned();
        while self.child(parent, &free).is_some() {
            free = naming::next_name(&free);
        }
        free
    }

    /// Increments the stored indexes of later siblings after an insertion.
    pub(super) fn make_gap(&self, parent: ObjectIndex, number: usize) {
        for (place, child) in self.object(parent).children.iter().enumerate().skip(number) {
            let section = self.section(*child);
            if let Some(section) = section.filter(|section| section.attribute("index").is_some()) {
                self.set_attribute(section, "index", Some(&format!("\"{}\"", place + 1)));
            }
        }
    }
}
