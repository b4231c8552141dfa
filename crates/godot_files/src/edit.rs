//! Plans edits of Godot's scenes on their text: what an edit does not affect stays the same to the byte, and
//! what it writes is what the editor would write.
//!
//! An edit opens a scene in the session as a buffer, collects splices of its text and closes it; closing
//! removes resources that are no longer used.
//!
//! Invariant: nothing here writes to the disk, and a file that is not understood completely is not edited.
//! Invariant: a plan depends on the files alone, so that a preview equals the later write.
//! Invariant: the `before` of a planned file is the text that the plan was made from.
//! In the tests `needs_godot_edits` a real editor saves the result of every kind of edit, and must change
//! nothing.

mod adapt;
mod buffer;
mod coerce;
mod convert;
mod create;
mod delete;
mod duplicate;
mod externals;
mod files;
mod group;
mod ids;
mod keep_world;
mod lines;
mod literal;
mod math_fields;
mod member;
mod node_paths;
mod other_scenes;
mod overrides;
mod place;
mod prefab;
mod property_type;
mod rename;
mod reparent;
mod resolved_value;
mod script;
mod script_types;
mod section_type;
mod session;
mod shader_types;
mod shown;
mod spatial_members;
mod store;
#[cfg(test)]
mod tests;
mod tidy;
mod value_examples;

use scenewright_engine::{EngineError, ReadResult, Reading};
use scenewright_model::{Edit, EditPlan, EngineKind};

use super::api::{Api, ApiChoice};
use super::files::GodotFileView;
use create::NewNodeParent;
use reparent::ReparentRequest;
use session::EditSession;

pub(super) fn plan(
    files: GodotFileView<'_>,
    described: &ApiChoice,
    edits: &[Edit],
) -> ReadResult<EditPlan> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    let mut session = EditSession::new(files, &api);
    for (index, edit) in edits.iter().enumerate() {
        session.files.cx.check()?;
        session.edit = index;
        apply_edit(&mut session, edit).map_err(|error| error.in_edit(index, edits.len()))?;
    }
    let diagnostics = described.diagnostics.clone();
    Ok(Reading { diagnostics, ..Reading::from_files(session.into_plan()) })
}

/// The text of a scene for another file: with a new uid, or with the uid of the file that it replaces.
pub(super) fn copy_scene(
    files: GodotFileView<'_>,
    described: &ApiChoice,
    relative: &str,
    content: Vec<u8>,
) -> std::result::Result<Vec<u8>, EngineError> {
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    files::with_own_uid(&EditSession::new(files, &api), relative, content)
}

fn apply_edit(session: &mut EditSession<'_>, edit: &Edit) -> std::result::Result<(), EngineError> {
    match edit {
        Edit::CreateObject { scene, parent, sibling, name, class, .. } => {
            let goal = NewNodeParent { parent: parent.as_ref(), sibling: *sibling };
            create::create(session, scene, &goal, name, class.as_deref())
        }
        Edit::DeleteObject { scene, object } => delete::delete(session, scene, object),
        Edit::RenameObject { scene, object, name } => rename::rename(session, scene, object, name),
        Edit::SetActive { scene, object, active } => {
            group::set_active(session, scene, object, *active)
        }
        Edit::AttachScript { scene, object, script } => {
            script::attach_script(session, scene, object, script)
        }
        Edit::DetachScript { scene, object } => script::detach_script(session, scene, object),
        Edit::SetMember { scene, object, component, member, value } => {
            member::set_member(session, scene, object, component.as_ref(), member, value)
        }
        Edit::SetGroup { scene, object, group, member } => {
            group::set_group(session, scene, object, group, *member)
        }
        Edit::Instantiate { scene, source, parent, sibling, name } => {
            let goal = NewNodeParent { parent: parent.as_ref(), sibling: *sibling };
            create::instantiate(session, scene, source, &goal, name.as_deref())
        }
        Edit::CreateScene { path, class, name } => {
            files::create_scene(session, path, class.as_deref(), name.as_deref())
        }
        Edit::InheritScene { base, path } => files::inherit_scene(session, base, path),
        Edit::AddToBuild { scene, enabled } => files::set_main_scene(session, scene, *enabled),
        Edit::DuplicateObject { scene, object, name } => {
            duplicate::duplicate(session, scene, object, name.as_deref())
        }
        Edit::ReparentObject { scene, object, parent, sibling, keep_world } => {
            let (parent, sibling, keep_world) = (parent.as_ref(), *sibling, *keep_world);
            reparent::reparent(
                session,
                scene,
                &ReparentRequest { object, parent, sibling, keep_world },
            )
        }
        Edit::RevertOverride { scene, object, component, member } => overrides::revert_override(
            session,
            scene,
            object,
            component.as_ref(),
            member.as_deref(),
        ),
        Edit::ApplyOverride { scene, object, component, member } => {
            overrides::apply_override(session, scene, object, component.as_ref(), member.as_deref())
        }
        Edit::CreatePrefab { scene, object, path } => {
            prefab::create_prefab(session, scene, object, path)
        }
        Edit::AddComponent { .. } | Edit::RemoveComponent { .. } => {
            Err(unsupported("change components", "nodes have a class and a script"))
        }
        Edit::SetTag { .. } => Err(unsupported("set tags", "nodes have groups")),
        Edit::SetLayer { .. } => {
            Err(unsupported("set an object's layer", "layers are members of nodes"))
        }
    }
}

fn refusal(what: &str, reason: &str) -> EngineError {
    EngineError::Refused { what: what.to_owned(), reason: reason.to_owned() }
}

fn unsupported(what: &str, reason: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::GODOT,
        what: what.to_owned(),
        reason: reason.to_owned(),
    }
}
