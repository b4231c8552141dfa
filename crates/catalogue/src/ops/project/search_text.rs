//! `project.search.text`: searches the text of the project's files.

use std::time::Duration;

use scenewright_engine::{TextPattern, TextQuery};
use scenewright_model::TextMatch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::context::{Cx, missing_interface};
use crate::coverage::CoverageOutput;
use crate::failure::Failure;
use crate::glob::glob;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::{self, Page};

pub(crate) struct ProjectTextSearch;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ProjectTextSearchArgs {
    /// The text to search for
    query: String,
    /// Whether the query is a regular expression
    #[serde(default)]
    regex: bool,
    /// Match case
    #[serde(default)]
    case_sensitive: bool,
    /// Only files whose path matches this glob; a glob without '/' matches the file name (e.g., '*.{unity,prefab}', 'Assets/UI/**')
    glob: Option<String>,
    /// At most this many lines
    #[serde(default = "page::default_limit")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProjectTextSearchOutput {
    /// The matching lines, sorted by path and line
    matches: Vec<TextMatch>,
    /// Total number of matching lines
    total: usize,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    /// The files that were not read; absent when every file was read
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageOutput>,
}

impl Operation for ProjectTextSearch {
    type Args = ProjectTextSearchArgs;
    type Output = ProjectTextSearchOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "project.search.text",
        name: "Search Project Text",
        description: "Searches for text or a regular expression in the project's text files: sources, scenes, assets and settings.",
        category: "project",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Stops after 10 seconds and returns partial results. Binary files, engine caches and folders that the engine does not import are skipped. Unity: Assets, Packages and ProjectSettings.",
        ),
        examples: include_str!("search_text.json"),
        runs: ExecutionMode::Worker,
        scan_limit: Some(Duration::from_secs(10)),
    };

    fn run(args: ProjectTextSearchArgs, cx: &Cx<'_>) -> Result<ProjectTextSearchOutput, Failure> {
        let page = Page::new(ProjectTextSearch::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let pattern = match args.regex {
            true => TextPattern::regex(&args.query, args.case_sensitive),
            false => TextPattern::literal(&args.query, args.case_sensitive),
        };
        let query = TextQuery {
            pattern: pattern.map_err(|error| {
                Failure::argument("query", args.query.as_str(), error.to_string())
            })?,
            paths: args.glob.as_deref().map(|text| glob("glob", text)).transpose()?,
            skip: page.skip,
            take: page.limit,
        };
        let found = cx.ask(|engine, cx| {
            let search =
                engine.as_text_search().ok_or_else(|| missing_interface(engine, "search text"))?;
            search.search(&query, cx)
        })?;
        Ok(ProjectTextSearchOutput {
            matches: found.matches,
            next_cursor: page.next(found.total),
            total: found.total,
            coverage: cx.coverage(),
        })
    }
}
