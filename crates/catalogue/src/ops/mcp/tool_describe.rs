//! `mcp.tool.describe`: everything about one tool.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::definition::ToolDefinition;
use crate::failure::Failure;
use crate::levels::{Runs, Safety, Tier};
use crate::operation::{About, Operation};

pub(crate) struct ToolDescribe;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Args {
    /// Id of the tool (e.g., 'scene.hierarchy.dump')
    tool: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The tool's definition
    tool: ToolDefinition,
}

impl Operation for ToolDescribe {
    type Args = Args;
    type Output = Output;

    const ABOUT: About = About {
        id: "mcp.tool.describe",
        name: "Describe MCP Tool",
        description: "Returns the complete definition of a tool: its parameters, output, limits and examples.",
        category: "mcp.platform",
        safety: Safety::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("tool_describe.json"),
        runs: Runs::Inline,
        scan_limit: None,
    };

    fn run(args: Args, cx: &Cx<'_>) -> Result<Output, Failure> {
        Ok(Output { tool: cx.session().describe(&args.tool)?.tool_definition() })
    }
}
