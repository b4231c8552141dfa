//! `completion/complete`: values for variables of templates and arguments of prompts.

use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};
use scenewright_dialects::resources::{CompletionSubject, Resources};
use serde_json::{Map, Value};

use crate::{prompts, resources};

pub(crate) async fn complete(
    shown: &Resources,
    request: &CompleteRequestParams,
) -> Result<CompleteResult, ErrorData> {
    let subject = subject(&request.r#ref)?;
    let given: Map<String, Value> = request
        .context
        .iter()
        .flat_map(|context| context.arguments.iter().flatten())
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect();
    let argument = &request.argument;
    let found = shown.complete(subject, &argument.name, &argument.value, &given).await;
    let found = found.map_err(resources::error)?;
    let total = u32::try_from(found.total).unwrap_or(u32::MAX);
    let info = CompletionInfo::with_pagination(found.values, Some(total), found.has_more);
    info.map(CompleteResult::new).map_err(|reason| ErrorData::internal_error(reason, None))
}

fn subject(reference: &Reference) -> Result<CompletionSubject<'_>, ErrorData> {
    if let Some(uri) = reference.as_resource_uri() {
        return Ok(CompletionSubject::Template(uri));
    }
    let name = reference.as_prompt_name().unwrap_or_default();
    match prompts::PROMPTS.iter().any(|prompt| prompt.name == name) {
        true => Ok(CompletionSubject::Prompt(name)),
        false => Err(ErrorData::invalid_params(format!("Prompt not found: {name}"), None)),
    }
}
