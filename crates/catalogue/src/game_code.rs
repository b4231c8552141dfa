//! What exchanges code in a running game, and so needs the permission to evaluate.

use scenewright_model::{Edit, is_game_scene};

use crate::failure::Failure;
use crate::levels::Permission;
use crate::session::Session;

/// Methods through which code could be exchanged.
const REFLECTIVE_METHODS: [&str; 9] = [
    "set_script",
    "set",
    "set_indexed",
    "set_deferred",
    "set_deferred_thread_group",
    "set_thread_safe",
    "call",
    "callv",
    "call_deferred",
];

/// Whether calling a method of this name could exchange code.
pub fn method_exchanges_code(method: &str) -> bool {
    REFLECTIVE_METHODS.contains(&method)
}

/// Whether setting this property, which may have parts, exchanges code.
pub fn property_exchanges_code(property: &str) -> bool {
    property.split([':', '.']).any(|part| part == "script")
}

/// An edit of a scene in a running game needs the permission to play; one that exchanges code, that to evaluate.
pub(crate) fn check_edit(edit: &Edit, session: &Session) -> Result<(), Failure> {
    if !is_game_scene(edit.target().scene) {
        return Ok(());
    }
    let exchanges_code = match edit {
        Edit::AttachScript { .. } | Edit::DetachScript { .. } => true,
        Edit::SetMember { member, .. } => property_exchanges_code(member),
        _ => false,
    };
    let permission = if exchanges_code { Permission::Evaluate } else { Permission::Play };
    match session.policy().allows(permission) {
        true => Ok(()),
        false => Err(Failure::PermissionMissing { permission }),
    }
}
