//! `docs.search`: ranked hits in the class reference.

use scenewright_model::{DocKind, DocSearchHit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DOCS_NOTES, ask_docs};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::Page;

pub(crate) struct DocsSearch;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DocsSearchArgs {
    /// A name, part of a name, or words that describe it (e.g., 'collision layer', 'isOnFloor', 'signal when body enters')
    query: String,
    /// Only entries of these kinds [default: all]
    #[serde(default)]
    kinds: Vec<DocKind>,
    /// At most this many results
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 200))]
    limit: usize,
    /// The `nextCursor` of the last answer
    cursor: Option<String>,
}

fn default_limit() -> usize {
    20
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocsSearchOutput {
    /// The results, best first
    pub results: Vec<DocSearchHit>,
    /// Total number of results
    pub total: usize,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

impl Operation for DocsSearch {
    type Args = DocsSearchArgs;
    type Output = DocsSearchOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "docs.search",
        name: "Search Class Documentation",
        description: "Searches the names and descriptions of classes, methods, properties, signals, enums and constants of the engine and of the project's scripts. Tolerates typos and other naming styles.",
        category: "editor.docs",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(DOCS_NOTES),
        examples: include_str!("search.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: DocsSearchArgs, cx: &Cx<'_>) -> Result<DocsSearchOutput, Failure> {
        let page = Page::new(DocsSearch::ABOUT.id, args.limit, args.cursor.as_deref())?;
        if !args.query.chars().any(char::is_alphanumeric) {
            let reason = "it contains no letters or digits to search for";
            return Err(Failure::argument("query", args.query, reason));
        }
        let most = page.skip.saturating_add(page.limit);
        let found = ask_docs(cx, |docs, cx| docs.search(&args.query, &args.kinds, most, cx))?;
        let results = found.hits.into_iter().skip(page.skip);
        Ok(DocsSearchOutput {
            results: results.collect(),
            next_cursor: page.next(found.total),
            total: found.total,
        })
    }
}
