//! The trait of all operations.

use std::time::Duration;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::presentation::Presentation;

/// One operation. Its file is named after its id: `scene.hierarchy.dump` is in
/// `ops/scene/hierarchy_dump.rs`.
pub trait Operation: 'static {
    /// The doc comments of the fields are the descriptions of the parameters.
    type Args: DeserializeOwned + JsonSchema + Send + 'static;
    type Output: Serialize + JsonSchema + Send + Sync + 'static;

    const ABOUT: OperationInfo;
    /// How its output is shown as text.
    const PRESENTATION: Presentation = Presentation::Data;
    /// What it needs in place of the permission to write.
    const PERMISSION: Option<Permission> = None;

    fn run(args: Self::Args, cx: &Cx<'_>) -> Result<Self::Output, Failure>;
}

/// The part of a definition that types cannot express.
#[derive(Debug, Clone, Copy)]
pub struct OperationInfo {
    pub id: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    pub category: &'static str,
    pub safety: SafetyLevel,
    pub tier: Tier,
    pub notes: Option<&'static str>,
    /// JSON: an array of `{description, project, input, output}`. A test runs each example on the
    /// sample project that `project` names (`godot-live`: in a real editor, `godot-game`: in a running game, where there is one).
    pub examples: &'static str,
    pub runs: ExecutionMode,
    /// After this time, a scan ends with partial results; `None` for operations that do not scan.
    pub scan_limit: Option<Duration>,
}

/// For operations that take nothing.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoArgs {}
