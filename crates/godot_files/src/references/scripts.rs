//! Checks that the scripts of nodes extend a class of their node.

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind};

use super::nodes::SceneNodes;
use super::report::{GodotFileReport, ReferenceProblem};

/// Checks the scripts that the scene's own file attaches.
pub(super) fn check(
    nodes: &SceneNodes<'_>,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    for (index, section) in nodes.resolved.own_sections() {
        let Some(section) = nodes.sections.get(section) else { continue };
        let Some(script) = section.property("script") else { continue };
        nodes.files.cx.check()?;
        let Some(node) = nodes.node_type(index) else { continue };
        let base = node.script.as_ref().and_then(|script| script.engine_base());
        let Some(base) = base.filter(|base| !node.class.is_a(base)) else { continue };
        let problem = ReferenceProblem {
            kind: FindingKind::IncompatibleScript,
            target: base.to_owned(),
            reason: BrokenReason::ScriptBase {
                class: node.class.name().to_owned(),
                base: base.to_owned(),
            },
        };
        report.add(&nodes.owner(index), "script", problem, section.offset_of(script));
    }
    Ok(())
}
