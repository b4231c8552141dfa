//! Members that scenes store in another form: the position of a Node3D is part of its transform, the
//! position of a Control its offsets.

use scenewright_engine::EngineError;
use scenewright_model::EditValue;

use super::coerce::ValueTarget;
use super::literal::Literal;
use super::property_type::PropertyType;
use super::refusal;
use super::section_type::SectionType;
use crate::transform::{Transform2D, Transform3D};
use crate::variant::MathType;

/// `None` for a member that is stored under its own name.
pub(super) fn set_spatial(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Option<Result<(), EngineError>> {
    let class = section_type.class?;
    let done = match name {
        "position" | "rotation" | "rotation_degrees" | "scale" | "quaternion" | "basis"
            if class.is_a("Node3D") =>
        {
            set_in_transform3d(at, section_type, name, rest, value)
        }
        "rotation_degrees" if class.is_a("Node2D") => {
            set_degrees(at, section_type, "rotation", rest, value)
        }
        "rotation_degrees" if class.is_a("Control") => {
            set_degrees(at, section_type, "rotation", rest, value)
        }
        "transform" if class.is_a("Node2D") => set_transform2d(at, section_type, rest, value),
        "position" | "size" if class.is_a("Control") => {
            set_control_rect(at, section_type, name, rest, value)
        }
        _ => return None,
    };
    Some(done)
}

impl ValueTarget<'_> {
    /// The given value, or the current value with a part replaced.
    fn changed_numbers(
        &self,
        current: Literal,
        rest: &str,
        value: &EditValue,
        wanted: &str,
    ) -> Result<Vec<f64>, EngineError> {
        let literal = match rest {
            "" => self.coerce(value, &PropertyType::built_in(wanted), None)?,
            rest => {
                let mut literal = current.into_stored();
                self.replace_in(&mut literal, rest, value, &PropertyType::Any)?;
                literal
            }
        };
        match literal {
            Literal::Math(_, numbers) => Ok(numbers),
            Literal::Float(number) => Ok(vec![number]),
            other => Err(refusal(self.member, &format!("it does not take {}", other.text()))),
        }
    }

    fn store_as(
        &self,
        section_type: &SectionType<'_>,
        name: &str,
        value: &Literal,
    ) -> Result<(), EngineError> {
        let declared = section_type.property(self.session, name).unwrap_or_default();
        self.buffer.store(self.session, self.node, name, value, &declared)
    }

    fn current_numbers(&self, section_type: &SectionType<'_>, name: &str) -> Vec<f64> {
        let raw = self.buffer.current_value(section_type, self.node, name);
        match raw.as_deref().and_then(Literal::parse) {
            Some(Literal::Math(_, numbers)) => numbers,
            Some(Literal::Float(number)) => vec![number],
            Some(Literal::Int(number)) => vec![number as f64],
            _ => Vec::new(),
        }
    }
}

fn set_in_transform3d(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let mut transform = Transform3D::from_numbers(&at.current_numbers(section_type, "transform"));
    let vector = |numbers: [f64; 3]| Literal::Math(MathType::Vector3, numbers.to_vec());
    let three = |numbers: Vec<f64>| <[f64; 3]>::try_from(numbers).unwrap_or_default();
    match name {
        "position" => {
            let position = vector(transform.origin.to_array());
            let position = at.changed_numbers(position, rest, value, "Vector3")?;
            transform.origin = three(position).into();
        }
        "scale" => {
            let scale = vector(transform.scale().to_array());
            let scale = three(at.changed_numbers(scale, rest, value, "Vector3")?);
            transform.set_euler_and_scale(transform.euler(), scale.into());
        }
        "rotation" | "rotation_degrees" => {
            let unit = if name == "rotation" { 1.0 } else { 1f64.to_radians() };
            let current = vector(transform.euler().map(|angle| angle / unit));
            let euler = three(at.changed_numbers(current, rest, value, "Vector3")?);
            transform.set_euler_and_scale(euler.map(|angle| angle * unit), transform.scale());
        }
        "quaternion" => {
            let none = Literal::Math(MathType::Quaternion, vec![0.0, 0.0, 0.0, 1.0]);
            transform.set_rotation(&at.changed_numbers(none, rest, value, "Quaternion")?);
        }
        _ => {
            let none = Literal::Math(MathType::Basis, vec![0.0; 9]);
            transform.set_basis(&at.changed_numbers(none, rest, value, "Basis")?);
        }
    }
    at.store_as(
        section_type,
        "transform",
        &Literal::Math(MathType::Transform3D, transform.numbers()),
    )
}

/// Sets an angle in degrees.
fn set_degrees(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let degrees = at.changed_numbers(Literal::Float(0.0), rest, value, "float")?;
    let radians = degrees.first().copied().unwrap_or_default().to_radians();
    at.store_as(section_type, name, &Literal::Float(f64::from(radians as f32)))
}

fn set_transform2d(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let none = Literal::Math(MathType::Transform2D, vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let transform =
        Transform2D::from_numbers(&at.changed_numbers(none, rest, value, "Transform2D")?);
    store_transform2d(at, section_type, &transform)
}

/// A Node2D is stored as position, rotation, scale and skew.
pub(super) fn store_transform2d(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    transform: &Transform2D,
) -> Result<(), EngineError> {
    let vector = |numbers: [f64; 2]| Literal::Math(MathType::Vector2, numbers.to_vec());
    let angle = |number: f64| Literal::Float(f64::from(number as f32));
    at.store_as(section_type, "position", &vector(transform.origin.to_array()))?;
    at.store_as(section_type, "rotation", &angle(transform.rotation()))?;
    at.store_as(section_type, "scale", &vector(transform.scale().to_array()))?;
    at.store_as(section_type, "skew", &angle(transform.skew()))
}

/// The offsets of a Control that is anchored to the upper left corner of its parent are its rectangle. With
/// other anchors the rectangle depends on the size of the parent.
fn set_control_rect(
    at: &ValueTarget<'_>,
    section_type: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let one =
        |name: &str| at.current_numbers(section_type, name).first().copied().unwrap_or_default();
    let anchors = ["anchor_left", "anchor_top", "anchor_right", "anchor_bottom"];
    if anchors.iter().any(|name| one(name) != 0.0) {
        return Err(refusal(at.member, "its anchors are set: set its offsets instead"));
    }
    let parent = at.buffer.object(at.node).parent.map(|parent| at.buffer.class(parent));
    let parent = parent.and_then(|class| at.session.api.class(class));
    if parent.is_some_and(|class| class.is_a("Container")) {
        return Err(refusal(at.member, "its container sets it"));
    }
    let [left, top] = [one("offset_left"), one("offset_top")];
    let size = [one("offset_right") - left, one("offset_bottom") - top];
    let shown = if name == "position" { [left, top] } else { size };
    let given = at.changed_numbers(
        Literal::Math(MathType::Vector2, shown.to_vec()),
        rest,
        value,
        "Vector2",
    )?;
    let [x, y] = <[f64; 2]>::try_from(given).unwrap_or_default();
    let ([left, top], [width, height]) =
        if name == "position" { ([x, y], size) } else { ([left, top], [x, y]) };
    let offsets = [left, top, left + width, top + height];
    let names = ["offset_left", "offset_top", "offset_right", "offset_bottom"];
    for (name, offset) in names.into_iter().zip(offsets) {
        at.store_as(section_type, name, &Literal::Float(offset))?;
    }
    Ok(())
}
