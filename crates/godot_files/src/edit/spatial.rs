//! Members that scenes store as something else: the position of a Node3D is a part of its transform,
//! that of a Control its offsets.

use scenewright_engine::EngineError;
use scenewright_model::EditValue;

use super::about::{DeclaredProperty, SectionType};
use super::coerce::ValueTarget;
use super::literal::Literal;
use super::refusal;
use crate::transform::{Transform2D, Transform3D};
use crate::variant::MathType;

/// `None` for a member that is stored as it is.
pub(super) fn set_spatial(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Option<Result<(), EngineError>> {
    let class = about.class?;
    let done = match name {
        "position" | "rotation" | "rotation_degrees" | "scale" | "quaternion" | "basis"
            if class.is_a("Node3D") =>
        {
            set_in_transform3d(at, about, name, rest, value)
        }
        "rotation_degrees" if class.is_a("Node2D") => {
            set_degrees(at, about, "rotation", rest, value)
        }
        "rotation_degrees" if class.is_a("Control") => {
            set_degrees(at, about, "rotation", rest, value)
        }
        "transform" if class.is_a("Node2D") => set_transform2d(at, about, rest, value),
        "position" | "size" if class.is_a("Control") => {
            set_control_rect(at, about, name, rest, value)
        }
        _ => return None,
    };
    Some(done)
}

fn declared_as(name: &str) -> DeclaredProperty {
    DeclaredProperty { type_name: Some(name.to_owned()), ..DeclaredProperty::default() }
}

impl ValueTarget<'_> {
    /// The value asked for, or what is there with a part of it replaced.
    fn changed_numbers(
        &self,
        current: Literal,
        rest: &str,
        value: &EditValue,
        wanted: &str,
    ) -> Result<Vec<f64>, EngineError> {
        let literal = match rest {
            "" => self.coerce(value, &declared_as(wanted))?,
            rest => self.with_part_replaced(&current.text(), rest, value)?,
        };
        match literal {
            Literal::Math(_, numbers) => Ok(numbers),
            Literal::Float(number) => Ok(vec![number]),
            other => Err(refusal(self.member, &format!("it takes no {}", other.text()))),
        }
    }

    fn store_as(
        &self,
        about: &SectionType<'_>,
        name: &str,
        value: &Literal,
    ) -> Result<(), EngineError> {
        let declared = about.property(name).unwrap_or_default();
        self.sheet.store(self.desk, self.node, name, value, &declared)
    }

    fn current_numbers(&self, about: &SectionType<'_>, name: &str) -> Vec<f64> {
        let raw = self.sheet.current_value(about, self.node, name);
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
    about: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let mut space = Transform3D::from_numbers(&at.current_numbers(about, "transform"));
    let vector = |numbers: [f64; 3]| Literal::Math(MathType::Vector3, numbers.to_vec());
    let three = |numbers: Vec<f64>| <[f64; 3]>::try_from(numbers).unwrap_or_default();
    match name {
        "position" => {
            space.origin =
                three(at.changed_numbers(vector(space.origin), rest, value, "Vector3")?);
        }
        "scale" => {
            let scale = three(at.changed_numbers(vector(space.scale()), rest, value, "Vector3")?);
            space.set_euler_and_scale(space.euler(), scale);
        }
        "rotation" | "rotation_degrees" => {
            let unit = if name == "rotation" { 1.0 } else { 1f64.to_radians() };
            let shown = vector(space.euler().map(|angle| angle / unit));
            let euler = three(at.changed_numbers(shown, rest, value, "Vector3")?);
            space.set_euler_and_scale(euler.map(|angle| angle * unit), space.scale());
        }
        "quaternion" => {
            let none = Literal::Math(MathType::Quaternion, vec![0.0, 0.0, 0.0, 1.0]);
            space.set_rotation(&at.changed_numbers(none, rest, value, "Quaternion")?);
        }
        _ => {
            let none = Literal::Math(MathType::Basis, vec![0.0; 9]);
            space.set_basis(&at.changed_numbers(none, rest, value, "Basis")?);
        }
    }
    at.store_as(about, "transform", &Literal::Math(MathType::Transform3D, space.numbers()))
}

/// An angle that is given in degrees.
fn set_degrees(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let degrees = at.changed_numbers(Literal::Float(0.0), rest, value, "float")?;
    let radians = degrees.first().copied().unwrap_or_default().to_radians();
    at.store_as(about, name, &Literal::Float(f64::from(radians as f32)))
}

fn set_transform2d(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let none = Literal::Math(MathType::Transform2D, vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let flat = Transform2D::from_numbers(&at.changed_numbers(none, rest, value, "Transform2D")?);
    store_transform2d(at, about, &flat)
}

/// Position, rotation, scale and skew, which is how a Node2D is stored.
pub(super) fn store_transform2d(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    flat: &Transform2D,
) -> Result<(), EngineError> {
    let vector = |numbers: [f64; 2]| Literal::Math(MathType::Vector2, numbers.to_vec());
    let angle = |number: f64| Literal::Float(f64::from(number as f32));
    at.store_as(about, "position", &vector(flat.origin))?;
    at.store_as(about, "rotation", &angle(flat.rotation()))?;
    at.store_as(about, "scale", &vector(flat.scale()))?;
    at.store_as(about, "skew", &angle(flat.skew()))
}

/// A Control that hangs on its parent's upper left corner has its place in its offsets; of another
/// one only the parent's size would tell.
fn set_control_rect(
    at: &ValueTarget<'_>,
    about: &SectionType<'_>,
    name: &str,
    rest: &str,
    value: &EditValue,
) -> Result<(), EngineError> {
    let one = |name: &str| at.current_numbers(about, name).first().copied().unwrap_or_default();
    let anchors = ["anchor_left", "anchor_top", "anchor_right", "anchor_bottom"];
    if anchors.iter().any(|name| one(name) != 0.0) {
        return Err(refusal(at.member, "its anchors are set: set its offsets instead"));
    }
    let parent = at.sheet.object(at.node).parent.map(|parent| at.sheet.class(parent));
    let parent = parent.and_then(|class| at.desk.api.class(class));
    if parent.is_some_and(|class| class.is_a("Container")) {
        return Err(refusal(at.member, "the container that it is in decides it"));
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
        at.store_as(about, name, &Literal::Float(offset))?;
    }
    Ok(())
}
