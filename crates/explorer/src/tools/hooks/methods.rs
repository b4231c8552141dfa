//! What can be hooked: the methods that the world runs, and the members of components that it sets.

use crate::fault::{ExplorerError, ExplorerResult};
use crate::members::{ComponentView, methods};
use crate::view::types::TypeNames;
use crate::view::walk::{contains, depth_first, position};
use crate::view::{EngineView, ObjectLocation};

pub(super) struct HookTarget {
    pub(super) name: String,
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub(super) signature: String,
}

impl HookTarget {
    pub(super) fn has(&self, part: &str) -> bool {
        contains(&self.signature, part)
    }
}

/// What a signature says, as far as calls are told apart by it. The types of parameters are left out:
/// files write `1` for a fraction too, so that a member's type is not always known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MethodSignature<'a> {
    pub(super) declaring_type: &'a str,
    pub(super) name: &'a str,
    /// How many parameters there are.
    pub(super) parameter_count: usize,
}

impl MethodSignature<'_> {
    pub(super) fn parse(text: &str) -> Option<MethodSignature<'_>> {
        let (of, call) = text.split_once("::")?;
        let of = of.rsplit(' ').next()?;
        let (name, takes) = call.strip_suffix(')')?.split_once('(')?;
        let takes = if takes.is_empty() { 0 } else { takes.split(',').count() };
        Some(MethodSignature { declaring_type: of, name, parameter_count: takes })
    }
}

/// The methods of a type, sorted by their signatures.
pub(super) fn hook_targets(view: EngineView<'_>, of: &str) -> ExplorerResult<Vec<HookTarget>> {
    let mut found: Vec<HookTarget> = methods(of)
        .into_iter()
        .map(|it| HookTarget { name: it.name.to_owned(), signature: it.signature() })
        .collect();
    let setters = setters(view, of)?;
    // Everything that is a component has some methods, but not everything is one.
    if setters.is_none() && found.iter().all(|it| !it.signature.contains(&format!(" {of}::"))) {
        return Err(ExplorerError::not_found(format!("no type {of} is known"))
            .hint("types of components are known if a loaded scene has one"));
    }
    found.extend(setters.unwrap_or_default());
    found.sort_by(|one, other| one.signature.cmp(&other.signature));
    Ok(found)
}

/// What can be set of a component of that very type; `None` if no loaded scene has one.
fn setters(view: EngineView<'_>, of: &str) -> ExplorerResult<Option<Vec<HookTarget>>> {
    let types = TypeNames::new(view);
    for scene in view.all_scenes()? {
        let has_it = |object: &&scenewright_model::SceneObject| {
            object.components.iter().any(|it| types.full_name(it) == of)
        };
        let object = depth_first(&scene).into_iter().find(has_it).map(|object| object.id);
        if let Some(index) = object.and_then(|id| position(&scene, id)) {
            let place = ObjectLocation { scene, index };
            let lines = ComponentView::find(view, &place, of)?.summaries(false)?;
            let setters = lines.into_iter().filter(|line| line.can_write).map(|line| HookTarget {
                signature: format!("System.Void {of}::set_{}({})", line.name, line.type_name),
                name: format!("set_{}", line.name),
            });
            return Ok(Some(setters.collect()));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read() {
        for (text, of, name, takes) in [
            (
                "System.Void UnityEngine.GameObject::SetActive(System.Boolean)",
                "UnityEngine.GameObject",
                "SetActive",
                1,
            ),
            ("System.Int32 A::Get()", "A", "Get", 0),
            ("System.Void A.B::C(System.String, D)", "A.B", "C", 2),
        ] {
            assert_eq!(
                MethodSignature::parse(text),
                Some(MethodSignature { declaring_type: of, name, parameter_count: takes })
            );
        }
        for none in ["SetActive", "A::B", "A::B(", ""] {
            assert_eq!(MethodSignature::parse(none), None, "{none}");
        }
    }
}
