//! A tool whose schema uses what a 2020-12 dialect offers, to see that none of it is lost.

use serde_json::{Value, json};

use super::{Fixture, now, said};

pub(super) const FIXTURES: &[Fixture] = &[Fixture {
    name: "json_schema_2020_12_tool",
    description: "Has a schema with definitions, composition and conditions.",
    schema,
    run: |call| now(said(format!("Called with: {}", serde_json::json!(call.params.arguments)))),
}];

fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"],
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}
