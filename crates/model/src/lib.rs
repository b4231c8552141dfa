//! The shared nouns. Plain data: nothing here reads a file, opens a socket or knows a protocol.

mod finding;
mod object_id;
mod project;
mod scene;
mod value;

pub use finding::{BrokenReference, FindingKind, Findings, MissingScript, Severity};
pub use object_id::ObjectId;
pub use project::{EngineKind, ProjectInfo, Source};
pub use scene::{Component, Object, ObjectIndex, Scene, SceneSummary, Script};
pub use value::{Curve, CurveKey, Gradient, Member, Reference, Value};
