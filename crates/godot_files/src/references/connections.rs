//! Checks the connections of a scene's own file: nodes, signals and methods.

use std::collections::HashSet;

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind, ObjectIndex, SignalConnection};

use super::nodes::SceneNodes;
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use crate::files::res_path;
use crate::node_paths::{NodeTarget, follow};
use crate::text::Section;
use crate::value;

pub(super) fn check(
    nodes: &SceneNodes<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let mut known: HashSet<String> =
        nodes.resolved.own_vanished().map(|(_, vanished)| vanished.path.clone()).collect();
    for section in nodes.resolved.own_broken_connections() {
        nodes.files.cx.check()?;
        if let Some(section) = nodes.sections.get(section) {
            check_broken(nodes, *section, &mut known, report);
        }
    }
    let file = res_path(report.relative);
    for connection in &nodes.resolved.scene.connections {
        if connection.file == file {
            nodes.files.cx.check()?;
            check_signal(nodes, connection, report);
            check_method(nodes, connection, report);
        }
    }
    Ok(())
}

/// A connection with a missing node, which Godot silently ignores. Each missing node is reported once.
fn check_broken(
    nodes: &SceneNodes<'_>,
    section: Section<'_>,
    known: &mut HashSet<String>,
    report: &mut GodotFileReport<'_>,
) {
    let text = |key| section.attribute(key).and_then(value::string).unwrap_or_default();
    let scene = &nodes.resolved.scene;
    let Some(&root) = scene.roots.first() else { return };
    let (from, to) = (text("from"), text("to"));
    let from_lead = follow(scene, root, &from);
    let owner = match from_lead {
        NodeTarget::Node(index) => nodes.owner(index),
        _ => FindingOwner::default(),
    };
    for (key, path, lead) in [("from", &from, from_lead), ("to", &to, follow(scene, root, &to))] {
        let is_new = |path: &str| !known.iter().any(|known| is_at_or_below(path, known));
        if lead == NodeTarget::Nowhere && is_new(path) {
            known.insert(path.to_string());
            let problem = ReferenceProblem {
                kind: FindingKind::MissingNode,
                target: path.to_string(),
                reason: BrokenReason::NoNode { path: path.to_string() },
            };
            report.add(&owner, &text("signal"), problem, section.attribute_offset(key));
        }
    }
}

fn check_signal(
    nodes: &SceneNodes<'_>,
    connection: &SignalConnection,
    report: &mut GodotFileReport<'_>,
) {
    let signal = &connection.signal;
    let Some(makeup) = nodes.node_type(connection.from) else { return };
    let in_script = makeup.script.as_ref().map_or(Some(false), |script| script.has_signal(signal));
    if in_script == Some(false) && !makeup.class.has_signal(signal) {
        let problem = ReferenceProblem {
            kind: FindingKind::MissingSignal,
            target: signal.clone(),
            reason: BrokenReason::NoSignal { signal: signal.clone() },
        };
        let offset = offset(nodes, connection, "signal");
        report.add(&nodes.owner(connection.from), signal, problem, offset);
    }
}

fn check_method(
    nodes: &SceneNodes<'_>,
    connection: &SignalConnection,
    report: &mut GodotFileReport<'_>,
) {
    let method = &connection.method;
    let Some(makeup) = nodes.node_type(connection.to) else { return };
    let in_script = makeup.script.as_ref().map_or(Some(false), |script| script.has_method(method));
    if in_script == Some(false) && !makeup.class.has_method(method) {
        let to = &nodes.object(connection.to).path;
        let problem = ReferenceProblem {
            kind: FindingKind::MissingMethod,
            target: format!("{}::{method}", path_below_root(nodes, connection.to)),
            reason: BrokenReason::NoMethod { node: to.clone(), method: method.clone() },
        };
        let offset = offset(nodes, connection, "method");
        report.add(&nodes.owner(connection.from), &connection.signal, problem, offset);
    }
}

/// Where the file has an attribute of a connection.
fn offset(nodes: &SceneNodes<'_>, connection: &SignalConnection, key: &str) -> usize {
    let ends = [("from", connection.from), ("to", connection.to)]
        .map(|(key, index)| (key, path_below_root(nodes, index)));
    let names = [("signal", connection.signal.as_str()), ("method", &connection.method)];
    let has = |section: &Section<'_>, (key, wanted): (&str, &str)| {
        section.attribute(key).and_then(value::string).is_some_and(|text| text == wanted)
    };
    let all = || nodes.sections.iter().filter(|section| section.tag() == "connection");
    let named = || all().filter(|section| names.iter().all(|name| has(section, *name)));
    let exact = named().find(|section| ends.iter().all(|end| has(section, *end)));
    // Paths may be written in another way.
    let found = exact.or_else(|| named().next());
    found.map_or(0, |section| section.attribute_offset(key))
}

fn is_at_or_below(path: &str, node: &str) -> bool {
    path.strip_prefix(node).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The path of a node as in a connection.
fn path_below_root<'a>(nodes: &'a SceneNodes<'_>, index: ObjectIndex) -> &'a str {
    nodes.object(index).path.split_once('/').map_or(".", |(_, below)| below)
}
