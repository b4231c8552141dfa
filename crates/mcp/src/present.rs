//! An answer or a failure as a tool result.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, Resource};
use scenewright_catalogue::{Answer, Definition, Failure};
use scenewright_dialects::outline::outline;
use scenewright_dialects::resources::Resources;
use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::schema::{self, DIAGNOSTICS, OUTLINE};
use crate::{fit, tokens, tools};

/// Where the answer came from, for clients that look.
const SOURCE: &str = "scenewright/source";

/// An answer in both forms, before it is known whether it is short enough.
pub(crate) struct Shown {
    structured: Value,
    text: String,
    /// The text is an outline, not the structured form once more.
    outlined: bool,
    diagnostics: Vec<String>,
    source: &'static str,
}

impl Shown {
    pub(crate) fn new(definition: &Definition, answer: Answer, budget: Budget) -> Shown {
        let Answer { output, diagnostics, source } = answer;
        let mut structured: Value = serde_json::from_str(output.get()).unwrap_or_default();
        let outline = outline(output.get(), &tools::name(definition.id));
        // A long tree is no good as JSON: mostly brackets.
        if let Some(outline) = &outline
            && schema::is_tree(definition)
            && tokens::estimate(output.get()) > budget.half()
        {
            structured["rootObjects"] = json!([]);
            structured[OUTLINE] = json!(outline);
        }
        let outlined = outline.is_some();
        let text = outline.unwrap_or_else(|| output.get().to_owned());
        Shown { structured, text, outlined, diagnostics, source }
    }

    pub(crate) fn diagnostics(&self) -> &[String] {
        &self.diagnostics
    }

    /// How many times the budget it takes; 1 or less fits.
    pub(crate) fn excess(&self, budget: Budget) -> f64 {
        // No token is shorter than a byte, and the text is the structured form written out.
        if !self.outlined && self.text.len() <= budget.half() {
            return 0.0;
        }
        let longest = tokens::estimate(&self.text).max(fit::cost(&self.structured));
        longest as f64 / budget.half() as f64
    }

    /// Cuts what no page can make shorter.
    pub(crate) fn cut(&mut self, budget: Budget) {
        let cut = fit::cut(&mut self.structured, budget.half());
        match self.outlined {
            true => fit::cut_lines(&mut self.text, budget.half()),
            false => self.text = self.structured.to_string(),
        }
        self.diagnostics.extend(cut);
        self.diagnostics.push("Ask for less, or for more with maxTokens.".to_owned());
    }

    /// `whole` is where everything can be read, for an answer that is not.
    pub(crate) fn result(mut self, whole: Option<Resource>) -> CallToolResult {
        let mut content = vec![ContentBlock::text(self.text)];
        if !self.diagnostics.is_empty() {
            content.push(ContentBlock::text(self.diagnostics.join("\n")));
            self.structured[DIAGNOSTICS] = json!(self.diagnostics);
        }
        content.extend(whole.map(ContentBlock::resource_link));
        let mut result = CallToolResult::success(content);
        result.structured_content = Some(self.structured);
        let mut meta = MetaObject::new();
        meta.insert(SOURCE.to_owned(), json!(self.source));
        result.with_meta(Some(meta))
    }
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
