//! The tools as clients see them: one per listed definition, and one that lists the toolsets.

use std::collections::HashMap;
use std::sync::Arc;

use rmcp::ErrorData;
use rmcp::model::{Tool, ToolAnnotations};
use scenewright_catalogue::{Definition, Failure, SafetyLevel, Session, ToolFilter, shorten};
use scenewright_dialects::resources::tool_name;
use serde_json::{Value, json};

use crate::schema;
use crate::toolsets::{self, Toolsets};

/// Lists all toolsets; the only tool outside the catalogue, as it describes this list.
pub(crate) const TOOLSETS_TOOL: &str = "toolsets_list";

/// Applies every kind of edit.
const EDIT_APPLY: &str = "edit.apply";

pub(crate) struct ToolList {
    session: Session,
    sets: Toolsets,
    list: Vec<Tool>,
    /// Ids by the names that clients use.
    ids: HashMap<String, &'static str>,
}

/// What a tool name refers to.
pub(crate) enum ResolvedTool<'a> {
    Operation(&'a Definition),
    Toolsets,
}

impl ToolList {
    pub(crate) fn new(session: Session, sets: Toolsets) -> ToolList {
        let allow_writes = session.policy().allow_writes;
        let all = session.list(ToolFilter::default());
        let shown = all.filter(|definition| sets.includes(definition, allow_writes));
        let mut list = Vec::new();
        let mut ids = HashMap::new();
        for definition in shown {
            list.push(tool(definition));
            ids.insert(tool_name(definition.id), definition.id);
        }
        list.push(toolsets_tool());
        list.sort_by(|a, b| a.name.cmp(&b.name));
        ToolList { session: session.clone(), sets, list, ids }
    }

    pub(crate) fn list(&self) -> &[Tool] {
        &self.list
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Tool> {
        self.list.iter().find(|tool| tool.name == name)
    }

    /// Also accepts ids with dots, which clients may have from documentation.
    pub(crate) fn find(&self, wanted: &str) -> Result<ResolvedTool<'_>, ErrorData> {
        let wanted = tool_name(wanted);
        if wanted == TOOLSETS_TOOL {
            return Ok(ResolvedTool::Toolsets);
        }
        let id = self.ids.get(&wanted).ok_or_else(|| self.unknown_tool(&wanted))?;
        self.session
            .describe(id)
            .map(ResolvedTool::Operation)
            .map_err(|_| self.unknown_tool(&wanted))
    }

    fn unknown_tool(&self, wanted: &str) -> ErrorData {
        let mut elsewhere = self.session.list(ToolFilter::default());
        let hint = match elsewhere.find(|definition| tool_name(definition.id) == wanted) {
            Some(definition) => {
                let set = toolsets::toolset_of(definition.category);
                format!(
                    "it is in the toolset {set}: start the server with --toolsets {},{set}",
                    self.sets
                )
            }
            None => match self.session.describe(&wanted.replace('_', ".")) {
                Err(Failure::UnknownTool { similar, .. }) if !similar.is_empty() => {
                    let similar: Vec<String> = similar.iter().map(|id| tool_name(id)).collect();
                    format!("did you mean {}?", similar.join(" or "))
                }
                Err(Failure::UnknownTool { .. }) => format!("{TOOLSETS_TOOL} names all tools"),
                Err(failure) => failure.hint_text().unwrap_or_default(),
                Ok(definition) => format!("it needs --tier {}", definition.tier),
            },
        };
        let wanted = shorten(wanted);
        ErrorData::invalid_params(format!("Unknown tool: {wanted}; {hint}"), None)
    }

    /// How a hint names a tool: one that is not on the list with what brings it there; `None` for one
    /// that this server never offers.
    pub(crate) fn named_in_hint(&self, id: &str) -> Option<String> {
        let name = tool_name(id);
        if self.ids.contains_key(&name) {
            return Some(name);
        }
        let definition = self.session.describe(id).ok()?;
        let set = toolsets::toolset_of(definition.category);
        let apply = tool_name(EDIT_APPLY);
        if set == "edit" && id.starts_with("scene.") && self.ids.contains_key(&apply) {
            return Some(format!("{apply} with \"op\": \"{id}\""));
        }
        Some(format!("{name} (start the server with --toolsets {},{set})", self.sets))
    }

    fn how_to_enable(&self) -> &'static str {
        match self.session.policy().allow_writes {
            false if self.session.needs_token() => {
                "restart the server with --toolsets, e.g. --toolsets default,audio; tools that change the project need its token (Authorization: Bearer TOKEN)"
            }
            true => "restart the server with --toolsets, e.g. --toolsets default,audio",
            false => {
                "restart the server with --toolsets, e.g. --toolsets default,audio; tools that change the project need --allow-writes"
            }
        }
    }

    /// The answer of [`TOOLSETS`].
    pub(crate) fn toolsets(&self) -> Value {
        let all: Vec<&Definition> = self.session.list(ToolFilter::default()).collect();
        let sets = toolsets::all().filter_map(|set| {
            let own = all
                .iter()
                .filter(|definition| toolsets::toolset_of(definition.category) == set.name);
            let tools: Vec<String> = own.map(|definition| tool_name(definition.id)).collect();
            (!tools.is_empty()).then(|| {
                json!({
                    "name": set.name,
                    "enabled": self.sets.is_enabled(set.name),
                    "purpose": set.purpose,
                    "tools": tools,
                })
            })
        });
        let sets: Vec<Value> = sets.collect();
        json!({
            "toolsets": sets,
            "howToEnable": self.how_to_enable(),
        })
    }
}

fn tool(definition: &Definition) -> Tool {
    Tool::new(tool_name(definition.id), definition.description, Arc::new(schema::input(definition)))
        .with_title(definition.name)
        .with_raw_output_schema(Arc::new(schema::output(definition)))
        .with_annotations(annotations(definition))
}

/// The last word of the ids of tools that set something: repeating them has no further effect.
const IDEMPOTENT_ACTIONS: [&str; 3] = ["set", "write", "activate"];

/// No tool reaches beyond the project. Tools that may need confirmation are destructive, including a batch
/// with one destructive edit.
fn annotations(definition: &Definition) -> ToolAnnotations {
    let reads = definition.safety == SafetyLevel::ReadOnly;
    let action = definition.id.rsplit('.').next().unwrap_or_default();
    hints(reads, definition.takes_confirm(), reads || IDEMPOTENT_ACTIONS.contains(&action))
}

/// Sets all four, as clients assume the worst for omitted ones.
fn hints(reads: bool, destroys: bool, idempotent: bool) -> ToolAnnotations {
    ToolAnnotations::new()
        .read_only(reads)
        .destructive(destroys)
        .idempotent(idempotent)
        .open_world(false)
}

fn toolsets_tool() -> Tool {
    let input = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let output = json!({
        "type": "object",
        "properties": {
            "toolsets": { "type": "array", "items": { "type": "object" } },
            "howToEnable": { "type": "string" },
        },
        "required": ["toolsets", "howToEnable"],
        "additionalProperties": false,
    });
    let object = |value: Value| Arc::new(value.as_object().cloned().unwrap_or_default());
    Tool::new(TOOLSETS_TOOL, "Lists the toolsets, including disabled ones.", object(input))
        .with_title("List Toolsets")
        .with_raw_output_schema(object(output))
        .with_annotations(hints(true, false, true))
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::{CallLimits, Catalogue, Policy};
    use scenewright_testkit::Fixture;

    use super::*;

    fn tools(sets: &str, policy: Policy) -> ToolList {
        let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
        let engine =
            scenewright_engines::open(&scenewright_engines::find(&fixture.root()).unwrap());
        let catalogue = Catalogue::standard().unwrap();
        let session = Session::new(catalogue, engine, policy, CallLimits::default());
        ToolList::new(session, sets.parse().unwrap())
    }

    #[test]
    fn lists_are_short() {
        let o200k = tiktoken_rs::o200k_base().unwrap();
        let reading = Policy::default();
        let writing = Policy { allow_writes: true, ..reading };
        let playing = Policy { allow_play: true, allow_eval: true, ..writing };
        for (sets, policy, most_tools, most_tokens) in [
            ("default", reading, 30, 6_000),
            ("default", writing, 30, 6_000),
            ("editor,game", playing, 30, 6_000),
        ] {
            let tools = tools(sets, policy);
            let cost = |text: String| o200k.encode_ordinary(&text).len();
            let each = tools
                .list()
                .iter()
                .map(|tool| (tool.name.clone(), cost(serde_json::to_string(tool).unwrap())));
            let each: Vec<_> = each.collect();
            let tokens = cost(serde_json::to_string(tools.list()).unwrap());
            assert!(
                tools.list().len() <= most_tools && tokens <= most_tokens,
                "{sets}: {} tools, {tokens} tokens: {each:?}",
                tools.list().len()
            );
        }
    }
}

#[cfg(test)]
mod hint_tests {
    use scenewright_catalogue::{CallLimits, Catalogue, Hint, HintPart, Policy};
    use scenewright_testkit::Fixture;

    use super::*;

    fn tools(sets: &str) -> (ToolList, Fixture) {
        let fixture = Fixture::new("//- /project.godot\nconfig_version=5\n");
        let project = scenewright_engines::find(&fixture.root()).unwrap();
        let engine = scenewright_engines::open(&project);
        let policy =
            Policy { allow_writes: true, allow_play: true, allow_eval: true, ..Policy::default() };
        let catalogue = Catalogue::standard().unwrap();
        let session = Session::new(catalogue, engine, policy, CallLimits::default());
        (ToolList::new(session, sets.parse().unwrap()), fixture)
    }

    /// A tool that a hint names can be called, as an edit of `edit_apply`, or after what the hint says.
    #[test]
    fn hints_name_what_can_be_called() {
        let ids = Hint::samples().into_iter().flat_map(|hint| hint.parts());
        let ids = ids.filter_map(|part| match part {
            HintPart::Tool(id) => Some(id),
            _ => None,
        });
        let ids: Vec<&str> = ids.collect();
        for sets in ["default", "all", "project"] {
            let (tools, _project) = tools(sets);
            for id in &ids {
                let named = tools.named_in_hint(id).unwrap();
                if let Some((_, op)) = named.split_once(" with \"op\": ") {
                    assert!(tools.find("edit_apply").is_ok(), "{named}");
                    let schema = json!(tools.get("edit_apply").unwrap().input_schema);
                    let ops = &schema["properties"]["edits"]["items"]["properties"]["op"]["enum"];
                    let op: Value = serde_json::from_str(op).unwrap();
                    assert!(ops.as_array().unwrap().contains(&op), "{named}");
                } else if let Some((name, sets)) =
                    named.split_once(" (start the server with --toolsets ")
                {
                    let (with, _project) = self::tools(sets.trim_end_matches(')'));
                    assert!(with.find(name).is_ok(), "{named}");
                } else {
                    assert!(tools.find(&named).is_ok(), "{named}");
                }
            }
        }
    }
}
