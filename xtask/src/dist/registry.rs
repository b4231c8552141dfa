//! `server.json` for the MCP registry.

use serde_json::{Value, json};

use super::product::Product;
use super::release_files::ReleaseFiles;
use super::target::Target;
use crate::Result;

const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

pub(super) fn write(product: &Product, targets: &[&Target], files: &mut ReleaseFiles) -> Result {
    let mut packages = vec![
        package(product, "npm", "https://registry.npmjs.org", "npx"),
        package(product, "pypi", "https://pypi.org", "uvx"),
    ];
    for target in targets {
        let name = target.mcpb_name(&product.version);
        packages.push(json!({
            "registryType": "mcpb",
            "identifier": product.download(&name),
            "version": product.version,
            "fileSha256": files.sha256(&name)?,
            "transport": { "type": "stdio" },
        }));
    }
    let document = json!({
        "$schema": SCHEMA,
        "name": product.mcp_name(),
        "title": "Scenewright",
        "description": product.description,
        "version": product.version,
        "repository": { "url": product.repository, "source": "github" },
        "packages": packages,
    });
    check(&document)?;
    files.write("server.json", (serde_json::to_string_pretty(&document)? + "\n").as_bytes())
}

fn package(product: &Product, registry: &str, base: &str, runtime: &str) -> Value {
    json!({
        "registryType": registry,
        "registryBaseUrl": base,
        "identifier": "scenewright",
        "version": product.version,
        "runtimeHint": runtime,
        "transport": { "type": "stdio" },
        "packageArguments": [
            { "type": "positional", "value": "mcp" },
            {
                "type": "positional",
                "valueHint": "project",
                "description": "The folder of a Unity or Godot project",
                "format": "filepath",
                "isRequired": true,
            },
        ],
    })
}

/// The rules of the schema that a document like this one can break.
fn check(document: &Value) -> Result {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = text(&document["name"]);
    let allowed = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || ".-_".contains(c))
    };
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() != 2 || !parts.iter().all(|part| allowed(part)) || parts[0].contains('_') {
        return Err(format!("server.json: `{name}` is no name of the MCP registry").into());
    }
    let length = text(&document["description"]).chars().count();
    if !(1..=100).contains(&length) {
        return Err(
            format!("server.json: the description has {length} characters, not 1 to 100").into()
        );
    }
    for package in document["packages"].as_array().into_iter().flatten() {
        let (kind, hash) = (text(&package["registryType"]), text(&package["fileSha256"]));
        let is_hash = hash.len() == 64 && hash.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'));
        if kind == "mcpb" && !is_hash {
            return Err("server.json: an MCP bundle needs its checksum".into());
        }
        for argument in package["packageArguments"].as_array().into_iter().flatten() {
            if argument["value"].is_null() && argument["valueHint"].is_null() {
                return Err("server.json: a positional argument needs a value or a hint".into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_registry_would_refuse_is_refused_here() {
        let product = Product::read().unwrap();
        let good = json!({
            "name": product.mcp_name(),
            "description": product.description,
            "packages": [package(&product, "npm", "https://registry.npmjs.org", "npx")],
        });
        check(&good).unwrap();
        for (pointer, bad) in [
            ("/name", json!("scenewright")),
            ("/name", json!("a/b/c")),
            ("/name", json!("a b/c")),
            ("/description", json!("")),
            ("/description", json!("x".repeat(101))),
            ("/packages/0/registryType", json!("mcpb")),
            ("/packages/0/packageArguments/0", json!({ "type": "positional" })),
        ] {
            let mut document = good.clone();
            *document.pointer_mut(pointer).unwrap() = bad;
            assert!(check(&document).is_err(), "{pointer}");
        }
    }
}
