//! What can be hooked: the methods that the world runs, and the members of components that it sets.

use crate::fault::{Fault, Found};
use crate::members::{Part, methods};
use crate::view::types::Types;
use crate::view::walk::{contains, depth_first, position};
use crate::view::{Place, View};

pub(super) struct Hookable {
    pub(super) name: String,
    /// `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    pub(super) signature: String,
}

impl Hookable {
    pub(super) fn has(&self, part: &str) -> bool {
        contains(&self.signature, part)
    }
}

/// What a signature says, as far as calls are told apart by it. The types of parameters are left out:
/// files write `1` for a fraction too, so that a member's type is not always known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Signature<'a> {
    pub(super) of: &'a str,
    pub(super) name: &'a str,
    /// How many parameters there are.
    pub(super) takes: usize,
}

impl Signature<'_> {
    pub(super) fn parse(text: &str) -> Option<Signature<'_>> {
        let (of, call) = text.split_once("::")?;
        let of = of.rsplit(' ').next()?;
        let (name, takes) = call.strip_suffix(')')?.split_once('(')?;
        let takes = if takes.is_empty() { 0 } else { takes.split(',').count() };
        Some(Signature { of, name, takes })
    }
}

/// The methods of a type, sorted by their signatures.
pub(super) fn hookable(view: View<'_>, of: &str) -> Found<Vec<Hookable>> {
    let mut found: Vec<Hookable> = methods(of)
        .into_iter()
        .map(|it| Hookable { name: it.name.to_owned(), signature: it.signature() })
        .collect();
    let setters = setters(view, of)?;
    // Everything that is a component has some methods, but not everything is one.
    if setters.is_none() && found.iter().all(|it| !it.signature.contains(&format!(" {of}::"))) {
        return Err(Fault::not_found(format!("no type {of} is known"))
            .hint("types of components are known if a loaded scene has one"));
    }
    found.extend(setters.unwrap_or_default());
    found.sort_by(|one, other| one.signature.cmp(&other.signature));
    Ok(found)
}

/// What can be set of a component of that very type; `None` if no loaded scene has one.
fn setters(view: View<'_>, of: &str) -> Found<Option<Vec<Hookable>>> {
    let types = Types::new(view);
    for scene in view.all_scenes()? {
        let has_it = |object: &&scenewright_model::Object| {
            object.components.iter().any(|it| types.full_name(it) == of)
        };
        let object = depth_first(&scene).into_iter().find(has_it).map(|object| object.id);
        if let Some(index) = object.and_then(|id| position(&scene, id)) {
            let place = Place { scene, index };
            let lines = Part::find(view, &place, of)?.lines(false)?;
            let setters = lines.into_iter().filter(|line| line.can_write).map(|line| Hookable {
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
            assert_eq!(Signature::parse(text), Some(Signature { of, name, takes }));
        }
        for none in ["SetActive", "A::B", "A::B(", ""] {
            assert_eq!(Signature::parse(none), None, "{none}");
        }
    }
}
