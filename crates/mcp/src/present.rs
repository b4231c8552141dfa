//! An answer or a failure as a tool result.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Resource};
use scenewright_catalogue::{
    Answer, Definition, Failure, HintStyle, Presentation, edit_text, json_argument, server_flag,
};
use scenewright_dialects::outline::outline;
use scenewright_dialects::resources::{Resources, tool_name};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::budget::TokenBudget;
use crate::schema::{self, DIAGNOSTICS, OUTLINE};
use crate::tools::ToolList;
use crate::{fit, tokens};

/// The rest of the structured form of an outline: the scene's path, total and cursor.
const OUTLINE_OVERHEAD_TOKENS: usize = 60;

/// How often a cut is repeated before everything is left out that can be.
const MAX_CUT_ROUNDS: usize = 3;

/// An answer in both forms, before it is fitted to its budget.
pub(crate) struct RenderedAnswer {
    structured: Value,
    text: String,
    /// The text is rendered; otherwise it is the structured form as JSON.
    is_rendered: bool,
    diagnostics: Vec<String>,
    /// Type and base64 data. They are content blocks of their own and do not count against the budget.
    images: Vec<(String, String)>,
    source: &'static str,
}

impl RenderedAnswer {
    pub(crate) fn new(
        definition: &Definition,
        answer: Answer,
        budget: TokenBudget,
    ) -> RenderedAnswer {
        let Answer { output, diagnostics, source, .. } = answer;
        let diagnostics: Vec<String> = diagnostics.into_iter().map(String::from).collect();
        let mut structured: Value = serde_json::from_str(output.get()).unwrap_or_default();
        let images = take_images(definition, &mut structured);
        let outline = match definition.presentation {
            Presentation::SceneOutline => outline(&output, &tool_name(definition.id)),
            Presentation::Data | Presentation::Changes | Presentation::Images => None,
        };
        // A long tree as JSON is mostly brackets.
        if let Some(outline) = &outline
            && schema::is_tree(definition)
            && tokens::estimate(output.get()) > budget.half()
        {
            structured["rootObjects"] = json!([]);
            structured[OUTLINE] = json!(outline);
        }
        let edited = match definition.presentation {
            Presentation::Changes => output.downcast_ref().map(edit_text),
            _ => None,
        };
        let rendered = outline.or(edited);
        let is_rendered = rendered.is_some();
        let text = match rendered {
            Some(rendered) => rendered,
            None if images.is_empty() => output.get().to_owned(),
            None => structured.to_string(),
        };
        RenderedAnswer { structured, text, is_rendered, diagnostics, images, source }
    }

    pub(crate) fn diagnostics(&self) -> &[String] {
        &self.diagnostics
    }

    /// The size as a multiple of the budget; 1 or less fits.
    pub(crate) fn budget_ratio(&self, budget: TokenBudget) -> f64 {
        // No token is shorter than a byte, and the text is the structured form as JSON.
        let notes: usize = self.diagnostics.iter().map(|note| note.len() + 1).sum();
        if !self.is_rendered && self.text.len() + notes <= budget.half() {
            return 0.0;
        }
        let text = match self.is_rendered {
            true => tokens::estimate_names(&self.text),
            false => tokens::estimate(&self.text),
        };
        let structured = match self.structured.get(OUTLINE) {
            Some(_) => text + OUTLINE_OVERHEAD_TOKENS,
            None => fit::cost(&self.structured),
        };
        (text.max(structured) + self.diagnostics_cost()) as f64 / budget.half() as f64
    }

    /// The tokens of the diagnostics in each form.
    fn diagnostics_cost(&self) -> usize {
        self.diagnostics.iter().map(|note| tokens::estimate(note) + 1).sum()
    }

    /// Cuts an answer that cannot be paged. The diagnostics about the cuts need room too.
    pub(crate) fn cut(&mut self, budget: TokenBudget) {
        self.cut_diagnostics(budget.half() / 3);
        let (structured, text, notes) =
            (self.structured.clone(), self.text.clone(), self.diagnostics.len());
        let mut room = budget.half().saturating_sub(self.diagnostics_cost());
        for _ in 0..MAX_CUT_ROUNDS {
            let cuts = fit::cut(&mut self.structured, room);
            match self.is_rendered {
                true => fit::cut_lines(&mut self.text, room),
                false => self.text = self.structured.to_string(),
            }
            self.diagnostics.extend(cuts);
            self.diagnostics.push("Request less, or raise maxTokens.".to_owned());
            let excess = self.budget_ratio(budget);
            if excess <= 1.0 {
                return;
            }
            room = (room as f64 / excess * 0.9) as usize;
            self.structured.clone_from(&structured);
            self.text.clone_from(&text);
            self.diagnostics.truncate(notes);
        }
        self.structured = structured;
        fit::empty_members(&mut self.structured);
        self.text = self.structured.to_string();
        self.diagnostics.push("Almost nothing fits: raise maxTokens.".to_owned());
    }

    /// Keeps the first diagnostics, as many as fit.
    fn cut_diagnostics(&mut self, room: usize) {
        let mut used = 0;
        let kept = self.diagnostics.iter().take_while(|note| {
            used += tokens::estimate(note) + 1;
            used <= room
        });
        let (kept, all) = (kept.count(), self.diagnostics.len());
        if kept < all {
            self.diagnostics.truncate(kept);
            self.diagnostics.push(format!("There are {} more diagnostics.", all - kept));
        }
    }

    /// `whole` is the resource with the complete answer, for one that was cut.
    pub(crate) fn into_tool_result(mut self, whole: Option<Resource>) -> CallToolResult {
        let mut content = vec![ContentBlock::text(self.text)];
        if !self.diagnostics.is_empty() {
            content.push(ContentBlock::text(self.diagnostics.join("\n")));
            self.structured[DIAGNOSTICS] = json!(self.diagnostics);
        }
        let images = self.images.into_iter();
        content.extend(images.map(|(kind, data)| ContentBlock::image(data, kind)));
        content.extend(whole.map(ContentBlock::resource_link));
        let mut result = CallToolResult::success(content);
        result.structured_content = Some(self.structured);
        result.with_meta(Some(AnswerSource::new(self.source).into()))
    }
}

/// The metadata of an answer.
#[derive(Debug, Serialize)]
pub(crate) struct AnswerSource {
    #[serde(rename = "scenewright/source")]
    source: &'static str,
}

impl AnswerSource {
    pub(crate) fn new(source: &'static str) -> AnswerSource {
        AnswerSource { source }
    }
}

impl From<AnswerSource> for MetaObject {
    fn from(source: AnswerSource) -> MetaObject {
        match json!(source) {
            Value::Object(members) => members.into(),
            _ => MetaObject::new(),
        }
    }
}

/// Removes the images from an answer that has some.
fn take_images(definition: &Definition, structured: &mut Value) -> Vec<(String, String)> {
    if definition.presentation != Presentation::Images {
        return Vec::new();
    }
    let images = structured.get_mut("images").and_then(Value::as_array_mut).into_iter().flatten();
    let taken = images.filter_map(|image| {
        let kind = image["mimeType"].as_str()?.to_owned();
        match image.as_object_mut()?.remove("data")? {
            Value::String(data) => Some((kind, data)),
            _ => None,
        }
    });
    taken.collect()
}

/// The resource with the complete answer of a call.
pub(crate) fn full_resource(
    resources: &Resources,
    definition: &Definition,
    arguments: &Map<String, Value>,
) -> Option<Resource> {
    let uri = resources.link(definition.id, arguments)?;
    Some(Resource::new(uri, definition.name).with_description("The complete answer"))
}

/// A failure as a tool result, so that the agent can read it and its hint.
pub(crate) fn failure(failure: &Failure) -> CallToolResult {
    failure_result(failure, &|id| Some(tool_name(id)))
}

/// The same, with a hint that names only tools of the server, or how to enable them.
pub(crate) fn failure_among(failure: &Failure, tools: &ToolList) -> CallToolResult {
    failure_result(failure, &|id| tools.named_in_hint(id))
}

/// Hints with the tool names of `tools/list`.
pub(crate) fn hint_style(tool: &dyn Fn(&str) -> Option<String>) -> HintStyle<'_> {
    let argument = Some(json_argument as fn(&str, &Value) -> String);
    HintStyle { tool, tool_name, argument, flag: server_flag, one_call: false }
}

fn failure_result(failure: &Failure, tool: &dyn Fn(&str) -> Option<String>) -> CallToolResult {
    let mut text = failure.reason();
    let style = hint_style(tool);
    if let Some(hint) = failure.advice().and_then(|hint| hint.render(&style)) {
        text.push_str("\nHint: ");
        text.push_str(&hint);
    }
    error_result(text)
}

pub(crate) fn error_result(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// An answer that is always short.
pub(crate) fn json_result(structured: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(structured.to_string())]);
    result.structured_content = Some(structured);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(structured: Value, diagnostics: Vec<String>) -> RenderedAnswer {
        let text = structured.to_string();
        RenderedAnswer {
            structured,
            text,
            is_rendered: false,
            images: Vec::new(),
            diagnostics,
            source: "files",
        }
    }

    fn budget(tokens: usize) -> TokenBudget {
        let arguments = json!({ "maxTokens": tokens });
        TokenBudget::take(&mut arguments.as_object().cloned().unwrap()).unwrap()
    }

    #[test]
    fn a_cut_answer_fits_with_all_its_notes() {
        let o200k = tiktoken_rs::o200k_base().unwrap();
        let numbers: Vec<f64> = (0..20_000).map(|n| f64::from(n) / 7.0).collect();
        let many: Map<String, Value> = (0..300)
            .map(|n| (format!("m_Property{n}"), json!({ "type": "float", "value": n })))
            .collect();
        let notes = |count: usize| (0..count).map(|n| format!("Assets/Item{n}.prefab is broken."));
        for structured in [
            json!({ "name": "Line", "points": numbers }),
            json!({ "a": { "b": "x, ".repeat(9_000) }, "c": numbers, "d": ["y".repeat(9_000)] }),
            json!({ "name": "short" }),
            json!({ "properties": many }),
            json!({ "a": [many], "b": { "c": many }, "d": many, "e": "f" }),
        ] {
            for (most, count) in [(500, 0), (500, 3), (500, 900), (2_000, 0), (8_000, 900)] {
                let mut shown = shown(structured.clone(), notes(count).collect());
                if shown.budget_ratio(budget(most)) > 1.0 {
                    shown.cut(budget(most));
                }
                let result = json!(shown.into_tool_result(None)).to_string();
                let tokens = o200k.encode_ordinary(&result).len();
                assert!(tokens <= most, "{tokens} tokens, not {most}: {result:.2000}");
            }
        }
    }
}
