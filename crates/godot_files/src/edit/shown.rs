//! Recognises a value that is what reads show for the current one, in any of their forms. Reads shorten long values
//! and round angles, so that such a value cannot always be converted back; but it changes nothing.

use scenewright_model::{EditValue, MemberReference, MemberValue, ObjectIndex};

use super::buffer::SceneBuffer;
use super::session::EditSession;
use crate::ancestry::ScriptAncestries;
use crate::members::NodeReader;

pub(super) fn is_current_value(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    member: &str,
    value: &EditValue,
) -> bool {
    let ancestries = ScriptAncestries::new(&session.files, Some(session.api), &buffer.resolved);
    let reader =
        NodeReader::new(&session.files, Some(session.api), &buffer.resolved, &ancestries, node);
    let shown = reader.member(0, member).or_else(|_| match reader.has_script() {
        true => reader.member(1, member),
        false => reader.member(0, member),
    });
    shown.is_ok_and(|shown| is_shown_as(&shown, value))
}

fn is_shown_as(shown: &MemberValue, given: &EditValue) -> bool {
    if is_same(&EditValue::from(shown), given) {
        return true;
    }
    match (shown, given) {
        (MemberValue::Typed(typed), EditValue::Text(text) | EditValue::Literal(text)) => {
            typed.text == *text || is_shown_as(&typed.value, given)
        }
        (MemberValue::Reference(reference), EditValue::Text(text)) => {
            reference_texts(reference).contains(text)
        }
        (
            MemberValue::Reference(MemberReference::Object { id, path, .. }),
            EditValue::Object { object, .. },
        ) => match object {
            scenewright_model::ObjectRef::Id(given) => given == id,
            scenewright_model::ObjectRef::Path(given) => given == path,
        },
        _ => false,
    }
}

/// Numbers are compared by their values: JSON has only one kind of them.
fn is_same(shown: &EditValue, given: &EditValue) -> bool {
    match (shown, given) {
        (EditValue::List(shown), EditValue::List(given)) => {
            shown.len() == given.len() && shown.iter().zip(given).all(|(a, b)| is_same(a, b))
        }
        (EditValue::Fields(shown), EditValue::Fields(given)) => {
            let named = |name: &String| given.iter().find(|(other, _)| other == name);
            let same = |(name, value): &(String, EditValue)| {
                named(name).is_some_and(|(_, given)| is_same(value, given))
            };
            shown.len() == given.len() && shown.iter().all(same)
        }
        (EditValue::Int(a), EditValue::Float(b)) | (EditValue::Float(b), EditValue::Int(a)) => {
            *a as f64 == *b
        }
        // Clients send all values as text, so that a text that is a number arrives as one.
        (EditValue::Text(shown), EditValue::Int(given)) => shown.parse() == Ok(*given),
        (EditValue::Text(shown), EditValue::Float(given)) => shown.parse() == Ok(*given),
        (EditValue::Text(shown), EditValue::Bool(given)) => shown.parse() == Ok(*given),
        (EditValue::Text(shown), EditValue::Null) => shown == "null",
        (EditValue::Object { object: a, .. }, EditValue::Object { object: b, .. }) => a == b,
        (shown, given) => shown == given,
    }
}

/// A reference as one line, in the forms of lists and of Godot's own tools.
fn reference_texts(reference: &MemberReference) -> Vec<String> {
    match reference {
        MemberReference::None => vec!["none".to_owned()],
        MemberReference::Object { path, type_name, .. } => {
            vec![path.clone(), format!("{path} ({type_name})")]
        }
        MemberReference::Asset { path, type_name, inner } => {
            let mut texts = Vec::new();
            match inner {
                Some(inner) => texts.push(format!("{path}::{inner}")),
                None => texts.push(path.clone()),
            }
            texts.extend(type_name.as_ref().map(|type_name| format!("{path} ({type_name})")));
            texts
        }
        MemberReference::BuiltIn { name } => vec![name.clone(), format!("built-in {name}")],
        MemberReference::Missing { target, .. } | MemberReference::Unknown { target, .. } => {
            vec![target.to_string()]
        }
    }
}
