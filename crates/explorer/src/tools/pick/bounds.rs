//! How large colliders and drawn things are, from what their components and meshes say.

use std::cell::RefCell;
use std::collections::HashMap;

use scenewright_engine::{Glob, TextPattern, TextQuery};
use scenewright_model::{Member, MemberReference, MemberValue as Held, Scene, SceneObject};
use scenewright_pick::{CapsuleAxis, Solid};

use crate::view::EngineView;

/// Unity's own meshes, with their sizes.
const BUILT_IN_MESHES: [(&str, [f64; 3]); 6] = [
    ("Cube (Mesh)", [1.0, 1.0, 1.0]),
    ("Sphere (Mesh)", [1.0, 1.0, 1.0]),
    ("Capsule (Mesh)", [1.0, 2.0, 1.0]),
    ("Cylinder (Mesh)", [1.0, 2.0, 1.0]),
    ("Plane (Mesh)", [10.0, 0.0, 10.0]),
    ("Quad (Mesh)", [1.0, 1.0, 0.0]),
];

/// What is flat has a little depth, or no ray would meet it.
const MIN_BOX_SIDE: f64 = 1e-3;

pub(super) fn is_collider(type_name: &str) -> bool {
    [
        "BoxCollider",
        "SphereCollider",
        "CapsuleCollider",
        "CharacterController",
        "MeshCollider",
        "WheelCollider",
    ]
    .contains(&type_name)
}

pub(super) fn is_drawn(type_name: &str) -> bool {
    ["MeshRenderer", "SkinnedMeshRenderer", "SpriteRenderer"].contains(&type_name)
}

/// The solids of one scene.
pub(super) struct SolidReader<'a> {
    view: EngineView<'a>,
    scene: &'a Scene,
    /// By the mesh's file.
    meshes: RefCell<HashMap<String, Option<Solid>>>,
}

/// What one component holds.
struct PickFields(Vec<Member>);

impl<'a> SolidReader<'a> {
    pub(super) fn new(view: EngineView<'a>, scene: &'a Scene) -> SolidReader<'a> {
        SolidReader { view, scene, meshes: RefCell::default() }
    }

    /// `None` for what has no size that is known: a mesh in a model file, for instance.
    pub(super) fn solid(&self, object: &SceneObject, at: usize) -> Option<Solid> {
        let fields = self.fields(object, at)?;
        let type_name = object.components[at].type_name.as_str();
        match type_name {
            "MeshCollider" => self.mesh(fields.get("m_Mesh")?),
            "MeshRenderer" => {
                let filter = object.components.iter().position(|it| it.type_name == "MeshFilter");
                self.mesh(self.fields(object, filter?)?.get("m_Mesh")?)
            }
            "SkinnedMeshRenderer" => match fields.get("m_AABB")? {
                Held::Bounds { center, extents } => {
                    Some(box_solid(*center, extents.map(|half| half * 2.0)))
                }
                _ => None,
            },
            "SpriteRenderer" => match fields.get("m_Size")? {
                Held::Vector2([width, height]) => Some(box_solid([0.0; 3], [*width, *height, 0.0])),
                _ => None,
            },
            _ => fields.collider(type_name),
        }
    }

    fn fields(&self, object: &SceneObject, at: usize) -> Option<PickFields> {
        let members = self.view.engine.as_members()?;
        let read = members.members(&self.scene.path, object.id, &[at], self.view.cx);
        read.ok()?.value.into_iter().next().map(PickFields)
    }

    fn mesh(&self, held: &Held) -> Option<Solid> {
        match held {
            Held::Reference(MemberReference::BuiltIn { name }) => {
                let known = BUILT_IN_MESHES.iter().find(|(known, _)| known == name);
                known.map(|(_, size)| box_solid([0.0; 3], *size))
            }
            Held::Reference(MemberReference::Asset { path, .. }) => {
                if let Some(known) = self.meshes.borrow().get(path) {
                    return *known;
                }
                let found = self.stored(path);
                self.meshes.borrow_mut().insert(path.clone(), found);
                found
            }
            _ => None,
        }
    }

    /// A mesh that is stored as text names the bounds of itself and of its parts.
    fn stored(&self, path: &str) -> Option<Solid> {
        if !path.ends_with(".asset") {
            return None;
        }
        let search = self.view.engine.as_text_search()?;
        let pattern = TextPattern::regex(r"^\s*m_(Center|Extent): \{x: ", true).ok()?;
        let query = TextQuery { pattern, paths: Some(Glob::exact(path)), skip: 0, take: 512 };
        let lines = search.search(&query, self.view.cx).ok()?.value.matches;
        enclosing_box(lines.iter().map(|line| line.text.as_str()))
    }
}

impl PickFields {
    /// What is left out is as Unity makes it.
    fn collider(&self, type_name: &str) -> Option<Solid> {
        let centre = self.vector("m_Center").unwrap_or([0.0; 3]);
        let radius = self.number("m_Radius").unwrap_or(0.5);
        let height = self.number("m_Height").unwrap_or(2.0);
        let axis = match self.number("m_Direction") {
            Some(0.0) => CapsuleAxis::X,
            Some(2.0) => CapsuleAxis::Z,
            _ => CapsuleAxis::Y,
        };
        Some(match type_name {
            "BoxCollider" => box_solid(centre, self.vector("m_Size").unwrap_or([1.0; 3])),
            "SphereCollider" | "WheelCollider" => Solid::Ball { centre, radius },
            "CapsuleCollider" => Solid::Capsule { centre, radius, height, axis },
            "CharacterController" => {
                Solid::Capsule { centre, radius, height, axis: CapsuleAxis::Y }
            }
            _ => return None,
        })
    }

    fn get(&self, name: &str) -> Option<&Held> {
        self.0.iter().find(|member| member.name == name).map(|member| &member.value)
    }

    fn vector(&self, name: &str) -> Option<[f64; 3]> {
        match self.get(name)? {
            Held::Vector3(parts) => Some(*parts),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Held::Int(number) => Some(*number as f64),
            Held::Float(text) => text.parse().ok(),
            _ => None,
        }
    }
}

fn box_solid(centre: [f64; 3], size: [f64; 3]) -> Solid {
    Solid::Box { centre, size: size.map(|side| side.max(MIN_BOX_SIDE)) }
}

/// The box around all boxes, each two lines: its middle, and half its size.
fn enclosing_box<'l>(lines: impl Iterator<Item = &'l str>) -> Option<Solid> {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let mut middle = None;
    for line in lines {
        let parts = numbers(line)?;
        if line.contains("m_Center") {
            middle = Some(parts);
        } else if let Some(middle) = middle.take() {
            for axis in 0..3 {
                low[axis] = low[axis].min(middle[axis] - parts[axis]);
                high[axis] = high[axis].max(middle[axis] + parts[axis]);
            }
        }
    }
    let of = |pick: fn(f64, f64) -> f64| [0, 1, 2].map(|axis| pick(low[axis], high[axis]));
    let is_box = low.iter().chain(&high).all(|side| side.is_finite());
    is_box.then(|| box_solid(of(f64::midpoint), of(|low, high| high - low)))
}

/// `m_Center: {x: 0, y: 1.5, z: -2}`.
fn numbers(line: &str) -> Option<[f64; 3]> {
    let inside = line.split_once('{')?.1.split_once('}')?.0;
    let mut parts = inside.split(',').map(|part| part.split_once(':')?.1.trim().parse().ok());
    Some([parts.next()??, parts.next()??, parts.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_mesh_is_as_large_as_its_parts() {
        let lines = [
            "      m_Center: {x: 0, y: 1, z: 0}",
            "      m_Extent: {x: 1, y: 1, z: 1}",
            "    m_Center: {x: 2, y: 0, z: 0}",
            "    m_Extent: {x: 1, y: 0.5, z: 0}",
        ];
        let expected = box_solid([1.0, 0.75, 0.0], [4.0, 2.5, 2.0]);
        assert_eq!(enclosing_box(lines.into_iter()), Some(expected));
        assert_eq!(enclosing_box(["m_Center: {x: a}"].into_iter()), None);
        assert_eq!(enclosing_box(std::iter::empty()), None);
    }
}
