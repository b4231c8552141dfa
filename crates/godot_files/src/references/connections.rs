//! Signals that a scene's own file connects: from which node, to which, and to which method.

use scenewright_engine::EngineError;
use scenewright_model::{Connection, FindingKind, ObjectIndex};

use super::nodes::Nodes;
use super::report::{Owner, Problem, Report};
use crate::files::res;
use crate::node_paths::{Lead, follow};
use crate::text::Section;
use crate::value;

pub(super) fn check(nodes: &Nodes<'_>, report: &mut Report<'_>) -> Result<(), EngineError> {
    for section in nodes.resolved.own_lost() {
        nodes.files.cx.check()?;
        if let Some(section) = nodes.sections.get(section) {
            check_lost(nodes, *section, report);
        }
    }
    let file = res(report.relative);
    for connection in &nodes.resolved.scene.connections {
        if connection.file == file {
            nodes.files.cx.check()?;
            check_signal(nodes, connection, report);
            check_method(nodes, connection, report);
        }
    }
    Ok(())
}

/// A connection between nodes of which one is not there. Godot leaves it out without a word.
fn check_lost(nodes: &Nodes<'_>, section: Section<'_>, report: &mut Report<'_>) {
    let text = |key| section.attribute(key).and_then(value::string).unwrap_or_default();
    let scene = &nodes.resolved.scene;
    let Some(&root) = scene.roots.first() else { return };
    let (from, to) = (text("from"), text("to"));
    let from_lead = follow(scene, root, &from);
    let owner = match from_lead {
        Lead::Node(index) => nodes.owner(index),
        _ => Owner::default(),
    };
    for (path, lead) in [(&from, from_lead), (&to, follow(scene, root, &to))] {
        if lead == Lead::Nowhere {
            let problem = Problem {
                kind: FindingKind::MissingNode,
                target: path.to_string(),
                reason: format!("the scene has no node '{path}'"),
            };
            report.add(&owner, &text("signal"), problem);
        }
    }
}

fn check_signal(nodes: &Nodes<'_>, connection: &Connection, report: &mut Report<'_>) {
    let signal = &connection.signal;
    let Some(makeup) = nodes.makeup(connection.from) else { return };
    let in_script = makeup.script.as_ref().map_or(Some(false), |script| script.has_signal(signal));
    if in_script == Some(false) && !makeup.class.has_signal(signal) {
        let problem = Problem {
            kind: FindingKind::MissingSignal,
            target: signal.clone(),
            reason: format!("the node has no signal '{signal}'"),
        };
        report.add(&nodes.owner(connection.from), signal, problem);
    }
}

fn check_method(nodes: &Nodes<'_>, connection: &Connection, report: &mut Report<'_>) {
    let method = &connection.method;
    let Some(makeup) = nodes.makeup(connection.to) else { return };
    let in_script = makeup.script.as_ref().map_or(Some(false), |script| script.has_method(method));
    if in_script == Some(false) && !makeup.class.has_method(method) {
        let to = &nodes.object(connection.to).path;
        let problem = Problem {
            kind: FindingKind::MissingMethod,
            target: format!("{}::{method}", below_root(nodes, connection.to)),
            reason: format!("the node '{to}' has no method '{method}'"),
        };
        report.add(&nodes.owner(connection.from), &connection.signal, problem);
    }
}

/// The path of a node as a connection gives it.
fn below_root<'a>(nodes: &'a Nodes<'_>, index: ObjectIndex) -> &'a str {
    nodes.object(index).path.split_once('/').map_or(".", |(_, below)| below)
}
