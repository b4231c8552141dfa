//! Writing one member of an object or of a component, in its document or as an override.

use scenewright_engine::EngineError;
use scenewright_engine::names::{NameError, NameKind};
use scenewright_model::{ComponentRef, EditValue, ObjectRef};

use crate::members::OverrideTarget;
use crate::members::draft::{Draft, Spot, Step, steps};
use crate::scripts::MONO_BEHAVIOUR;

use super::body::{self, Found};
use super::overrides::Override;
use super::set::{Written, spelled};
use super::target::Target;
use super::{Planner, refuse, values};

/// What ties the objects of a file together. Writing it by itself would tear them apart.
const STRUCTURE: &[&str] = &[
    "m_CorrespondingSourceObject",
    "m_PrefabInstance",
    "m_PrefabAsset",
    "m_PrefabParentObject",
    "m_PrefabInternal",
    "m_GameObject",
    "m_Component",
    "m_Children",
    "m_Father",
    "m_RootOrder",
    "m_Script",
    "serializedVersion",
    "references",
];

impl Planner<'_> {
    pub(super) fn set_member(
        &mut self,
        scene: &str,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
        member: &str,
        value: &EditValue,
    ) -> Result<(), EngineError> {
        let target = self.target(scene, object)?;
        let component =
            component.map(|component| self.component(&target, component)).transpose()?;
        let member = self.stored_path(&target, component, member)?;
        let Some(path) = steps(&member) else {
            return Err(refuse(format!("Member '{member}'"), "this is not a member's path"));
        };
        if let Some(Step::Key(first)) = path.first()
            && STRUCTURE.contains(first)
        {
            return Err(refuse(format!("Member '{member}'"), "it holds the file together"));
        }
        let value = self.named_number(&target, component, &path, value);
        let written = self.written(&target, &value, 0)?;
        let written = self.numbered(&target, component, &path, written)?;
        self.write(&target, component, &path, &written)
    }

    /// Writes where the object is: in its own document, or as an override of its instance.
    pub(super) fn write(
        &mut self,
        target: &Target,
        component: Option<usize>,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<(), EngineError> {
        match self.override_target(target, component)? {
            Some(inside) => self.write_override(target, component, inside, path, value),
            None => self.write_own(target, component, path, value),
        }
    }

    fn write_own(
        &mut self,
        target: &Target,
        component: Option<usize>,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<(), EngineError> {
        let id = component.map_or(target.node().game_object, |at| target.part(at).id);
        let style = self.style;
        if let [Step::Key(key)] = path
            && self.lacks(target, id, key)?
            && self.declares(target, component, key)
        {
            return self.append_field(target, id, key, value);
        }
        let text = self.files.text_mut(&target.path)?;
        text.change(id, |body| style.set(body, path, value))
    }

    fn lacks(&self, target: &Target, id: i64, key: &str) -> Result<bool, EngineError> {
        let text = self.files.text(&target.path)?;
        let doc = text.doc(id)?;
        let found = body::find(text.body(&doc), &[Step::Key(key)]);
        let found = found.map_err(|error| text.malformed(doc.body.start, error))?;
        Ok(doc.class == MONO_BEHAVIOUR && matches!(found, Found::Nothing))
    }

    /// Whether the source of a component's script has the word. A script that was changed or added
    /// has members that its document does not have yet.
    pub(super) fn declares(&self, target: &Target, component: Option<usize>, key: &str) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.script_source(target, component)
            .is_some_and(|source| source.split(|c| !is_word(c)).any(|word| word == key))
    }

    pub(super) fn script_source(
        &self,
        target: &Target,
        component: Option<usize>,
    ) -> Option<String> {
        let script = component.map(|at| &target.part(at).component.script);
        let Some(scenewright_model::Script::Found(path)) = script else {
            return None;
        };
        let source = self.assets().read(self.index.find(path)?).ok()?;
        Some(String::from_utf8_lossy(&source).into_owned())
    }

    fn append_field(
        &mut self,
        target: &Target,
        id: i64,
        key: &str,
        value: &Written,
    ) -> Result<(), EngineError> {
        let style = self.style;
        let start = match value {
            Written::List(_) => "[]",
            Written::Pointer(_) => "{fileID: 0}",
            Written::Fields(_) => {
                return Err(refuse(format!("Member '{key}'"), "the file does not have it yet"));
            }
            _ => "0",
        };
        let text = self.files.text_mut(&target.path)?;
        text.change(id, |body| {
            let newline = if body.ends_with('\n') { "" } else { "\n" };
            let body = format!("{body}{newline}  {key}: {start}\n");
            style.set(&body, &[Step::Key(key)], value)
        })
    }

    fn write_override(
        &mut self,
        target: &Target,
        component: Option<usize>,
        inside: OverrideTarget,
        path: &[Step<'_>],
        value: &Written,
    ) -> Result<(), EngineError> {
        let overrides = match component {
            Some(component) => self.with_opened(target, target.node, |opened| {
                opened.with_draft(component, |draft| expanded(draft, path, value))
            })??,
            None => expanded(None, path, value),
        }?;
        for (path, value) in overrides {
            let (value, reference) = match value {
                Written::Pointer(fields) => (Written::Null, Some(fields)),
                Written::Raw(raw) if raw.starts_with('{') => {
                    return Err(refuse(format!("Member '{path}'"), "it is inside an instance"));
                }
                value => (value, None),
            };
            let new = Override { target: inside.id, path, value, reference };
            self.add_override(&target.path, inside.instance, &new)?;
        }
        Ok(())
    }

    /// An enum's name becomes its number.
    fn named_number(
        &self,
        target: &Target,
        component: Option<usize>,
        path: &[Step<'_>],
        value: &EditValue,
    ) -> EditValue {
        let class = component.map(|at| target.part(at).component.type_name.as_str());
        match (class, value) {
            (Some(class), EditValue::Text(name)) => {
                let number = values::enum_number(class, &spelled(path), name);
                let number = number.and_then(|number| i64::try_from(number).ok());
                number.map_or_else(|| value.clone(), EditValue::Int)
            }
            _ => value.clone(),
        }
    }
}

type Expanded = Result<Vec<(String, Written)>, EngineError>;

/// One override a scalar: `m_LocalPosition` is three of them.
fn expanded<'p>(draft: Option<&'p Draft<'p>>, path: &[Step<'p>], value: &Written) -> Expanded {
    let spelled = spelled(path);
    let refused = |reason: &str| refuse(format!("Member '{spelled}'"), reason);
    let shape = match draft.map(|draft| draft.find_steps(path)) {
        None => None,
        Some(Some(Spot::Value(_, shape))) => Some(shape),
        Some(Some(Spot::Size(_))) => return Ok(vec![(spelled, value.clone())]),
        Some(None) => return behind(draft, path, value),
    };
    let keys = match shape {
        Some(Draft::Map(entries)) => {
            Some(entries.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>())
        }
        _ => None,
    };
    let below = |key: &str, value: &Written| {
        let path = [path, &[Step::Key(key)]].concat();
        expanded(draft, &path, value)
    };
    match (shape, value) {
        (Some(Draft::Pointer { .. }), Written::Null) => {
            Ok(vec![(spelled, Written::Pointer(super::set::null_pointer()))])
        }
        (Some(Draft::Pointer { .. }), Written::Pointer(_)) => Ok(vec![(spelled, value.clone())]),
        (Some(Draft::Pointer { .. }), _) => Err(refused("it takes a reference")),
        (Some(Draft::Scalar(_)), Written::Pointer(_)) => Err(refused("it is no reference")),
        (Some(Draft::Seq(items)), Written::List(values)) => list(draft, path, items.len(), values),
        (Some(Draft::Seq(_)), _) => Err(refused("it takes a list")),
        (Some(Draft::Map(_)), Written::List(values)) => {
            let keys = keys.unwrap_or_default();
            if keys.len() != values.len() {
                let reason = format!("it has {} fields: {}", keys.len(), keys.join(", "));
                return Err(refused(&reason));
            }
            flatten(keys.iter().zip(values).map(|(key, value)| below(key, value)))
        }
        (Some(Draft::Map(_)), Written::Number(_))
            if keys.as_ref().is_some_and(|keys| keys.iter().any(|key| key == "m_Bits")) =>
        {
            below("m_Bits", value)
        }
        (None | Some(Draft::Map(_)), Written::Fields(fields)) => {
            flatten(fields.iter().map(|(key, value)| below(key, value)))
        }
        (Some(Draft::Map(_)), _) => Err(refused("it takes a value with fields")),
        (_, Written::List(_) | Written::Fields(_)) => Err(refused("it takes one value")),
        (_, value) => Ok(vec![(spelled, value.clone())]),
    }
}

fn flatten(parts: impl Iterator<Item = Expanded>) -> Expanded {
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

fn list(
    draft: Option<&Draft<'_>>,
    path: &[Step<'_>],
    length: usize,
    values: &[Written],
) -> Expanded {
    let mut found = Vec::new();
    if values.len() != length {
        let size = [path, &[Step::Size]].concat();
        found.push((spelled(&size), Written::Number(values.len().to_string())));
    }
    for (index, value) in values.iter().enumerate() {
        let item = [path, &[Step::Item(index)]].concat();
        // What is added has the form of its value.
        let draft = if index < length { draft } else { None };
        found.extend(expanded(draft, &item, value)?);
    }
    Ok(found)
}

/// A path that leads behind the last item makes the list longer.
fn behind(draft: Option<&Draft<'_>>, path: &[Step<'_>], value: &Written) -> Expanded {
    if let [above @ .., Step::Item(index)] = path
        && let Some(Some(Spot::Value(_, Draft::Seq(items)))) =
            draft.map(|draft| draft.find_steps(above))
        && items.len() == *index
    {
        let size = [above, &[Step::Size]].concat();
        let size = (spelled(&size), Written::Number((index + 1).to_string()));
        return Ok([vec![size], expanded(None, path, value)?].concat());
    }
    Err(EngineError::Name(NameError::unknown(NameKind::Member, spelled(path), Vec::new())))
}
