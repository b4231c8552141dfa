//! Renames a node and everything in the file that refers to it.
//!
//! As in the editor, paths in properties, in animations of the same file and in connections are adapted.
//! Unlike in the editor, a path keeps its form: `%Old` becomes `%New`, where the editor writes `../New`.

use scenewright_engine::EngineError;
use scenewright_model::{ObjectId, ObjectIndex, ObjectRef};

use super::buffer::{ROOT, SceneBuffer};
use super::literal::quote;
use super::node_paths::{find_uses, rebase};
use super::other_scenes;
use super::refusal;
use super::session::EditSession;
use crate::value;

pub(super) fn rename(
    session: &mut EditSession<'_>,
    scene: &str,
    object: &ObjectRef,
    name: &str,
) -> Result<(), EngineError> {
    let buffer = session.open_scene(scene)?;
    let node = buffer.find_node(object, session)?;
    if buffer.object(node).name == name {
        return Ok(());
    }
    buffer.check_own(node, "renaming")?;
    check_name(name)?;
    if let Some(parent) = buffer.object(node).parent {
        buffer.check_name_is_free(parent, name)?;
    }
    let Some(section) = buffer.section(node) else { return Ok(()) };
    buffer.set_attribute(section, "name", Some(&quote(name)));
    if node != ROOT {
        let local = buffer.local_path(node);
        let above = local.rsplit_once('/').map_or(String::new(), |(above, _)| format!("{above}/"));
        buffer.rebase_header_paths(local, &format!("{above}{name}"));
        other_scenes::note_scenes_naming(session, &buffer, local, "was renamed")?;
    }
    for site in find_uses(&buffer) {
        if let Some(path) = site.path_after_rename(&buffer, node, name) {
            let text = quote(&path);
            buffer.patch().replace(site.bytes, &text[1..text.len() - 1]);
        }
    }
    let above = buffer.object(node).path.rsplit_once('/').map(|(above, _)| above.to_owned());
    let path = above.map_or_else(|| name.to_owned(), |above| format!("{above}/{name}"));
    record_moved_ids(session, &buffer, node, &path);
    session.close_scene(buffer)
}

/// Records the new ids of a node and its descendants after its path changed.
pub(super) fn record_moved_ids(
    session: &mut EditSession<'_>,
    buffer: &SceneBuffer,
    node: ObjectIndex,
    path: &str,
) {
    let old = &buffer.object(node).path;
    for below in buffer.subtree(node).map(ObjectIndex) {
        let object = buffer.object(below);
        if let Some(path) = rebase(&object.path, old, path) {
            session.record_move(object.id, ObjectId::new(&buffer.path(), &path));
        }
    }
}

/// Checks that Godot accepts a name unchanged.
pub(super) fn check_name(name: &str) -> Result<(), EngineError> {
    match name.is_empty() || name.contains(['.', ':', '@', '/', '"', '%']) {
        true => Err(refusal(
            &format!("the name '{name}'"),
            "the name of a node must not be empty and must not contain . : @ / \" %",
        )),
        false => Ok(()),
    }
}

impl SceneBuffer {
    pub(super) fn check_name_is_free(
        &self,
        parent: ObjectIndex,
        name: &str,
    ) -> Result<(), EngineError> {
        match self.child(parent, name) {
            None => Ok(()),
            Some(_) => Err(refusal(
                &format!("the name '{name}'"),
                &format!("'{}' already has a child with this name", self.object(parent).path),
            )),
        }
    }

    pub(super) fn child(&self, parent: ObjectIndex, name: &str) -> Option<ObjectIndex> {
        let mut children = self.object(parent).children.iter().copied();
        children.find(|child| self.object(*child).name == name)
    }

    /// Adapts the paths in headers that lead to a node or through it.
    pub(super) fn rebase_header_paths(&self, from: &str, to: &str) {
        for section in self.document().sections() {
            let keys: &[&str] = match section.tag() {
                "node" => &["parent", "owner"],
                "connection" => &["from", "to"],
                "editable" => &["path"],
                _ => continue,
            };
            for key in keys {
                let path = section.attribute(key).and_then(value::string);
                if let Some(path) = path.and_then(|path| rebase(&path, from, to)) {
                    self.set_attribute(section, key, Some(&quote(&path)));
                }
            }
        }
    }
}
