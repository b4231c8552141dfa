//! The bases of Godot's own classes. A project of Godot 4 can still contain files of Godot 3.

use crate::api::Api;

/// The base of a class of the engine; `None` for an unknown class.
pub(super) fn parent<'a>(api: &'a Api, class: &str) -> Option<&'a str> {
    let known = api.class(class).or_else(|| Api::built_in_godot_3().class(class))?;
    known.parent().map(|parent| parent.name())
}
