//! The class reference in the form of the protocol.

use scenewright_catalogue::outputs::{
    ArgumentDoc, DocEnumValue, DocKind, DocMember, DocsClassReadOutput, DocsMethodReadOutput,
    DocsSearchOutput,
};
use scenewright_catalogue::{EngineFailureKind, Failure, Subject};
use serde_json::{Value, json};

use super::errors::GodotyError;
use super::methods::{Capability, GodotyMethod, json_answer};
use super::params::ParamKind::{ChoiceList, Flag, Integer, Text};
use super::params::{GodotyParams, optional, required};
use super::{Godoty, GodotyResult};

/// More than any class has.
const MAX_CLASS_MEMBERS: usize = 5000;

/// What can be searched: the words of the protocol, and the kinds of the catalogue.
const DOC_KINDS: [(&str, &str); 4] = [
    ("classes", "class"),
    ("methods", "method"),
    ("properties", "property"),
    ("signals", "signal"),
];

const DOC_WORDS: [&str; 4] = [DOC_KINDS[0].0, DOC_KINDS[1].0, DOC_KINDS[2].0, DOC_KINDS[3].0];

pub(super) const GET_CLASS_DOCS: GodotyMethod = GodotyMethod {
    name: "get_class_docs",
    capability: Some(Capability::Docs),
    params: &[required("class_name", Text), optional("include_inherited", Flag)],
    operation: Some("docs.class.read"),
    handler: |server, params| json_answer(server.class_docs(params)),
};

pub(super) const GET_METHOD_DOCS: GodotyMethod = GodotyMethod {
    name: "get_method_docs",
    capability: Some(Capability::Docs),
    params: &[required("class_name", Text), required("method_name", Text)],
    operation: Some("docs.method.read"),
    handler: |server, params| json_answer(server.method_docs(params)),
};

pub(super) const SEARCH_DOCS: GodotyMethod = GodotyMethod {
    name: "search_docs",
    capability: Some(Capability::Docs),
    params: &[
        required("query", Text),
        optional("search_in", ChoiceList(&DOC_WORDS)),
        optional("limit", Integer),
    ],
    operation: Some("docs.search"),
    handler: |server, params| json_answer(server.search_docs(params)),
};

impl Godoty {
    async fn class_docs(&self, params: &GodotyParams) -> GodotyResult {
        let name = params.required_text("class_name");
        let arguments = json!({
            "className": name,
            "includeInherited": params.flag("include_inherited"),
            "limit": MAX_CLASS_MEMBERS,
        });
        let class = self.call("docs.class.read", arguments).await;
        let class = class.map_err(|failure| unknown_class(name, failure))?;
        let class = class.output_as::<DocsClassReadOutput>()?;
        let members = |kind: DocKind, to_json: fn(&DocMember) -> Value| -> Vec<Value> {
            let members = class.members.iter().filter(|member| member.kind == kind);
            members.map(|member| with_origin(member, to_json(member))).collect()
        };
        Ok(json!({
            "success": true,
            "class_name": class.class_name,
            "inherits": class.inherits.as_deref().unwrap_or_default(),
            "brief_description": class.brief,
            "description": class.description,
            "methods": members(DocKind::Method, method_json),
            "properties": members(DocKind::Property, property_json),
            "signals": members(DocKind::Signal, signal_json),
            "enums": members(DocKind::Enum, enum_json),
            "constants": members(DocKind::Constant, constant_json),
        }))
    }

    async fn method_docs(&self, params: &GodotyParams) -> GodotyResult {
        let class = params.required_text("class_name");
        let name = params.required_text("method_name");
        let read = self.call("docs.method.read", json!({ "className": class, "methodName": name }));
        let read = read.await.map_err(|failure| match &failure {
            Failure::Engine(error) if is_unknown_method(&error.kind) => {
                GodotyError::method_not_found(class, name, &error.similar)
            }
            _ => unknown_class(class, failure),
        })?;
        let read = read.output_as::<DocsMethodReadOutput>()?;
        Ok(json!({
            "success": true,
            "class_name": read.class_name,
            "method": method_json(&read.method),
        }))
    }

    async fn search_docs(&self, params: &GodotyParams) -> GodotyResult {
        let query = params.required_text("query");
        let arguments = json!({
            "query": query,
            "kinds": kinds(params),
            "limit": params.integer("limit", 20).clamp(1, 200),
        });
        let found = self.call("docs.search", arguments).await?;
        let found = found.output_as::<DocsSearchOutput>()?;
        let results = found.results.iter().map(|hit| {
            json!({
                "type": hit.kind,
                "class_name": hit.class,
                "name": hit.name,
                "description": hit.summary,
                "relevance": hit.relevance,
            })
        });
        let results: Vec<Value> = results.collect();
        Ok(json!({
            "success": true,
            "query": query,
            "results": results,
            "total_count": found.total,
        }))
    }
}

/// All four, unless the client says which.
fn kinds(params: &GodotyParams) -> Vec<&'static str> {
    let asked = params.strings("search_in");
    let is_asked = |word: &&str| asked.as_ref().is_none_or(|asked| asked.contains(word));
    let kinds = DOC_KINDS.iter().filter(|(word, _)| is_asked(word));
    kinds.map(|(_, kind)| *kind).collect()
}

fn is_unknown_method(kind: &EngineFailureKind) -> bool {
    matches!(kind, EngineFailureKind::NotFound { what: Subject::Method, .. })
}

fn unknown_class(name: &str, failure: Failure) -> GodotyError {
    match &failure {
        Failure::Engine(error) if error.missing().is_some() => {
            GodotyError::class_not_found(name, &error.similar)
        }
        _ => failure.into(),
    }
}

/// Adds the class that a member is inherited from.
fn with_origin(member: &DocMember, mut shown: Value) -> Value {
    if let Some(class) = &member.inherited_from {
        shown["inherited_from"] = json!(class);
    }
    shown
}

fn method_json(method: &DocMember) -> Value {
    json!({
        "name": method.name,
        "return_type": non_empty(&method.return_type).unwrap_or("void"),
        "description": method.description,
        "arguments": arguments_json(method),
    })
}

/// Godot has no descriptions of arguments.
fn arguments_json(member: &DocMember) -> Vec<Value> {
    let argument = |argument: &ArgumentDoc| {
        json!({
            "name": argument.name,
            "type": non_empty(&argument.type_name).unwrap_or("Variant"),
            "default": argument.default,
            "description": "",
        })
    };
    member.arguments.iter().flatten().map(argument).collect()
}

fn property_json(property: &DocMember) -> Value {
    let mut shown = json!({
        "name": property.name,
        "type": property.type_name,
        "description": property.description,
        "default": property.default,
    });
    for (key, method) in [("setter", &property.setter), ("getter", &property.getter)] {
        if let Some(method) = method {
            shown[key] = json!(method);
        }
    }
    shown
}

fn signal_json(signal: &DocMember) -> Value {
    json!({
        "name": signal.name,
        "description": signal.description,
        "arguments": arguments_json(signal),
    })
}

fn enum_json(found: &DocMember) -> Value {
    let value = |it: &DocEnumValue| json!({ "name": it.name, "value": it.value, "description": it.description });
    let values: Vec<Value> = found.values.iter().flatten().map(value).collect();
    json!({ "name": found.name, "description": found.description, "values": values })
}

fn constant_json(constant: &DocMember) -> Value {
    json!({
        "name": constant.name,
        "value": constant.value,
        "description": constant.description,
    })
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
