//! What one engine has in the place of the other's operations.

use scenewright_model::EngineKind;

use crate::hint::Hint;

/// An operation, the engine that does not have it, and the operation to use there.
pub(crate) const ALTERNATIVES: [(&str, EngineKind, &str); 9] = [
    ("scene.component.add", EngineKind::GODOT, "scene.script.attach"),
    ("scene.component.remove", EngineKind::GODOT, "scene.script.detach"),
    ("scene.tag.set", EngineKind::GODOT, "scene.group.set"),
    ("scene.layer.set", EngineKind::GODOT, "scene.member.write"),
    ("scene.script.attach", EngineKind::UNITY, "scene.component.add"),
    ("scene.script.detach", EngineKind::UNITY, "scene.component.remove"),
    ("scene.group.set", EngineKind::UNITY, "scene.tag.set"),
    ("scene.node.properties", EngineKind::UNITY, "scene.object.read"),
    ("scene.tree.read", EngineKind::UNITY, "scene.hierarchy.dump"),
];

pub(crate) fn alternative_hint(tool: &str, engine: EngineKind) -> Option<Hint> {
    let row = ALTERNATIVES.iter().find(|(lacking, of, _)| *lacking == tool && *of == engine)?;
    Some(Hint::UseInstead { tool: row.2 })
}
