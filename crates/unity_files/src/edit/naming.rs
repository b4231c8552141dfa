//! The component and the member that a client means, by the rules of the port.

use scenewright_engine::EngineError;
use scenewright_engine::names::{
    self, Choice, NameError, NameKind, NameProblem, Several, member_key, similar_members,
    stored_name,
};
use scenewright_model::{Component, ComponentRef, Member, Script, Value};

use crate::members::draft::{Step, steps};

use super::Planner;
use super::body::{self, Found};
use super::set::{flow_fields, spelled};
use super::target::Target;

/// What an object holds beside its components.
const OBJECT: &str = "GameObject";
const OBJECT_MEMBERS: [&str; 7] = [
    "m_Name",
    "m_TagString",
    "m_Layer",
    "m_IsActive",
    "m_Icon",
    "m_NavMeshLayer",
    "m_StaticEditorFlags",
];

/// How many members tell components of one type apart.
const TOLD_MEMBERS: usize = 2;

impl Planner<'_> {
    /// The position of a component among the object's.
    pub(super) fn component(
        &self,
        target: &Target,
        asked: &ComponentRef,
    ) -> Result<usize, EngineError> {
        let components: Vec<&Component> =
            target.node().parts.iter().map(|part| &part.component).collect();
        let namespaces = |component: &Component| match &component.script {
            Script::Found(path) => self.unity.namespaces(path),
            _ => None,
        };
        let found = names::component(&components, asked, Several::Refuse, &namespaces);
        found.map_err(|mut error| {
            if let NameProblem::Ambiguous { choices } = &mut error.problem {
                self.tell_apart(target, choices);
            }
            EngineError::Name(error)
        })
    }

    /// Adds what the members of components of one type differ in, as far as they can be read.
    fn tell_apart(&self, target: &Target, choices: &mut [Choice]) {
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
        let brief = |member: &&Member| brief(&member.value).is_some() && differs(&member.name);
        let names = first.iter().filter(brief).take(TOLD_MEMBERS).map(|member| &member.name);
        for name in names {
            for (choice, list) in choices.iter_mut().zip(&lists) {
                if let Some(text) = value(list, name).as_ref().and_then(self::brief) {
                    choice.details += &format!(", {name} {text}");
                }
            }
        }
    }

    /// A member's path as the file spells it; without a component one of the object itself.
    pub(super) fn stored_path(
        &self,
        target: &Target,
        component: Option<usize>,
        member: &str,
    ) -> Result<String, EngineError> {
        let unknown =
            |similar| EngineError::Name(NameError::unknown(NameKind::Member, member, similar));
        let steps = steps(member).ok_or_else(|| unknown(Vec::new()))?;
        if self.is_stored(target, component, &steps)? {
            return Ok(spelled(&steps));
        }
        let Some(component) = component else {
            return object_path(&steps)
                .ok_or_else(|| unknown(similar_members(member, OBJECT_MEMBERS.into_iter())));
        };
        let found =
            self.with_opened(target, target.node, |opened| opened.stored_path(component, member))?;
        match found {
            // A script that was changed has members that its document does not have yet.
            Err(EngineError::Name(_)) if self.is_declared(target, component, &steps) => {
                Ok(spelled(&steps))
            }
            found => found,
        }
    }

    /// Whether the file has the path as it is written; unknown for what is inside of an instance.
    fn is_stored(
        &self,
        target: &Target,
        component: Option<usize>,
        steps: &[Step<'_>],
    ) -> Result<bool, EngineError> {
        let levels = component.map_or(target.levels(), |at| target.part(at).levels);
        if levels > 0 {
            return Ok(false);
        }
        let id = component.map_or(target.node().game_object, |at| target.part(at).id);
        let text = self.files.text(&target.path)?;
        let doc = text.doc(id)?;
        let malformed = |error| text.malformed(doc.body.start, error);
        let body = text.body(&doc);
        Ok(match body::find(body, steps).map_err(malformed)? {
            Found::Slot(_) | Found::Size(_) | Found::Behind(_) => true,
            Found::InFlow(slot, key) => {
                let fields = flow_fields(slot.raw(body)).map_err(malformed)?;
                fields.iter().any(|(name, _)| *name == key)
            }
            Found::Nothing => false,
        })
    }

    fn is_declared(&self, target: &Target, component: usize, steps: &[Step<'_>]) -> bool {
        matches!(steps, [Step::Key(key)] if self.declares(target, Some(component), key))
    }
}

fn object_path(path: &[Step<'_>]) -> Option<String> {
    let [Step::Key(key)] = path else { return None };
    let alias = stored_name(OBJECT, key).filter(|name| OBJECT_MEMBERS.contains(name));
    let found = alias.or_else(|| member_key(OBJECT_MEMBERS.into_iter(), key));
    found.map(str::to_owned)
}

/// A value in a few characters; `None` for what has no such form.
fn brief(value: &Value) -> Option<String> {
    let numbers = |all: &[f64]| {
        let all: Vec<String> = all.iter().map(f64::to_string).collect();
        format!("({})", all.join(", "))
    };
    Some(match value {
        Value::Bool(is_set) => is_set.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.clone(),
        Value::Text(text) => format!("'{}'", scenewright_engine::quote::shortened(text)),
        Value::Vector2(all) => numbers(all),
        Value::Vector3(all) => numbers(all),
        Value::Vector4(all) | Value::Colour(all) => numbers(all),
        _ => return None,
    })
}
