//! Checks that the nodes exist which a scene overrides, or to which it adds others.

use std::collections::HashSet;

use scenewright_model::{BrokenReason, FindingKind};

use super::nodes::SceneNodes;
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};

/// Reports each missing node once, at the first section that needs it.
pub(super) fn check(nodes: &SceneNodes<'_>, report: &mut GodotFileReport<'_>) {
    if nodes.resolved.scene.roots.is_empty() {
        let (kind, reason) = (FindingKind::VanishedNode, BrokenReason::NoRootNode);
        let problem = ReferenceProblem { kind, target: String::new(), reason };
        return report.add(&FindingOwner::default(), "", problem, 0);
    }
    let mut known = HashSet::new();
    for (section, vanished) in nodes.resolved.own_vanished() {
        let Some(section) = nodes.sections.get(section) else { continue };
        if !known.insert(vanished.path.as_str()) {
            continue;
        }
        let reason = match &vanished.instance {
            Some(scene) => BrokenReason::NoNodeInInstance { scene: scene.clone() },
            None => BrokenReason::NoNode { path: vanished.path.clone() },
        };
        let target = vanished.path.clone();
        let owner = FindingOwner::of_section(*section, &mut nodes.root_name());
        let problem = ReferenceProblem { kind: FindingKind::VanishedNode, target, reason };
        report.add(&owner, "", problem, section.header_bytes().start);
    }
}
