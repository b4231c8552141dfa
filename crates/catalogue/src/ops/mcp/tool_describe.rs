//! `mcp.tool.describe`: the complete definition of a tool.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::Cx;
use crate::definition::ToolDefinition;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct ToolDescribe;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ToolDescribeArgs {
    /// Id of the tool (e.g., 'scene.hierarchy.dump')
    tool: String,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ToolDescribeOutput {
    /// The tool's definition
    tool: ToolDefinition,
}

impl Operation for ToolDescribe {
    type Args = ToolDescribeArgs;
    type Output = ToolDescribeOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "mcp.tool.describe",
        name: "Describe MCP Tool",
        description: "Returns the complete definition of a tool: its parameters, output, limits and examples.",
        category: "mcp.platform",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("tool_describe.json"),
        runs: ExecutionMode::Inline,
        scan_limit: None,
    };

    fn run(args: ToolDescribeArgs, cx: &Cx<'_>) -> Result<ToolDescribeOutput, Failure> {
        Ok(ToolDescribeOutput { tool: cx.session().describe(&args.tool)?.tool_definition() })
    }
}
