//! What can be hooked: the methods that can be run here, and the setters of members.

use scenewright_model::{RuntimeMethod, SceneObject};

use crate::error::{ExplorerError, ExplorerResult};
use crate::members::{ComponentView, methods};
use crate::view::types::TypeNames;
use crate::view::walk::{contains_ignoring_case, depth_first, position};
use crate::view::{EngineView, ObjectLocation};

pub(super) struct HookTarget {
    pub(super) name: String,
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub(super) signature: String,
}

impl HookTarget {
    pub(super) fn has(&self, part: &str) -> bool {
        contains_ignoring_case(&self.signature, part)
    }
}

/// The parts of a signature that distinguish calls. The types of parameters are left out: files write `1`
/// for a fraction too, so that the type of a member is not always known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MethodSignature<'a> {
    pub(super) declaring_type: &'a str,
    pub(super) name: &'a str,
    /// How many parameters there are.
    pub(super) parameter_count: usize,
}

impl MethodSignature<'_> {
    pub(super) fn parse(text: &str) -> Option<MethodSignature<'_>> {
        let (start, call) = text.split_once("::")?;
        let declaring_type = start.rsplit(' ').next()?;
        let (name, parameters) = call.strip_suffix(')')?.split_once('(')?;
        let parameter_count = if parameters.is_empty() { 0 } else { parameters.split(',').count() };
        Some(MethodSignature { declaring_type, name, parameter_count })
    }
}

/// The methods of a type, sorted by their signatures.
pub(super) fn hook_targets(
    view: EngineView<'_>,
    type_name: &str,
) -> ExplorerResult<Vec<HookTarget>> {
    // The objects of a running game have their own methods, and not those of Unity's components.
    let is_game = view.runtime().is_some();
    let mut found: Vec<HookTarget> = methods(type_name)
        .into_iter()
        .filter(|it| !is_game || it.declaring_type == type_name)
        .map(|it| HookTarget { name: it.name.to_owned(), signature: it.signature() })
        .collect();
    let setters = setters(view, type_name)?;
    // Every component has some methods, but not every type is a component.
    if setters.is_none()
        && found.iter().all(|it| !it.signature.contains(&format!(" {type_name}::")))
    {
        return Err(ExplorerError::not_found(format!("unknown type {type_name}"))
            .hint("a component type is known if a loaded scene has one"));
    }
    found.extend(setters.unwrap_or_default());
    found.sort_by(|one, other| one.signature.cmp(&other.signature));
    Ok(found)
}

/// The setters of a component of exactly that type, and what a running game can call; `None` if no loaded scene has one.
fn setters(view: EngineView<'_>, type_name: &str) -> ExplorerResult<Option<Vec<HookTarget>>> {
    let types = TypeNames::new(view);
    for scene in view.all_scenes()? {
        let has_it = |object: &&SceneObject| {
            object.components.iter().any(|it| types.full_name(it) == type_name)
        };
        let object = depth_first(&scene).into_iter().find(has_it).map(|object| object.id);
        if let Some(index) = object.and_then(|id| position(&scene, id)) {
            let location = ObjectLocation { scene, index };
            let component = ComponentView::find(view, &location, type_name)?;
            let members = component.summaries(false)?.into_iter();
            let setters = members.filter(|it| it.can_write).map(|it| HookTarget {
                signature: format!("System.Void {type_name}::set_{}({})", it.name, it.type_name),
                name: format!("set_{}", it.name),
            });
            return Ok(Some(setters.chain(game_methods(&component, type_name)?).collect()));
        }
    }
    Ok(None)
}

/// The methods that a running game can call.
fn game_methods(component: &ComponentView<'_>, type_name: &str) -> ExplorerResult<Vec<HookTarget>> {
    let Some(game) = component.view.runtime() else { return Ok(Vec::new()) };
    let object = component.location.object().id;
    let methods = game.methods(object, component.index, component.view.cx)?.value;
    let target = |it: RuntimeMethod| HookTarget {
        signature: format!("{} {type_name}::{}({})", it.returns, it.name, it.parameters.join(", ")),
        name: it.name,
    };
    Ok(methods.into_iter().map(target).collect())
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
