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

use scenewright_engine::{EngineError, ReadResult, Reading};
use scenewright_model::{Edit, EditPlan, EngineKind};

use super::api::{Api, ApiChoice};
use super::files::GodotFileView;
use create::NewNodeParent;
use desk::EditSession;
use reparent::ReparentRequest;

pub(super) fn plan(
    files: GodotFileView<'_>,
    described: &ApiChoice,
    edits: &[Edit],
) -> ReadResult<EditPlan> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    let mut desk = EditSession::new(files, &api);
    for (index, edit) in edits.iter().enumerate() {
        desk.files.cx.check()?;
        apply_edit(&mut desk, edit).map_err(|error| error.in_edit(index, edits.len()))?;
    }
    let diagnostics = described.diagnostics.clone();
    Ok(Reading { diagnostics, ..Reading::from_files(desk.into_plan()) })
}

/// A scene's text for another file: it gets a uid of its own, or keeps that of the file it replaces.
pub(super) fn copy_scene(
    files: GodotFileView<'_>,
    described: &ApiChoice,
    relative: &str,
    content: Vec<u8>,
) -> std::result::Result<Vec<u8>, EngineError> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    files::with_own_uid(&EditSession::new(files, &api), relative, content)
}

fn apply_edit(desk: &mut EditSession<'_>, edit: &Edit) -> std::result::Result<(), EngineError> {
    match edit {
        Edit::CreateObject { scene, parent, sibling, name, class, .. } => {
            let goal = NewNodeParent { parent: parent.as_ref(), sibling: *sibling };
            create::create(desk, scene, &goal, name, class.as_deref())
        }
        Edit::DeleteObject { scene, object } => delete::delete(desk, scene, object),
        Edit::RenameObject { scene, object, name } => rename::rename(desk, scene, object, name),
        Edit::SetActive { scene, object, active } => {
            group::set_active(desk, scene, object, *active)
        }
        Edit::AttachScript { scene, object, script } => {
            script::attach_script(desk, scene, object, script)
        }
        Edit::DetachScript { scene, object } => script::detach_script(desk, scene, object),
        Edit::SetMember { scene, object, component, member, value } => {
            member::set_member(desk, scene, object, component.as_ref(), member, value)
        }
        Edit::SetGroup { scene, object, group, member } => {
            group::set_group(desk, scene, object, group, *member)
        }
        Edit::Instantiate { scene, source, parent, sibling, name } => {
            let goal = NewNodeParent { parent: parent.as_ref(), sibling: *sibling };
            create::instantiate(desk, scene, source, &goal, name.as_deref())
        }
        Edit::CreateScene { path, class, name } => {
            files::create_scene(desk, path, class.as_deref(), name.as_deref())
        }
        Edit::InheritScene { base, path } => files::inherit_scene(desk, base, path),
        Edit::AddToBuild { scene, enabled } => files::set_main_scene(desk, scene, *enabled),
        Edit::DuplicateObject { scene, object, name } => {
            duplicate::duplicate(desk, scene, object, name.as_deref())
        }
        Edit::ReparentObject { scene, object, parent, sibling, keep_world } => {
            let (parent, sibling, keep_world) = (parent.as_ref(), *sibling, *keep_world);
            reparent::reparent(
                desk,
                scene,
                &ReparentRequest { object, parent, sibling, keep_world },
            )
        }
        Edit::RevertOverride { scene, object, component, member } => {
            overrides::revert_override(desk, scene, object, component.as_ref(), member.as_deref())
        }
        Edit::ApplyOverride { scene, object, component, member } => {
            overrides::apply_override(desk, scene, object, component.as_ref(), member.as_deref())
        }
        Edit::CreatePrefab { scene, object, path } => {
            prefab::create_prefab(desk, scene, object, path)
        }
        Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => {
            Err(unsupported("change components: nodes have a class and a script"))
        }
        Edit::SetTag { .. } => Err(unsupported("set tags: nodes have groups")),
        Edit::SetLayer { .. } => {
            Err(unsupported("set an object's layer: layers are members of nodes"))
        }
    }
}

fn refusal(what: &str, reason: &str) -> EngineError {
    EngineError::Refused { what: what.to_owned(), reason: reason.to_owned() }
}

fn unsupported(what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::GODOT,
        what: what.to_owned(),
        reason: "there is no such thing in its scenes".to_owned(),
    }
}
