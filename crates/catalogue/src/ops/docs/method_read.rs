//! `docs.method.read`: the reference documentation of a method.

use scenewright_engine::Subject;
use scenewright_model::DocKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::member::{self, DocMember};
use super::{DOCS_NOTES, ask_docs};
use crate::context::Cx;
use crate::engine_failure::EngineFailureKind;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};

pub(crate) struct DocsMethodRead;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct DocsMethodReadArgs {
    /// Name of the class (e.g., 'Node'), or the path of a script
    class_name: String,
    /// Name of the method (e.g., 'add_child'); inherited methods are found too
    method_name: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DocsMethodReadOutput {
    /// Name of the requested class
    pub class_name: String,
    /// The class that declares the method: this class or a base class
    pub declared_in: String,
    /// The method
    pub method: DocMember,
}

impl Operation for DocsMethodRead {
    type Args = DocsMethodReadArgs;
    type Output = DocsMethodReadOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "docs.method.read",
        name: "Read Method Documentation",
        description: "Returns the reference documentation of a method: arguments with types and defaults, return type and description. Base classes are searched too.",
        category: "editor.docs",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(DOCS_NOTES),
        examples: include_str!("method_read.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: DocsMethodReadArgs, cx: &Cx<'_>) -> Result<DocsMethodReadOutput, Failure> {
        let DocsMethodReadArgs { class_name, method_name } = &args;
        let found = ask_docs(cx, |docs, cx| docs.method(class_name, method_name, cx))
            .map_err(|failure| with_similar(failure, &args, cx))?;
        Ok(DocsMethodReadOutput {
            class_name: found.class,
            declared_in: found.declared_in,
            method: member::method(DocKind::Method, found.method),
        })
    }
}

/// For an existing class, suggests similar methods.
fn with_similar(failure: Failure, args: &DocsMethodReadArgs, cx: &Cx<'_>) -> Failure {
    let is_missing = matches!(
        &failure,
        Failure::Engine(error)
            if matches!(error.kind, EngineFailureKind::NotFound { what: Subject::Method, .. })
    );
    if !is_missing {
        return failure;
    }
    match ask_docs(cx, |docs, cx| docs.class(&args.class_name, true, cx)) {
        Ok(class) => {
            let names = class.methods.iter().map(|method| method.name.as_str());
            cx.not_found(Subject::Method, &args.method_name, names)
        }
        Err(_) => failure,
    }
}
