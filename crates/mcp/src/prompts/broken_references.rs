//! Find and explain broken references.

use scenewright_catalogue::Session;
use scenewright_catalogue::outputs::ProjectInfoReadOutput;
use serde_json::json;

use super::facts::{ask, ask_missing, describe_unread, findings, take_within};
use super::{Prompt, PromptError, PromptMessage, from_user};

pub(super) const PROMPT: Prompt = Prompt {
    name: "find-broken-references",
    title: "Find and explain broken references",
    description: "Checks the whole project for missing scripts and broken references, explains the causes and proposes a repair for each.",
    arguments: &[],
};

const BUDGET: usize = 5_000;

pub(super) async fn messages(session: &Session) -> Result<Vec<PromptMessage>, PromptError> {
    let info = ask(session, "project.info", json!({})).await?;
    let info = info.output_as::<ProjectInfoReadOutput>()?;
    let missing = ask_missing(session).await?;
    let all = findings(missing.output_as()?, |_| true);
    let (name, engine) = (&info.project_name, &info.engine);
    let unread = describe_unread(&missing.coverage);
    if all.is_empty() {
        return Ok(vec![from_user(format!(
            "The {engine} project \"{name}\" was checked with project_references_missing: no missing scripts and no broken references were found. {unread}Tell me so in a sentence, and name what such a check cannot see (paths that code puts together, for example)."
        ))]);
    }
    let count = all.len();
    let (shown, left) = take_within(BUDGET, all);
    let more = match left {
        0 => String::new(),
        _ => format!("… and {left} more: project_references_missing has all.\n"),
    };
    Ok(vec![from_user(format!(
        "The {engine} project \"{name}\" has {count} missing scripts and broken references. Found just now:\n\n{shown}{more}{unread}\n\
         Explain them to me:\n\
         1. Group findings with the same cause (a deleted or moved file, a lost .meta or uid, a renamed member).\n\
         2. Check each cause before you claim it: project_assets_find for where the target went, project_search_text for its guid or path, asset_dependents for who else is hit, scene_object_read for the object.\n\
         3. For each group say what breaks when the game runs, how sure you are, and the smallest repair. Change nothing.\n\
         Start with what breaks at run time."
    ))])
}
