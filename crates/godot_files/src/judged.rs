//! The tables about Godot's classes that no Godot has written, for tests that compare them with one. Not a stable
//! API.

pub use crate::api::{DynamicFamily, OlderProperty};

use crate::api::{Api, FAMILIES, OLDER};

/// Every family of properties that depend on the instance.
pub fn dynamic_families() -> &'static [DynamicFamily] {
    FAMILIES
}

/// The family of a property that a class does not declare.
pub fn dynamic_family(class: &str, property: &str) -> Option<&'static DynamicFamily> {
    Api::built_in().class(class)?.dynamic_family(property)
}

/// The properties of older versions: a class, the old name, and what becomes of it.
pub fn older_properties() -> &'static [(&'static str, &'static str, OlderProperty)] {
    OLDER
}
