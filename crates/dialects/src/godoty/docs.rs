//! The class reference in the form of the protocol.

use scenewright_catalogue::{EngineFailureKind, Failure, Subject};
use serde_json::{Value, json};

use super::errors::GodotyError;
use super::methods::{Capability, GodotyMethod};
use super::params::ParamKind::{ChoiceList, Flag, Integer, Text};
use super::params::{GodotyParams, optional, required};
use super::{Godoty, GodotyResult, text};

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
    handler: |server, params| Box::pin(server.class_docs(params)),
};

pub(super) const GET_METHOD_DOCS: GodotyMethod = GodotyMethod {
    name: "get_method_docs",
    capability: Some(Capability::Docs),
    params: &[required("class_name", Text), required("method_name", Text)],
    operation: Some("docs.method.read"),
    handler: |server, params| Box::pin(server.method_docs(params)),
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
    handler: |server, params| Box::pin(server.search_docs(params)),
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
        let of = |kind: &str, shape: fn(&Value) -> Value| -> Vec<Value> {
            let members = class["members"].as_array().into_iter().flatten();
            let own = members.filter(|member| member["kind"] == kind);
            own.map(|member| inherited(member, shape(member))).collect()
        };
        Ok(json!({
            "success": true,
            "class_name": class["className"],
            "inherits": text(&class["inherits"]),
            "brief_description": text(&class["brief"]),
            "description": text(&class["description"]),
            "methods": of("method", method),
            "properties": of("property", property),
            "signals": of("signal", signal),
            "enums": of("enum", enumeration),
            "constants": of("constant", constant),
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
        Ok(json!({
            "success": true,
            "class_name": read["className"],
            "method": method(&read["method"]),
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
        let results = found["results"].as_array().into_iter().flatten().map(|hit| {
            json!({
                "type": hit["kind"],
                "class_name": hit["className"],
                "name": hit["name"],
                "description": text(&hit["description"]),
                "relevance": hit["relevance"],
            })
        });
        let results: Vec<Value> = results.collect();
        Ok(json!({
            "success": true,
            "query": query,
            "results": results,
            "total_count": found["total"],
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
fn inherited(member: &Value, mut shown: Value) -> Value {
    if let Some(class) = member.get("inheritedFrom") {
        shown["inherited_from"] = class.clone();
    }
    shown
}

fn method(method: &Value) -> Value {
    json!({
        "name": method["name"],
        "return_type": method["returnType"].as_str().unwrap_or("void"),
        "description": text(&method["description"]),
        "arguments": arguments(method),
    })
}

/// Godot has no descriptions of arguments.
fn arguments(member: &Value) -> Vec<Value> {
    let arguments = member["arguments"].as_array().into_iter().flatten();
    let argument = |argument: &Value| {
        json!({
            "name": argument["name"],
            "type": argument["type"].as_str().unwrap_or("Variant"),
            "default": argument["default"],
            "description": "",
        })
    };
    arguments.map(argument).collect()
}

fn property(property: &Value) -> Value {
    let mut shown = json!({
        "name": property["name"],
        "type": text(&property["type"]),
        "description": text(&property["description"]),
        "default": property["default"],
    });
    for key in ["setter", "getter"] {
        if let Some(method) = property.get(key) {
            shown[key] = method.clone();
        }
    }
    shown
}

fn signal(signal: &Value) -> Value {
    json!({
        "name": signal["name"],
        "description": text(&signal["description"]),
        "arguments": arguments(signal),
    })
}

fn enumeration(found: &Value) -> Value {
    let values = found["values"].as_array().into_iter().flatten();
    let values: Vec<Value> = values.map(constant).collect();
    json!({
        "name": found["name"],
        "description": text(&found["description"]),
        "values": values,
    })
}

fn constant(constant: &Value) -> Value {
    json!({
        "name": constant["name"],
        "value": constant["value"],
        "description": text(&constant["description"]),
    })
}
