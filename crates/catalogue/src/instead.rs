//! The alternatives that one engine has for the operations of another.

use scenewright_model::EngineKind;

use crate::hint::Hint;

/// An operation, the engine that lacks it, and the alternative in that engine.
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
