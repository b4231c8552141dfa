//! `docs.class.read`: the reference documentation of a class and its members.

use scenewright_model::DocKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::member::{self, DocMember};
use super::{DOCS_NOTES, ask_docs};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct DocsClassRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DocsClassReadArgs {
    /// Name of the class (e.g., 'CharacterBody3D', '@GlobalScope'), or the path of a script
    class_name: String,
    /// Also return inherited members
    #[serde(default)]
    include_inherited: bool,
    /// Only members of these kinds [default: all]
    #[serde(default)]
    members: Vec<DocKind>,
    /// Only members whose name contains this text; case-insensitive
    name: Option<String>,
    /// At most this many members
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 5000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocsClassReadOutput {
    /// Name of the class
    pub class_name: String,
    /// The class that it inherits; absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inherits: Option<String>,
    /// Path of the script that declares it; absent for engine classes
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_path: Option<String>,
    /// Brief description; absent when there is none
    #[serde(skip_serializing_if = "String::is_empty")]
    pub brief: String,
    /// Full description; absent when there is none, and on later pages
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Why it is deprecated; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// Why it is experimental; absent when it is not
    #[serde(skip_serializing_if = "Option::is_none")]
    pub experimental: Option<String>,
    /// Its members, grouped by kind: methods, properties, theme items, signals, enums, constants
    pub members: Vec<DocMember>,
    /// Total number of members
    pub total: usize,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl Operation for DocsClassRead {
    type Args = DocsClassReadArgs;
    type Output = DocsClassReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "docs.class.read",
        name: "Read Class Documentation",
        description: "Returns the reference documentation of a class: description, methods, properties with defaults, signals, enums and constants. Use it before writing code against a class; use docs.search to find its name.",
        category: "editor.docs",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(DOCS_NOTES),
        examples: include_str!("class_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: DocsClassReadArgs, cx: &Cx<'_>) -> Result<DocsClassReadOutput, Failure> {
        let page = Page::new(DocsClassRead::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let mut class =
            ask_docs(cx, |docs, cx| docs.class(&args.class_name, args.include_inherited, cx))?;
        let mut output = DocsClassReadOutput {
            class_name: std::mem::take(&mut class.name),
            inherits: class.inherits.take(),
            script_path: std::mem::take(&mut class.from).into_script_path(),
            brief: std::mem::take(&mut class.brief),
            description: std::mem::take(&mut class.description),
            deprecated: class.attributes.deprecated.take(),
            experimental: class.attributes.experimental.take(),
            members: Vec::new(),
            total: 0,
            next_cursor: None,
        };
        if page.skip > 0 {
            output.description.clear();
        }
        let is_wanted = |kind| args.members.is_empty() || args.members.contains(&kind);
        let mut members = member::members(class, &is_wanted);
        if let Some(part) = args.name.as_ref().map(|name| name.to_lowercase()) {
            members.retain(|member| member.name.to_lowercase().contains(&part));
        }
        output.total = members.len();
        (output.members, output.next_cursor) = page.cut(members);
        Ok(output)
    }
}
