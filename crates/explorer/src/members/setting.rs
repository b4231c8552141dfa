//! From a member and a JSON value to the edit that sets it.

use scenewright_model::{ComponentRef, Edit, EditValue, MemberValue as Held, ObjectRef, Transform};
use serde_json::Value;

use super::computed::is_transform;
use super::{ComponentView, enums};
use crate::args::parse_object_id;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::view::{ObjectLocation, pose};

pub(crate) fn set_edit(
    part: &ComponentView<'_>,
    member: &str,
    value: &Value,
) -> ExplorerResult<Edit> {
    let scene = part.place.scene.path.clone();
    let object = ObjectRef::Id(part.place.object().id);
    if part.view.is_unity() {
        let word = || {
            let word = value.as_str().filter(|word| !word.trim().is_empty());
            word.map(str::to_owned)
                .ok_or_else(|| ExplorerError::invalid_argument(format!("'{member}' is a text")))
        };
        match member {
            "name" => return Ok(Edit::RenameObject { scene, object, name: word()? }),
            "tag" => return Ok(Edit::SetTag { scene, object, tag: word()? }),
            _ => {}
        }
    }
    let (member, value) = match transform_value(part, member, value)? {
        Some(placed) => placed,
        None => {
            let stored = part.stored_name(member)?.ok_or_else(|| {
                ExplorerError::not_found(format!("{} has no member '{member}' to set", part.full))
                    .hint("ListComponentMembers names the members of a component")
            })?;
            let now = part.stored_value(&stored)?;
            let value = match enum_value(part, &stored, now.as_ref(), value)? {
                Some(value) => value,
                None => to_edit_value(now.as_ref(), value, 0)?,
            };
            (stored, value)
        }
    };
    let value = match value {
        EditValue::Object { object: ObjectRef::Id(id), component } => {
            EditValue::Object { object: ObjectRef::Id(part.view.resolve_id(id)), component }
        }
        other => other,
    };
    let component = part.view.is_unity().then_some(ComponentRef::Index(part.at));
    Ok(Edit::SetMember { scene, object, component, member, value })
}

/// The number of an enum's name; `None` for what is no name of one.
fn enum_value(
    part: &ComponentView<'_>,
    stored: &str,
    now: Option<&Held>,
    value: &Value,
) -> ExplorerResult<Option<EditValue>> {
    let Some(now) = now.filter(|_| value.is_string()) else { return Ok(None) };
    let Some(found) = enums::for_member(part, &part.api_name(stored), now) else { return Ok(None) };
    let number = found.number(value).ok_or_else(|| {
        let names: Vec<&str> = found.values.iter().map(|(name, _)| name.as_str()).collect();
        ExplorerError::invalid_argument(format!(
            "{value} is no {}; there are {}",
            found.full,
            names.join(", ")
        ))
    })?;
    Ok(Some(EditValue::Int(number)))
}

const MAX_VALUE_DEPTH: usize = 16;

fn to_edit_value(now: Option<&Held>, value: &Value, depth: usize) -> ExplorerResult<EditValue> {
    if depth > MAX_VALUE_DEPTH {
        return Err(ExplorerError::invalid_argument("the value is nested too deep"));
    }
    if let Some(names) = now.and_then(vector_field_names)
        && let Some(fields) = vector_value(names, value)
    {
        return Ok(fields);
    }
    Ok(match value {
        Value::Null => EditValue::Null,
        Value::Bool(flag) => EditValue::Bool(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => EditValue::Int(whole),
            None => EditValue::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => match (now, parse_object_id(text)) {
            (Some(Held::Reference(_)), Some(id)) => {
                EditValue::Object { object: ObjectRef::Id(id), component: None }
            }
            (Some(Held::Reference(_)), None) => {
                EditValue::Asset { path: text.clone(), inner: None }
            }
            _ => EditValue::Text(text.clone()),
        },
        Value::Array(items) => {
            let items = items.iter().map(|item| to_edit_value(None, item, depth + 1));
            EditValue::List(items.collect::<ExplorerResult<_>>()?)
        }
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| Ok((name.clone(), to_edit_value(None, value, depth + 1)?)));
            EditValue::Fields(fields.collect::<ExplorerResult<_>>()?)
        }
    })
}

/// The names of a vector's numbers.
fn vector_field_names(value: &Held) -> Option<&'static [&'static str]> {
    Some(match value {
        Held::Vector2(_) => &["x", "y"],
        Held::Vector3(_) => &["x", "y", "z"],
        Held::Vector4(_) | Held::Quaternion { .. } => &["x", "y", "z", "w"],
        Held::Colour(_) => &["r", "g", "b", "a"],
        Held::Rect { .. } => &["x", "y", "width", "height"],
        _ => return None,
    })
}

/// An object with those names in either case, or an array of as many numbers. A colour is opaque if
/// nothing else is said.
fn numbers(names: &[&str], value: &Value) -> Option<Vec<f64>> {
    let number = |value: &Value| value.as_f64().filter(|number| number.is_finite());
    match value {
        Value::Array(items) if items.len() == names.len() => items.iter().map(number).collect(),
        Value::Object(fields) => {
            let field = |name: &&str| {
                let found = fields.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
                match found {
                    Some((_, value)) => number(value),
                    None => (*name == "a").then_some(1.0),
                }
            };
            names.iter().map(field).collect()
        }
        _ => None,
    }
}

fn vector_value(names: &[&str], value: &Value) -> Option<EditValue> {
    Some(number_fields(names, &numbers(names, value)?))
}

fn number_fields(names: &[&str], parts: &[f64]) -> EditValue {
    let fields = names.iter().zip(parts);
    EditValue::Fields(
        fields.map(|(name, part)| ((*name).to_owned(), EditValue::Float(*part))).collect(),
    )
}

/// What a transform computes is set through what its file holds.
fn transform_value(
    part: &ComponentView<'_>,
    member: &str,
    value: &Value,
) -> ExplorerResult<Option<(String, EditValue)>> {
    if !is_transform(&part.full) || !part.view.is_unity() {
        return Ok(None);
    }
    let wrong =
        || ExplorerError::invalid_argument(format!("'{member}' takes an object of numbers"));
    let three = || -> ExplorerResult<[f64; 3]> {
        let parts = numbers(&["x", "y", "z"], value).ok_or_else(wrong)?;
        Ok([parts[0], parts[1], parts[2]])
    };
    let (stored, parts) = match member {
        "position" => {
            let above = parent_transform(part)?;
            (
                "m_LocalPosition",
                above
                    .map_or_else(&three, |above| Ok(to_local_position(&above, three()?)))?
                    .to_vec(),
            )
        }
        "localEulerAngles" => ("m_LocalRotation", pose::from_euler(three()?).to_vec()),
        "eulerAngles" => ("m_LocalRotation", to_local_rotation(part, pose::from_euler(three()?))?),
        "rotation" => {
            let parts = numbers(&["x", "y", "z", "w"], value).ok_or_else(wrong)?;
            ("m_LocalRotation", to_local_rotation(part, [parts[0], parts[1], parts[2], parts[3]])?)
        }
        _ => return Ok(None),
    };
    Ok(Some((stored.to_owned(), number_fields(&["x", "y", "z", "w"], &parts))))
}

/// Where the parent is in the world.
fn parent_transform(part: &ComponentView<'_>) -> ExplorerResult<Option<Transform>> {
    let Some(parent) = part.place.object().parent else { return Ok(None) };
    let place = ObjectLocation { scene: part.place.scene.clone(), index: parent };
    let placed = pose::placement(part.view, &place)?;
    let (_, world) = placed
        .ok_or_else(|| ExplorerError::invalid_argument("where the parent is, is not known"))?;
    Ok(Some(world))
}

fn to_local_rotation(part: &ComponentView<'_>, world: [f64; 4]) -> ExplorerResult<Vec<f64>> {
    let above = parent_transform(part)?.map_or([0.0, 0.0, 0.0, 1.0], |above| above.rotation);
    Ok(pose::product(pose::inverse(above), world).to_vec())
}

fn to_local_position(above: &Transform, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [px, py, pz] = above.position;
    let from = pose::rotate(pose::inverse(above.rotation), [x - px, y - py, z - pz]);
    let scaled = |at: f64, scale: f64| if scale.abs() < 1e-12 { 0.0 } else { at / scale };
    let [sx, sy, sz] = above.scale;
    [scaled(from[0], sx), scaled(from[1], sy), scaled(from[2], sz)]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn vectors_come_in_either_form() {
        let at = Held::Vector3([0.0; 3]);
        let expected = number_fields(&["x", "y", "z"], &[1.0, 2.0, 3.0]);
        for value in [json!({ "x": 1, "Y": 2, "z": 3 }), json!([1, 2, 3])] {
            assert_eq!(to_edit_value(Some(&at), &value, 0), Ok(expected.clone()));
        }
        let red =
            to_edit_value(Some(&Held::Colour([0.0; 4])), &json!({ "r": 1, "g": 0, "b": 0 }), 0);
        assert_eq!(red, Ok(number_fields(&["r", "g", "b", "a"], &[1.0, 0.0, 0.0, 1.0])));
    }

    #[test]
    fn a_point_is_seen_from_its_parent() {
        let above = Transform {
            position: [1.0, 0.0, 0.0],
            rotation: pose::from_euler([0.0, 90.0, 0.0]),
            scale: [2.0, 2.0, 2.0],
        };
        let seen =
            to_local_position(&above, [1.0, 0.0, -4.0]).map(|part| (part * 1e6).round() / 1e6);
        assert_eq!(seen, [2.0, 0.0, 0.0]);
    }
}
