//! Checks node paths in properties of nodes.

use std::borrow::Cow;

use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind, ObjectIndex};

use super::nodes::{NODE_PATH, NodeType, SceneNodes};
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use crate::node_paths::{NodeTarget, follow};
use crate::text::Section;
use crate::value;

/// Checks the properties that the scene's own file sets, and not defaults.
pub(super) fn check(
    nodes: &SceneNodes<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let is_wanted: Vec<bool> = nodes.sections.iter().map(|section| names_nodes(*section)).collect();
    if !is_wanted.contains(&true) {
        return Ok(());
    }
    for (index, section) in nodes.resolved.own_sections() {
        if is_wanted.get(section) == Some(&true) {
            nodes.files.cx.check()?;
            check_section(nodes, index, nodes.sections[section], report);
        }
    }
    Ok(())
}

fn names_nodes(section: Section<'_>) -> bool {
    section.tag() == "node" && section.properties().any(|(_, raw)| holds_path(raw))
}

fn holds_path(raw: &str) -> bool {
    memmem::find(raw.as_bytes(), NODE_PATH.as_bytes()).is_some()
}

fn check_section(
    nodes: &SceneNodes<'_>,
    index: ObjectIndex,
    section: Section<'_>,
    report: &mut GodotFileReport<'_>,
) {
    let scene = &nodes.resolved.scene;
    let mut makeup = None;
    for (key, raw) in section.properties().filter(|(_, raw)| holds_path(raw)) {
        let name = value::string(key).unwrap_or(Cow::Borrowed(key));
        let mut paths = value::node_paths(raw);
        paths.retain(|path| {
            is_stable_path(path) && follow(scene, index, path) == NodeTarget::Nowhere
        });
        if paths.is_empty() {
            continue;
        }
        let makeup = makeup.get_or_insert_with(|| nodes.node_type(index));
        let Some(component) = makeup.as_ref().and_then(|makeup| declaring_type(makeup, &name))
        else {
            continue;
        };
        let owner = FindingOwner { component, ..nodes.owner(index) };
        for path in paths {
            let reason = BrokenReason::NoNodeInScene;
            let kind = FindingKind::BrokenNodePath;
            report.add(&owner, &name, ReferenceProblem { kind, target: path.into_owned(), reason });
        }
    }
}

/// Nodes that Godot generates have names with `@` and `_`.
fn is_stable_path(path: &str) -> bool {
    !path.split('/').any(|step| step.contains('@') || step.starts_with('_'))
}

/// The script or class that declares the property. `None` for a property that the script no longer declares, and
/// for dynamic ones.
fn declaring_type(makeup: &NodeType<'_>, name: &str) -> Option<String> {
    let variables = makeup.script.as_ref().map(|script| script.variables()).unwrap_or_default();
    if let Some(variable) = variables.iter().rev().find(|variable| variable.name == name) {
        return variable.is_exported.then(|| variable.script.to_owned());
    }
    let property = makeup.class.property(name)?;
    (property.type_name == "NodePath").then(|| makeup.class.name().to_owned())
}
