//! From a member and a JSON value to the edit that sets it.

use glam::{DQuat, DVec3};
use scenewright_model::{ComponentRef, Edit, EditValue, MemberValue, ObjectRef, Transform};
use serde_json::Value;

use super::computed::is_transform;
use super::{ComponentView, enums};
use crate::arguments::parse_object_id;
use crate::error::{ExplorerError, ExplorerResult};
use crate::view::{EngineView, ObjectLocation, pose};

pub(crate) fn set_edit(
    component: &ComponentView<'_>,
    member: &str,
    value: &Value,
) -> ExplorerResult<Edit> {
    let scene = component.location.scene.path.clone();
    let object = ObjectRef::Id(component.location.object().id);
    if component.view.is_unity() {
        let word = || {
            let word = value.as_str().filter(|word| !word.trim().is_empty());
            word.map(str::to_owned).ok_or_else(|| {
                ExplorerError::invalid_argument(format!("'{member}' must be a text"))
            })
        };
        match member {
            "name" => return Ok(Edit::RenameObject { scene, object, name: word()? }),
            "tag" => return Ok(Edit::SetTag { scene, object, tag: word()? }),
            _ => {}
        }
    }
    let (member, value) = match transform_value(component, member, value)? {
        Some(placed) => placed,
        None => {
            let (stored, now) = settable(component, member)?;
            let value = match enum_value(component, &stored, now.as_ref(), value)? {
                Some(value) => value,
                None => to_edit_value(now.as_ref(), value, 0)?,
            };
            (stored, value)
        }
    };
    let value = match value {
        EditValue::Object { object: ObjectRef::Id(id), component: inner } => {
            let object = ObjectRef::Id(component.view.resolve_id(id));
            EditValue::Object { object, component: inner }
        }
        other => other,
    };
    let component = component.view.is_unity().then_some(ComponentRef::Index(component.index));
    Ok(Edit::SetMember { scene, object, component, member, value })
}

/// The stored name of a member and its value now. A running game has members that no list shows.
fn settable(
    component: &ComponentView<'_>,
    member: &str,
) -> ExplorerResult<(String, Option<MemberValue>)> {
    let unknown = || {
        let message = format!("{} has no member '{member}' to set", component.full_type);
        ExplorerError::not_found(message)
            .hint("ListComponentMembers lists the members of a component")
    };
    if let Some(stored) = component.stored_name(member)? {
        let now = component.stored_value(&stored)?;
        return Ok((stored, now));
    }
    let game = component.view.runtime().and(component.view.engine.as_members());
    let (scene, object) = (&component.location.scene.path, component.location.object().id);
    let game = game.ok_or_else(unknown)?;
    let now = game.member(scene, object, component.index, member, component.view.cx);
    Ok((member.to_owned(), Some(now.map_err(|_| unknown())?.value)))
}

/// The number of an enum's value that is given by name; `None` if the member is not an enum.
fn enum_value(
    component: &ComponentView<'_>,
    stored: &str,
    now: Option<&MemberValue>,
    value: &Value,
) -> ExplorerResult<Option<EditValue>> {
    let Some(now) = now.filter(|_| value.is_string()) else { return Ok(None) };
    let Some(found) = enums::for_member(component, &component.api_name(stored), now) else {
        return Ok(None);
    };
    let number = found.number(value).ok_or_else(|| {
        let names: Vec<&str> = found.values.iter().map(|(name, _)| name.as_str()).collect();
        ExplorerError::invalid_argument(format!(
            "{value} is not a {}; the values are {}",
            found.full_type,
            names.join(", ")
        ))
    })?;
    Ok(Some(EditValue::Int(number)))
}

const MAX_VALUE_DEPTH: usize = 16;

fn to_edit_value(
    now: Option<&MemberValue>,
    value: &Value,
    depth: usize,
) -> ExplorerResult<EditValue> {
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
            (Some(MemberValue::Reference(_)), Some(id)) => {
                EditValue::Object { object: ObjectRef::Id(id), component: None }
            }
            (Some(MemberValue::Reference(_)), None) => {
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

/// An argument of a method, whose type only the game knows.
pub(crate) fn to_argument(value: &Value, view: EngineView<'_>) -> ExplorerResult<EditValue> {
    if let Some(id) = value.as_str().and_then(parse_object_id) {
        let object = ObjectRef::Id(view.resolve_id(id));
        return Ok(EditValue::Object { object, component: None });
    }
    to_edit_value(None, value, 0)
}

/// The names of a vector's numbers.
fn vector_field_names(value: &MemberValue) -> Option<&'static [&'static str]> {
    Some(match value {
        MemberValue::Typed(typed) => return vector_field_names(&typed.value),
        MemberValue::Vector2(_) => &["x", "y"],
        MemberValue::Vector3(_) => &["x", "y", "z"],
        MemberValue::Vector4(_) | MemberValue::Quaternion { .. } => &["x", "y", "z", "w"],
        MemberValue::Colour(_) => &["r", "g", "b", "a"],
        MemberValue::Rect { .. } => &["x", "y", "width", "height"],
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

/// The computed members of a transform are set through the stored ones.
fn transform_value(
    component: &ComponentView<'_>,
    member: &str,
    value: &Value,
) -> ExplorerResult<Option<(String, EditValue)>> {
    if !is_transform(&component.full_type) || !component.view.is_unity() {
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
            let position = DVec3::from(three()?);
            let local = match parent_transform(component)? {
                Some(parent) => to_local_position(&parent, position),
                None => position,
            };
            ("m_LocalPosition", local.to_array().to_vec())
        }
        "localEulerAngles" => ("m_LocalRotation", pose::from_euler(three()?).to_array().to_vec()),
        "eulerAngles" => {
            ("m_LocalRotation", to_local_rotation(component, pose::from_euler(three()?))?)
        }
        "rotation" => {
            let parts = numbers(&["x", "y", "z", "w"], value).ok_or_else(wrong)?;
            let rotation = DQuat::from_slice(&parts);
            ("m_LocalRotation", to_local_rotation(component, rotation)?)
        }
        _ => return Ok(None),
    };
    Ok(Some((stored.to_owned(), number_fields(&["x", "y", "z", "w"], &parts))))
}

/// Where the parent is in the world.
fn parent_transform(component: &ComponentView<'_>) -> ExplorerResult<Option<Transform>> {
    let Some(parent) = component.location.object().parent else { return Ok(None) };
    let place = ObjectLocation { scene: component.location.scene.clone(), index: parent };
    let placed = pose::placement(component.view, &place)?;
    let (_, world) = placed
        .ok_or_else(|| ExplorerError::invalid_argument("the position of the parent is unknown"))?;
    Ok(Some(world))
}

fn to_local_rotation(component: &ComponentView<'_>, world: DQuat) -> ExplorerResult<Vec<f64>> {
    let parent = parent_transform(component)?;
    let parent = parent.map_or(DQuat::IDENTITY, |parent| DQuat::from_array(parent.rotation));
    Ok((parent.conjugate() * world).to_array().to_vec())
}

fn to_local_position(parent: &Transform, position: DVec3) -> DVec3 {
    let rotation = DQuat::from_array(parent.rotation).conjugate();
    let offset = pose::rotate(rotation, position - DVec3::from(parent.position));
    let unscale = |at: f64, scale: f64| if scale.abs() < 1e-12 { 0.0 } else { at / scale };
    let [x, y, z] = parent.scale;
    DVec3::new(unscale(offset.x, x), unscale(offset.y, y), unscale(offset.z, z))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn vectors_come_in_either_form() {
        let at = MemberValue::Vector3([0.0; 3]);
        let expected = number_fields(&["x", "y", "z"], &[1.0, 2.0, 3.0]);
        for value in [json!({ "x": 1, "Y": 2, "z": 3 }), json!([1, 2, 3])] {
            assert_eq!(to_edit_value(Some(&at), &value, 0), Ok(expected.clone()));
        }
        let red = to_edit_value(
            Some(&MemberValue::Colour([0.0; 4])),
            &json!({ "r": 1, "g": 0, "b": 0 }),
            0,
        );
        assert_eq!(red, Ok(number_fields(&["r", "g", "b", "a"], &[1.0, 0.0, 0.0, 1.0])));
    }

    #[test]
    fn a_point_is_seen_from_its_parent() {
        let above = Transform {
            position: [1.0, 0.0, 0.0],
            rotation: pose::from_euler([0.0, 90.0, 0.0]).to_array(),
            scale: [2.0, 2.0, 2.0],
        };
        let seen = to_local_position(&above, DVec3::new(1.0, 0.0, -4.0));
        let seen = seen.to_array().map(|part| (part * 1e6).round() / 1e6);
        assert_eq!(seen, [2.0, 0.0, 0.0]);
    }
}
