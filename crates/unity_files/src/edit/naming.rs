//! Resolves the component and the member that a client names, by the rules of the port.

use scenewright_engine::EngineError;
use scenewright_engine::names::{
    self, AmbiguityPolicy, NameChoice, NameError, NameKind, NameProblem, member_key,
    similar_members, stored_name,
};
use scenewright_model::{Component, ComponentRef, ComponentScript, Member, MemberValue};

use crate::members::field_value::{PathStep, parse_path};

use super::Planner;
use super::body::{self, BodyTarget};
use super::set::{flow_fields, property_path};
use super::target::TargetObject;

/// The members of an object besides its components.
const GAME_OBJECT_TYPE: &str = "GameObject";
const GAME_OBJECT_MEMBERS: [&str; 7] = [
    "m_Name",
    "m_TagString",
    "m_Layer",
    "m_IsActive",
    "m_Icon",
    "m_NavMeshLayer",
    "m_StaticEditorFlags",
];

/// How many members are listed to distinguish components of one type.
const MAX_DISTINGUISHING_MEMBERS: usize = 2;

impl Planner<'_> {
    /// The position of a component on its object.
    pub(super) fn find_component(
        &self,
        target: &TargetObject,
        asked: &ComponentRef,
    ) -> Result<usize, EngineError> {
        let components: Vec<&Component> =
            target.node().parts.iter().map(|part| &*part.component).collect();
        let namespaces = |component: &Component| match &component.script {
            ComponentScript::Found(path) => self.unity.namespaces(path),
            _ => None,
        };
        let found = names::find_component(&components, asked, AmbiguityPolicy::Refuse, &namespaces);
        found.map_err(|mut error| {
            if let NameProblem::Ambiguous { choices } = &mut error.problem {
                self.add_distinguishing_members(target, choices);
            }
            EngineError::Name(error)
        })
    }

    /// Adds the member values in which components of one type differ, as far as they can be read.
    fn add_distinguishing_members(&self, target: &TargetObject, choices: &mut [NameChoice]) {
        let positions: Vec<usize> = choices.iter().map(|choice| choice.position).collect();
        let read = self.with_opened(target, target.node, |opened| opened.members(&positions));
        let Ok(Ok(lists)) = read else { return };
        let lists: Vec<Vec<Member>> = lists.value;
        let value = |list: &Vec<Member>, name: &str| {
            list.iter().find(|member| member.name == name).map(|member| member.value.clone())
        };
        let Some(first) = lists.first() else { return };
        let differs = |name: &str| {
            let own = value(first, name);
            lists.iter().any(|list| value(list, name) != own)
        };
        let brief =
            |member: &&Member| short_value(&member.value).is_some() && differs(&member.name);
        let names =
            first.iter().filter(brief).take(MAX_DISTINGUISHING_MEMBERS).map(|member| &member.name);
        for name in names {
            for (choice, list) in choices.iter_mut().zip(&lists) {
                if let Some(text) = value(list, name).as_ref().and_then(self::short_value) {
                    choice.details += &format!(", {name} {text}");
                }
            }
        }
    }

    /// A member's path as the file spells it. Without a component, it is a member of the object
    /// itself.
    pub(super) fn stored_path(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        member: &str,
    ) -> Result<String, EngineError> {
        let unknown =
            |similar| EngineError::Name(NameError::unknown(NameKind::Member, member, similar));
        let steps = parse_path(member).ok_or_else(|| unknown(Vec::new()))?;
        if self.is_stored(target, component, &steps)? {
            return Ok(property_path(&steps));
        }
        let Some(component) = component else {
            return object_member_path(&steps)
                .ok_or_else(|| unknown(similar_members(member, GAME_OBJECT_MEMBERS.into_iter())));
        };
        let found =
            self.with_opened(target, target.node, |opened| opened.stored_path(component, member))?;
        match found {
            // A script that was just changed has members that its document does not have yet.
            Err(EngineError::Name(_)) if self.is_declared(target, component, &steps) => {
                Ok(property_path(&steps))
            }
            found => found,
        }
    }

    /// Whether the file has the path exactly as written; `false` for anything inside an instance.
    fn is_stored(
        &self,
        target: &TargetObject,
        component: Option<usize>,
        steps: &[PathStep<'_>],
    ) -> Result<bool, EngineError> {
        let levels = component.map_or(target.instance_depth(), |at| target.part(at).levels);
        if levels > 0 {
            return Ok(false);
        }
        let id = component.map_or(target.node().game_object, |at| target.part(at).id);
        let text = self.files.text(&target.path)?;
        let doc = text.doc(id)?;
        let malformed = |error| text.malformed(doc.body.start, error);
        let body = text.body(&doc);
        Ok(match body::find(body, steps).map_err(malformed)? {
            BodyTarget::Slot(_) | BodyTarget::Size(_) | BodyTarget::AfterLast(_) => true,
            BodyTarget::InFlow(slot, key) => {
                let fields = flow_fields(slot.raw(body)).map_err(malformed)?;
                fields.iter().any(|(name, _)| *name == key)
            }
            BodyTarget::Nothing => false,
        })
    }

    fn is_declared(&self, target: &TargetObject, component: usize, steps: &[PathStep<'_>]) -> bool {
        matches!(steps, [PathStep::Key(key)] if self.declares(target, Some(component), key))
    }
}

fn object_member_path(path: &[PathStep<'_>]) -> Option<String> {
    let [PathStep::Key(key)] = path else { return None };
    let alias =
        stored_name(GAME_OBJECT_TYPE, key).filter(|name| GAME_OBJECT_MEMBERS.contains(name));
    let found = alias.or_else(|| member_key(GAME_OBJECT_MEMBERS.into_iter(), key));
    found.map(str::to_owned)
}

/// A short form of a value; `None` if it has none.
fn short_value(value: &MemberValue) -> Option<String> {
    let numbers = |all: &[f64]| {
        let all: Vec<String> = all.iter().map(f64::to_string).collect();
        format!("({})", all.join(", "))
    };
    Some(match value {
        MemberValue::Bool(is_set) => is_set.to_string(),
        MemberValue::Int(number) => number.to_string(),
        MemberValue::Float(number) => number.clone(),
        MemberValue::Text(text) => format!("'{}'", scenewright_engine::quote::shorten(text)),
        MemberValue::Vector2(all) => numbers(all),
        MemberValue::Vector3(all) => numbers(all),
        MemberValue::Vector4(all) | MemberValue::Colour(all) => numbers(all),
        _ => return None,
    })
}
