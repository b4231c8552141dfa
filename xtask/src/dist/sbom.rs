//! The software bill of materials: CycloneDX 1.6, with every crate that cargo resolves for the target.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::checksum;
use super::crates::UsedCrate;
use super::product::Product;
use super::target::Target;
use crate::shell;

pub(super) fn document(
    product: &Product,
    target: &Target,
    crates: &BTreeMap<String, UsedCrate>,
) -> Value {
    let root = crates.values().find(|it| it.name == "scenewright" && !it.is_external);
    let others = crates.values().filter(|it| root.is_none_or(|root| root.key() != it.key()));
    let mut components: Vec<Value> = others.map(component).collect();
    components.extend(toolchain(target));
    let mut dependencies: Vec<Value> = crates.values().map(dependency).collect();
    dependencies.sort_by_key(|it| it["ref"].as_str().map(str::to_owned));
    json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": serial_number(&format!("{product:?} {}", target.triple)),
        "version": 1,
        "metadata": {
            "timestamp": product.timestamp(),
            "component": root.map(|root| program(product, target, root)),
            "properties": [{ "name": "cdx:rustc:sbom:target:triple", "value": target.triple }],
        },
        "components": components,
        "dependencies": dependencies,
    })
}

fn program(product: &Product, target: &Target, root: &UsedCrate) -> Value {
    json!({
        "type": "application",
        "bom-ref": reference(root),
        "name": target.program(),
        "version": product.version,
        "description": product.description,
        "licenses": [{ "expression": product.licence }],
        "externalReferences": [{ "type": "vcs", "url": product.repository }],
    })
}

fn component(used: &UsedCrate) -> Value {
    let mut component = Map::new();
    let mut set = |key: &str, value: Value| component.insert(key.to_owned(), value);
    set("type", json!("library"));
    set("bom-ref", json!(reference(used)));
    if !used.authors.is_empty() {
        let authors: Vec<Value> = used.authors.iter().map(|name| json!({ "name": name })).collect();
        set("authors", json!(authors));
    }
    set("name", json!(used.name));
    set("version", json!(used.version));
    if let Some(description) = &used.description {
        set("description", json!(description));
    }
    set("scope", json!(if used.build_only { "excluded" } else { "required" }));
    if let Some(checksum) = &used.checksum {
        set("hashes", json!([{ "alg": "SHA-256", "content": checksum }]));
    }
    if let Some(licence) = &used.licence {
        // Old manifests separate alternatives with a slash.
        set("licenses", json!([{ "expression": licence.replace('/', " OR ").replace("  ", " ") }]));
    }
    if used.is_external {
        set("purl", json!(purl(used)));
    }
    if let Some(repository) = &used.repository {
        set("externalReferences", json!([{ "type": "vcs", "url": repository }]));
    }
    Value::Object(component)
}

/// What the toolchain links into the program.
fn toolchain(target: &Target) -> Vec<Value> {
    let version = shell::probe(&mut shell::rustc(["--version"])).unwrap_or_default();
    let version = version.split_whitespace().nth(1).unwrap_or("unknown").to_owned();
    let library = |name: &str, version: &str, licence: &str| {
        json!({
            "type": "library",
            "bom-ref": format!("toolchain:{name}"),
            "name": name,
            "version": version,
            "scope": "required",
            "licenses": [{ "expression": licence }],
        })
    };
    let mut found = vec![library("rust-std", &version, "MIT OR Apache-2.0")];
    if target.triple.ends_with("musl") {
        found.push(library("musl", &format!("of Rust {version}"), "MIT"));
    }
    found
}

fn dependency(used: &UsedCrate) -> Value {
    let on: Vec<String> = used.dependencies.iter().map(|key| reference_of_key(key)).collect();
    json!({ "ref": reference(used), "dependsOn": on })
}

fn reference(used: &UsedCrate) -> String {
    reference_of_key(&used.key())
}

fn reference_of_key(key: &str) -> String {
    format!("crate:{key}")
}

fn purl(used: &UsedCrate) -> String {
    format!("pkg:cargo/{}@{}", used.name, used.version.replace('+', "%2B"))
}

/// A UUID that is the same for the same content.
fn serial_number(content: &str) -> String {
    let hash = checksum::hexadecimal(content.as_bytes());
    let part = |from: usize, to: usize| &hash[from..to];
    // The digits of version 8 (of the maker's own kind) and of the variant are fixed.
    format!(
        "urn:uuid:{}-{}-8{}-a{}-{}",
        part(0, 8),
        part(8, 12),
        part(13, 16),
        part(17, 20),
        part(20, 32)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{crates, target};
    use super::*;

    /// Cargo's own lock file and tree say what must be in it.
    #[test]
    fn the_bill_names_every_crate_of_the_target_once() {
        let target = &target::TARGETS[0];
        let used = crates::of_target(target.triple).unwrap();
        let bill = document(&Product::read().unwrap(), target, &used);
        let components = bill["components"].as_array().unwrap();
        let named: BTreeSet<String> = components
            .iter()
            .map(|it| {
                format!("{}@{}", it["name"].as_str().unwrap(), it["version"].as_str().unwrap())
            })
            .collect();
        assert_eq!(named.len(), components.len());
        for (key, used) in &used {
            assert!(named.contains(key) || used.name == "scenewright", "{key}");
            assert!(!used.is_external || used.checksum.is_some(), "{key} has no checksum");
            assert!(!used.is_external || used.licence.is_some(), "{key} has no licence");
        }
        for wanted in ["serde", "clap", "tokio", "rmcp", "libmimalloc-sys"] {
            assert!(used.values().any(|it| it.name == wanted && !it.build_only), "{wanted}");
        }
        assert!(used.values().any(|it| it.name == "serde_derive" && it.build_only));
        assert!(!used.values().any(|it| it.name == "insta" || it.name == "windows-sys"));
        let references: BTreeSet<&str> = bill["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["ref"].as_str().unwrap())
            .collect();
        for dependency in bill["dependencies"].as_array().unwrap() {
            for on in dependency["dependsOn"].as_array().unwrap() {
                assert!(references.contains(on.as_str().unwrap()), "{on}");
            }
        }
    }

    #[test]
    fn a_serial_number_is_a_uuid() {
        let number = serial_number("x");
        let parts: Vec<usize> = number["urn:uuid:".len()..].split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_ne!(number, serial_number("y"));
    }
}
