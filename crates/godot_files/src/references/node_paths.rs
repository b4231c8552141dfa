//! Checks node paths in properties of nodes.

use std::borrow::Cow;
use std::collections::HashSet;

use memchr::memmem;
use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind, ObjectIndex};

use super::nodes::{NODE_PATH, NodeType, SceneNodes};
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use crate::node_paths::{NodeTarget, follow};
use crate::text::Section;
use crate::value;

const ROOT_MOTION_TRACK: &str = "root_motion_track";
/// Godot 3 keeps the path that a node had in the imported model, and never follows it.
const IMPORT_PATH: &str = "_import_path";

/// Checks the properties that the scene's own file sets, and not defaults.
pub(super) fn check(
    nodes: &SceneNodes<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let is_wanted: Vec<bool> = nodes.sections.iter().map(|section| names_nodes(*section)).collect();
    if !is_wanted.contains(&true) {
        return Ok(());
    }
    let own = nodes.resolved.own_sections();
    let astray = nodes_astray(nodes, &own);
    for (index, section) in own {
        if is_wanted.get(section) == Some(&true) && !is_at_or_below(nodes, index, &astray) {
            nodes.files.cx.check()?;
            check_section(nodes, index, nodes.sections[section], report);
        }
    }
    Ok(())
}

/// Nodes that Godot adds to the root because their parent does not exist. Their paths are meant for another place.
fn nodes_astray(nodes: &SceneNodes<'_>, own: &[(ObjectIndex, usize)]) -> HashSet<ObjectIndex> {
    let astray: HashSet<usize> =
        nodes.resolved.own_vanished().map(|(section, _)| section).collect();
    own.iter().filter(|(_, section)| astray.contains(section)).map(|(index, _)| *index).collect()
}

fn is_at_or_below(
    nodes: &SceneNodes<'_>,
    index: ObjectIndex,
    others: &HashSet<ObjectIndex>,
) -> bool {
    !others.is_empty()
        && std::iter::successors(Some(index), |&index| nodes.object(index).parent)
            .any(|index| others.contains(&index))
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
        let NodeTarget::Node(start) = path_start(nodes, index, &name) else { continue };
        let mut paths = value::node_paths(raw);
        paths.retain(|path| {
            is_stable_path(path) && follow(scene, start, path) == NodeTarget::Nowhere
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
            let at = raw.find(&format!("\"{path}\"")).unwrap_or_default();
            let offset = section.offset_of(raw) + at;
            let problem = ReferenceProblem { kind, target: path.into_owned(), reason };
            report.add(&owner, &name, problem, offset);
        }
    }
}

/// The node at which the paths in a property start: the node itself, with few exceptions.
fn path_start(nodes: &SceneNodes<'_>, index: ObjectIndex, property: &str) -> NodeTarget {
    match property {
        ROOT_MOTION_TRACK => animated_root(nodes, index),
        IMPORT_PATH => NodeTarget::Beyond,
        _ => NodeTarget::Node(index),
    }
}

/// The node that the tracks of an AnimationTree or AnimationPlayer start at. A tree takes it from its player
/// if it has one.
fn animated_root(nodes: &SceneNodes<'_>, index: ObjectIndex) -> NodeTarget {
    let scene = &nodes.resolved.scene;
    let path = |index, name: &str| {
        let set = nodes.resolved.properties(index);
        let set = set.iter().find(|property| property.name == name);
        let path =
            set.as_ref().and_then(|property| value::node_paths(&property.raw).into_iter().next());
        path.filter(|path| !path.is_empty()).map(Cow::into_owned)
    };
    if let Some(root) = path(index, "root_node") {
        return follow(scene, index, &root);
    }
    let player = path(index, "anim_player").map(|player| follow(scene, index, &player));
    match player {
        Some(NodeTarget::Node(player)) => {
            let root = path(player, "root_node").unwrap_or_else(|| "..".to_owned());
            follow(scene, player, &root)
        }
        Some(other) => other,
        None => follow(scene, index, ".."),
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
    // Godot replaces the path of a node with the node itself.
    matches!(property.type_name, "NodePath" | "Object").then(|| makeup.class.name().to_owned())
}
