//! `mcp.tools.list`: the tools of this server.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::Cx;
use crate::definition::Definition;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::rules::{STANDARD_CATEGORIES, is_category};
use crate::session::ToolFilter;
use crate::validate::{ConstraintViolation, Violations};

pub(crate) struct ToolsList;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ToolsListArgs {
    /// Only tools of this category and its subcategories (e.g., 'scene', 'audio.mixer')
    category: Option<String>,
    /// Only tools of exactly this tier, which may be above the current tier
    tier: Option<TierName>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TierName {
    Core,
    Tier1,
    Tier2,
    Tier3,
    Tier4,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolsListOutput {
    /// The tools, sorted by id
    tools: Vec<ToolRow>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ToolRow {
    /// Canonical tool id
    id: &'static str,
    /// Display name
    name: &'static str,
    /// What the tool does and when to use it
    description: &'static str,
    /// Category, with dots for the hierarchy
    category: &'static str,
    /// read-only, safe-write or destructive
    safety_level: &'static str,
    /// The tier that grants access
    tier: &'static str,
}

impl Operation for ToolsList {
    type Args = ToolsListArgs;
    type Output = ToolsListOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "mcp.tools.list",
        name: "List MCP Tools",
        description: "Lists the tools of this server and their purpose. Use mcp.tool.describe for the parameters of a tool.",
        category: "mcp.platform",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("Tools above the current tier are listed only if their tier is requested."),
        examples: include_str!("tools_list.json"),
        runs: ExecutionMode::Inline,
        scan_limit: None,
    };

    fn run(args: ToolsListArgs, cx: &Cx<'_>) -> Result<ToolsListOutput, Failure> {
        if let Some(category) =
            args.category.as_deref().filter(|category| !could_have_tools(category))
        {
            return Err(no_such_category(category));
        }
        let filter =
            ToolFilter { category: args.category.as_deref(), tier: args.tier.map(Tier::from) };
        Ok(ToolsListOutput { tools: cx.session().list(filter).map(ToolRow::from).collect() })
    }
}

/// A category or a prefix of one: `mcp` has no tools of its own, `mcp.platform` has.
fn could_have_tools(category: &str) -> bool {
    let above =
        |standard: &&str| standard.strip_prefix(category).is_some_and(|rest| rest.starts_with('.'));
    is_category(category) || STANDARD_CATEGORIES.iter().any(above)
}

fn no_such_category(category: &str) -> Failure {
    let violation = ConstraintViolation {
        parameter: "category".to_owned(),
        constraint: "enum",
        allowed: json!(STANDARD_CATEGORIES),
        actual: json!(category),
    };
    Failure::InvalidArguments {
        violations: Violations { constraints: vec![violation], ..Violations::default() },
    }
}

impl From<TierName> for Tier {
    fn from(name: TierName) -> Tier {
        match name {
            TierName::Core => Tier::Core,
            TierName::Tier1 => Tier::Tier1,
            TierName::Tier2 => Tier::Tier2,
            TierName::Tier3 => Tier::Tier3,
            TierName::Tier4 => Tier::Tier4,
        }
    }
}

impl From<&Definition> for ToolRow {
    fn from(definition: &Definition) -> ToolRow {
        ToolRow {
            id: definition.id,
            name: definition.name,
            description: definition.description,
            category: definition.category,
            safety_level: definition.safety.as_str(),
            tier: definition.tier.as_str(),
        }
    }
}
