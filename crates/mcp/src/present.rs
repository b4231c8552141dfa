//! An answer or a failure as a tool result.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Resource};
use scenewright_catalogue::{Answer, Definition, Failure};
use scenewright_dialects::outline::outline;
use scenewright_dialects::resources::{Resources, tool_name};
use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::schema::{self, DIAGNOSTICS, OUTLINE};
use crate::{fit, tokens};

/// Where the answer came from, for clients that look.
const SOURCE: &str = "scenewright/source";

/// How often a cut is made shorter before as much as possible is left out.
const CUTS: usize = 3;

/// An answer in both forms, before it is known whether it is short enough.
pub(crate) struct Shown {
    structured: Value,
    text: String,
    /// The text is an outline, not the structured form once more.
    outlined: bool,
    diagnostics: Vec<String>,
    /// Type and data in base64. They are shown beside the text, and are not counted as text.
    images: Vec<(String, String)>,
    source: &'static str,
}

impl Shown {
    pub(crate) fn new(definition: &Definition, answer: Answer, budget: Budget) -> Shown {
        let Answer { output, diagnostics, source, .. } = answer;
        let mut structured: Value = serde_json::from_str(output.get()).unwrap_or_default();
        let images = images(definition, &mut structured);
        let outline = outline(output.get(), &tool_name(definition.id));
        // A long tree is no good as JSON: mostly brackets.
        if let Some(outline) = &outline
            && schema::is_tree(definition)
            && tokens::estimate(output.get()) > budget.half()
        {
            structured["rootObjects"] = json!([]);
            structured[OUTLINE] = json!(outline);
        }
        let outlined = outline.is_some();
        let text = match outline {
            Some(outline) => outline,
            None if images.is_empty() => output.get().to_owned(),
            None => structured.to_string(),
        };
        Shown { structured, text, outlined, diagnostics, images, source }
    }

    pub(crate) fn diagnostics(&self) -> &[String] {
        &self.diagnostics
    }

    /// How many times the budget it takes; 1 or less fits.
    pub(crate) fn excess(&self, budget: Budget) -> f64 {
        // No token is shorter than a byte, and the text is the structured form written out.
        let notes: usize = self.diagnostics.iter().map(|note| note.len() + 1).sum();
        if !self.outlined && self.text.len() + notes <= budget.half() {
            return 0.0;
        }
        let longest = tokens::estimate(&self.text).max(fit::cost(&self.structured));
        (longest + self.noted()) as f64 / budget.half() as f64
    }

    /// What the notes take of each form.
    fn noted(&self) -> usize {
        self.diagnostics.iter().map(|note| tokens::estimate(note) + 1).sum()
    }

    /// Cuts what no page can make shorter. What is told of the cuts takes room too.
    pub(crate) fn cut(&mut self, budget: Budget) {
        self.cut_notes(budget.half() / 3);
        let (structured, text, notes) =
            (self.structured.clone(), self.text.clone(), self.diagnostics.len());
        let mut room = budget.half().saturating_sub(self.noted());
        for _ in 0..CUTS {
            let told = fit::cut(&mut self.structured, room);
            match self.outlined {
                true => fit::cut_lines(&mut self.text, room),
                false => self.text = self.structured.to_string(),
            }
            self.diagnostics.extend(told);
            self.diagnostics.push("Ask for less, or for more with maxTokens.".to_owned());
            let excess = self.excess(budget);
            if excess <= 1.0 {
                return;
            }
            room = (room as f64 / excess * 0.9) as usize;
            self.structured.clone_from(&structured);
            self.text.clone_from(&text);
            self.diagnostics.truncate(notes);
        }
        self.structured = structured;
        fit::bare(&mut self.structured);
        self.text = self.structured.to_string();
        self.diagnostics.push("Little fits: ask for more with maxTokens.".to_owned());
    }

    /// The first notes, as many as there is room for.
    fn cut_notes(&mut self, room: usize) {
        let mut used = 0;
        let kept = self.diagnostics.iter().take_while(|note| {
            used += tokens::estimate(note) + 1;
            used <= room
        });
        let (kept, all) = (kept.count(), self.diagnostics.len());
        if kept < all {
            self.diagnostics.truncate(kept);
            self.diagnostics.push(format!("There are {} more notes.", all - kept));
        }
    }

    /// `whole` is where everything can be read, for an answer that is not.
    pub(crate) fn result(mut self, whole: Option<Resource>) -> CallToolResult {
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
        let mut meta = MetaObject::new();
        meta.insert(SOURCE.to_owned(), json!(self.source));
        result.with_meta(Some(meta))
    }
}

/// Takes the pictures out of an answer that is one.
fn images(definition: &Definition, structured: &mut Value) -> Vec<(String, String)> {
    if !definition.is_in("editor.capture") {
        return Vec::new();
    }
    let images = structured["images"].as_array_mut().into_iter().flatten();
    let taken = images.filter_map(|image| {
        let kind = image["mimeType"].as_str()?.to_owned();
        match image.as_object_mut()?.remove("data")? {
            Value::String(data) => Some((kind, data)),
            _ => None,
        }
    });
    taken.collect()
}

/// The resource that shows all of what a call asked for.
pub(crate) fn whole(
    resources: &Resources,
    definition: &Definition,
    arguments: &Map<String, Value>,
) -> Option<Resource> {
    let uri = resources.link(definition.id, arguments)?;
    Some(Resource::new(uri, definition.name).with_description("All of it"))
}

/// A failure is a result too: the agent reads it, and what to do next.
pub(crate) fn failure(failure: &Failure) -> CallToolResult {
    let mut text = match failure {
        Failure::Engine { message, .. } => message.clone(),
        other => other.to_string(),
    };
    if let Some(hint) = failure.hint() {
        text.push_str("\nHint: ");
        text.push_str(&hint);
    }
    error(text)
}

pub(crate) fn error(text: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// An answer that is short by its nature.
pub(crate) fn plain(structured: Value) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(structured.to_string())]);
    result.structured_content = Some(structured);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(structured: Value, diagnostics: Vec<String>) -> Shown {
        let text = structured.to_string();
        Shown {
            structured,
            text,
            outlined: false,
            images: Vec::new(),
            diagnostics,
            source: "files",
        }
    }

    fn budget(tokens: usize) -> Budget {
        let arguments = json!({ "maxTokens": tokens });
        Budget::take(&mut arguments.as_object().cloned().unwrap()).unwrap()
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
                if shown.excess(budget(most)) > 1.0 {
                    shown.cut(budget(most));
                }
                let result = json!(shown.result(None)).to_string();
                let tokens = o200k.encode_ordinary(&result).len();
                assert!(tokens <= most, "{tokens} tokens, not {most}: {result:.2000}");
            }
        }
    }
}
