//! How clients name objects, components and members.
//!
//! Invariant: reads and edits of every engine use these rules, so that a name that one operation
//! accepts is accepted by all.

mod component;
mod member;
mod object;
mod property_path;
mod similar;
mod unity_api;

use std::fmt;

use scenewright_model::ObjectId;
use thiserror::Error;

use crate::quote::QuotedText;

pub use component::{AmbiguityPolicy, find_component, qualified};
pub use member::{member_key, plain_name, similar_members};
pub use object::{ObjectTable, object};
pub use property_path::split_property_path;
pub use similar::{nearest, nearest_paths};
pub use unity_api::{api_name, stored_name};

/// A name that matches nothing, or more than one thing.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct NameError {
    pub kind: NameKind,
    /// As the client wrote it.
    pub asked: String,
    pub problem: NameProblem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    Object,
    Component,
    Member,
    /// Godot: a node class.
    NodeClass,
    /// Unity: the type of a new component.
    ComponentType,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameProblem {
    /// With similar names, best first.
    Unknown { similar: Vec<String> },
    /// With an unambiguous name for each match.
    Ambiguous { choices: Vec<NameChoice> },
}

/// One of several things that a name may refer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameChoice {
    /// The name that refers to this one only.
    pub name: String,
    /// Its position among the object's components.
    pub position: usize,
    /// What distinguishes it from the others, if that is known.
    pub details: String,
}

impl NameError {
    pub fn unknown(kind: NameKind, asked: impl Into<String>, similar: Vec<String>) -> NameError {
        NameError { kind, asked: asked.into(), problem: NameProblem::Unknown { similar } }
    }

    /// An object by its id.
    pub fn unknown_id(id: ObjectId) -> NameError {
        NameError::unknown(NameKind::Object, format!("obj:{}", id.get()), Vec::new())
    }

    /// All names that would be accepted.
    pub fn names(&self) -> Vec<String> {
        match &self.problem {
            NameProblem::Unknown { similar } => similar.clone(),
            NameProblem::Ambiguous { choices } => {
                choices.iter().map(NameChoice::describe).collect()
            }
        }
    }
}

impl NameChoice {
    fn describe(&self) -> String {
        match self.details.is_empty() {
            true => self.name.clone(),
            false => format!("{} ({})", self.name, self.details),
        }
    }
}

impl NameKind {
    pub fn as_str(self) -> &'static str {
        match self {
            NameKind::Object => "Object",
            NameKind::Component => "Component",
            NameKind::Member => "Member",
            NameKind::NodeClass => "Node class",
            NameKind::ComponentType => "Component type",
        }
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, asked) = (self.kind.as_str(), QuotedText(&self.asked));
        match &self.problem {
            NameProblem::Unknown { .. } => write!(f, "{kind} {asked} does not exist"),
            NameProblem::Ambiguous { choices } => {
                write!(f, "{kind} {asked} is ambiguous: there are {}", choices.len())
            }
        }
    }
}
