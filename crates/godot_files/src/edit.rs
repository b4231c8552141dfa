//! Edits of Godot's scenes, worked out on their text: what an edit does not mean stays as it is, to
//! the byte, and what it writes is what the editor would write.
//!
//! An edit opens a scene on the desk, collects splices of its text and closes it again; closing drops
//! what nobody uses any more. Nothing here writes to the disk.

mod about;
mod coerce;
mod create;
mod delete;
mod desk;
mod duplicate;
mod elsewhere;
mod externals;
mod files;
mod group;
mod ids;
mod lines;
mod literal;
mod member;
mod node_paths;
mod overrides;
mod place;
mod prefab;
mod rename;
mod reparent;
mod script;
mod sheet;
mod spatial;
mod store;
#[cfg(test)]
mod tests;
mod tidy;
mod world;

use scenewright_engine::{EngineError, Reading, Result};
use scenewright_model::{Edit, EditPlan, EngineKind};

use super::api::{Api, Described};
use super::files::Files;
use create::Goal;
use desk::Desk;
use reparent::Move;

pub(super) fn plan(files: Files<'_>, described: &Described, edits: &[Edit]) -> Result<EditPlan> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    let mut desk = Desk::new(files, &api);
    for (index, edit) in edits.iter().enumerate() {
        desk.files.cx.check()?;
        apply(&mut desk, edit).map_err(|error| error.in_edit(index, edits.len()))?;
    }
    let diagnostics = described.diagnostics.clone();
    Ok(Reading { diagnostics, ..Reading::from_files(desk.into_plan()) })
}

/// A scene's text for another file: it gets a uid of its own, or keeps that of the file it replaces.
pub(super) fn copied(
    files: Files<'_>,
    described: &Described,
    relative: &str,
    content: Vec<u8>,
) -> std::result::Result<Vec<u8>, EngineError> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    files::copied(&Desk::new(files, &api), relative, content)
}

fn apply(desk: &mut Desk<'_>, edit: &Edit) -> std::result::Result<(), EngineError> {
    match edit {
        Edit::CreateObject { scene, parent, sibling, name, class, .. } => {
            let goal = Goal { parent: parent.as_ref(), sibling: *sibling };
            create::create(desk, scene, &goal, name, class.as_deref())
        }
        Edit::DeleteObject { scene, object } => delete::delete(desk, scene, object),
        Edit::RenameObject { scene, object, name } => rename::rename(desk, scene, object, name),
        Edit::SetActive { scene, object, active } => group::activate(desk, scene, object, *active),
        Edit::AttachScript { scene, object, script } => script::attach(desk, scene, object, script),
        Edit::DetachScript { scene, object } => script::detach(desk, scene, object),
        Edit::SetMember { scene, object, component, member, value } => {
            member::set(desk, scene, object, component.as_ref(), member, value)
        }
        Edit::SetGroup { scene, object, group, member } => {
            group::set(desk, scene, object, group, *member)
        }
        Edit::Instantiate { scene, source, parent, sibling, name } => {
            let goal = Goal { parent: parent.as_ref(), sibling: *sibling };
            create::instantiate(desk, scene, source, &goal, name.as_deref())
        }
        Edit::CreateScene { path, class, name } => {
            files::create(desk, path, class.as_deref(), name.as_deref())
        }
        Edit::InheritScene { base, path } => files::inherit(desk, base, path),
        Edit::AddToBuild { scene, enabled } => files::set_main(desk, scene, *enabled),
        Edit::DuplicateObject { scene, object, name } => {
            duplicate::duplicate(desk, scene, object, name.as_deref())
        }
        Edit::ReparentObject { scene, object, parent, sibling, keep_world } => {
            let (parent, sibling, keep_world) = (parent.as_ref(), *sibling, *keep_world);
            reparent::reparent(desk, scene, &Move { object, parent, sibling, keep_world })
        }
        Edit::RevertOverride { scene, object, component, member } => {
            overrides::revert(desk, scene, object, component.as_ref(), member.as_deref())
        }
        Edit::ApplyOverride { scene, object, component, member } => {
            overrides::apply(desk, scene, object, component.as_ref(), member.as_deref())
        }
        Edit::CreatePrefab { scene, object, path } => prefab::create(desk, scene, object, path),
        Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => {
            Err(unsupported("change components: nodes have a class and a script"))
        }
        Edit::SetTag { .. } => Err(unsupported("set tags: nodes have groups")),
        Edit::SetLayer { .. } => {
            Err(unsupported("set an object's layer: layers are members of nodes"))
        }
    }
}

fn refused(what: &str, reason: &str) -> EngineError {
    EngineError::Refused { what: what.to_owned(), reason: reason.to_owned() }
}

fn unsupported(what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::Godot,
        what: what.to_owned(),
        reason: "there is no such thing in its scenes".to_owned(),
    }
}
