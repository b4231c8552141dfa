//! MCP bundles: a client that opens one asks for the project's folder and starts the program in it.

use serde_json::{Value, json};

use super::archive::{self, Content};
use super::product::{KEYWORDS, Product};
use super::release_files::ReleaseFiles;
use super::target::Target;
use crate::Result;

pub(super) fn write(
    product: &Product,
    target: &Target,
    content: &Content<'_>,
    files: &mut ReleaseFiles,
) -> Result {
    let manifest = serde_json::to_string_pretty(&manifest(product, target))? + "\n";
    let mut entries = vec![
        ("manifest.json".to_owned(), manifest.into_bytes(), false),
        (format!("server/{}", target.program()), content.binary.clone(), true),
        ("THIRD-PARTY-LICENSES.txt".to_owned(), content.licences.clone().into_bytes(), false),
    ];
    entries.extend(archive::own_licences("")?);
    files.write(&target.mcpb_name(&product.version), &archive::zip(&entries)?)
}

pub(super) fn manifest(product: &Product, target: &Target) -> Value {
    let program = format!("server/{}", target.program());
    json!({
        "manifest_version": "0.3",
        "name": "scenewright",
        "display_name": "Scenewright",
        "version": product.version,
        "description": product.description,
        "long_description": "Reads the scenes, assets, scripts and settings of a Unity or Godot project from its \
            files; no editor needs to be installed or running. Nothing is changed.",
        "author": { "name": "Scenewright", "url": product.repository },
        "repository": { "type": "git", "url": format!("{}.git", product.repository) },
        "homepage": product.repository,
        "license": product.licence,
        "keywords": KEYWORDS,
        "server": {
            "type": "binary",
            "entry_point": program,
            "mcp_config": {
                "command": format!("${{__dirname}}/{program}"),
                "args": ["mcp", "${user_config.project}"],
                "env": {},
            },
        },
        "tools_generated": true,
        "user_config": {
            "project": {
                "type": "directory",
                "title": "Project folder",
                "description": "The folder of a Unity project (with Assets and ProjectSettings) or of a Godot \
                    project (with project.godot)",
                "required": true,
            },
        },
        "compatibility": { "platforms": [target.mcpb] },
    })
}

#[cfg(test)]
mod tests {
    use super::super::target::TARGETS;
    use super::*;

    #[test]
    fn the_bundle_asks_for_the_folder_and_starts_the_program_that_it_contains() {
        for target in &TARGETS {
            let manifest = manifest(&Product::read().unwrap(), target);
            let config = &manifest["server"]["mcp_config"];
            assert_eq!(config["args"], json!(["mcp", "${user_config.project}"]));
            assert_eq!(manifest["user_config"]["project"]["type"], "directory");
            let command = config["command"].as_str().unwrap();
            assert_eq!(
                command,
                format!("${{__dirname}}/{}", manifest["server"]["entry_point"].as_str().unwrap())
            );
            assert!(command.ends_with(target.program()));
        }
    }
}
