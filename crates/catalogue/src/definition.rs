//! Tool definitions: the description of an operation, with its schemas.

use scenewright_model::EngineKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::lazy::Lazy;
use crate::levels::{Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::presentation::Presentation;
use crate::{schema, validate};

#[derive(Debug, Clone)]
pub struct Definition {
    pub id: &'static str,
    pub name: &'static str,
    pub description: &'static str,
    pub category: &'static str,
    pub safety: SafetyLevel,
    pub tier: Tier,
    pub permission: Option<Permission>,
    pub notes: Option<&'static str>,
    pub presentation: Presentation,
    pub examples: Lazy<Vec<Example>>,
    /// JSON Schema of the arguments: one closed object.
    pub input_schema: Lazy<Value>,
    /// JSON Schema of the output: one closed object.
    pub output_schema: Lazy<Value>,
    /// The schema of the arguments, with marks on parameters that hold JSON as text; `None` if
    /// there are none.
    pub(crate) marked_schema: Lazy<Option<Value>>,
}

/// A call and its answer on one of the sample projects.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Example {
    pub description: String,
    /// `unity` or `godot`: the sample on which the example runs. `godot-live`: an open editor. `godot-game`: a running game.
    pub project: String,
    pub input: Map<String, Value>,
    pub output: Map<String, Value>,
}

/// A definition in the form of the tool definition schema v0.1.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolDefinition {
    /// Canonical tool id
    pub id: String,
    /// Display name
    pub name: String,
    /// What the tool does and when to use it
    pub description: String,
    /// Category, with dots for the hierarchy
    pub category: String,
    /// read-only, safe-write or destructive
    pub safety_level: String,
    /// The tier that grants access
    pub tier: String,
    /// Input parameters by name
    pub inputs: Map<String, Value>,
    /// Output properties by name
    pub outputs: Map<String, Value>,
    /// Limits and advice
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// Example calls with their answers
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<ToolExample>,
}

#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ToolExample {
    /// What the example shows
    pub description: String,
    /// The arguments
    pub input: Map<String, Value>,
    /// The answer
    pub output: Map<String, Value>,
}

/// A parameter of every destructive operation, added automatically.
pub(crate) const CONFIRM: &str = "confirm";

/// A parameter of every operation that changes files.
pub(crate) const DRY_RUN: &str = "dryRun";

/// A parameter of every operation that changes files, added automatically.
pub(crate) const REQUEST_ID: &str = "requestId";

impl Definition {
    /// Fails in debug builds when the examples are malformed.
    pub(crate) fn for_operation<O: Operation>() -> Result<Definition, String> {
        let OperationInfo { id, name, description, category, safety, tier, notes, .. } = O::ABOUT;
        if cfg!(debug_assertions) {
            examples::<O>()
                .map_err(|error| format!("{id}: its examples are not readable: {error}"))?;
        }
        Ok(Definition {
            id,
            name,
            description,
            category,
            safety,
            tier,
            permission: O::PERMISSION,
            notes,
            presentation: O::PRESENTATION,
            examples: Lazy::new(|| examples::<O>().unwrap_or_default()),
            input_schema: Lazy::new(input_schema::<O>),
            output_schema: Lazy::new(schema::for_output::<O::Output>),
            marked_schema: Lazy::new(schema::marked::<O::Args>),
        })
    }

    /// Checks the arguments of a call, and converts them to the form that the operation accepts.
    pub(crate) fn normalise_arguments(
        &self,
        arguments: &mut Map<String, Value>,
        engine: EngineKind,
    ) -> Result<(), Failure> {
        if let Some(schema) = self.marked_schema.as_ref() {
            schema::parse_json_parameters(schema, arguments);
        }
        self.check_arguments(arguments, engine)
    }

    /// The same for arguments whose JSON parameters are already parsed, such as those of one edit
    /// among several.
    pub(crate) fn check_arguments(
        &self,
        arguments: &mut Map<String, Value>,
        engine: EngineKind,
    ) -> Result<(), Failure> {
        let marked = self.marked_schema.as_ref();
        let marks = marked.unwrap_or(&Value::Null);
        let mut violations = validate::arguments(&self.input_schema, marks, arguments);
        let foreign = marked
            .into_iter()
            .flat_map(|schema| schema::foreign_engine_violations(schema, arguments, engine));
        violations.constraints.extend(foreign);
        if violations.is_empty() { Ok(()) } else { Err(Failure::InvalidArguments { violations }) }
    }

    /// Whether some calls need the user's confirmation.
    pub fn takes_confirm(&self) -> bool {
        self.input_schema["properties"].get(CONFIRM).is_some()
    }

    /// Whether it supports a dry run.
    pub fn takes_dry_run(&self) -> bool {
        self.input_schema["properties"].get(DRY_RUN).is_some()
    }

    pub fn tool_definition(&self) -> ToolDefinition {
        ToolDefinition {
            id: self.id.to_owned(),
            name: self.name.to_owned(),
            description: self.description.to_owned(),
            category: self.category.to_owned(),
            safety_level: self.safety.as_str().to_owned(),
            tier: self.tier.as_str().to_owned(),
            inputs: schema::inputs(&self.input_schema),
            outputs: schema::outputs(&self.output_schema),
            notes: self.notes.map(str::to_owned),
            examples: self.examples.iter().map(ToolExample::from).collect(),
        }
    }

    /// Whether the definition belongs to `category` or to one below it.
    pub fn is_in(&self, category: &str) -> bool {
        let below = self.category.strip_prefix(category);
        below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

fn examples<O: Operation>() -> Result<Vec<Example>, serde_json::Error> {
    serde_json::from_str(O::ABOUT.examples)
}

fn input_schema<O: Operation>() -> Value {
    let mut schema = schema::for_arguments::<O::Args>();
    if O::ABOUT.safety == SafetyLevel::Destructive {
        schema["properties"][CONFIRM] = json!({
            "type": "boolean",
            "description": "Must be true, unless dryRun is.",
            "default": false,
        });
    }
    if O::ABOUT.safety != SafetyLevel::ReadOnly && schema["properties"].get(DRY_RUN).is_some() {
        schema["properties"][REQUEST_ID] = json!({
            "type": "string",
            "description": "Your id for this call: sent twice, it runs once, with the same answer",
        });
    }
    schema
}

impl From<&Example> for ToolExample {
    fn from(example: &Example) -> ToolExample {
        ToolExample {
            description: example.description.clone(),
            input: example.input.clone(),
            output: example.output.clone(),
        }
    }
}
