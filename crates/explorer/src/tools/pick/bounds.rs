//! The sizes of colliders and renderers, from their components and meshes.

use std::cell::RefCell;
use std::collections::HashMap;

use glam::DVec3;
use scenewright_engine::{Glob, TextPattern, TextQuery};
use scenewright_model::{Member, MemberReference, MemberValue, Scene, SceneObject};
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

/// A flat box gets a little depth, or no ray would hit it.
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

/// The members of one component.
struct PickFields(Vec<Member>);

impl<'a> SolidReader<'a> {
    pub(super) fn new(view: EngineView<'a>, scene: &'a Scene) -> SolidReader<'a> {
        SolidReader { view, scene, meshes: RefCell::default() }
    }

    /// `None` if the size is unknown: for a mesh in a model file, for example.
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
                MemberValue::Bounds { center, extents } => {
                    Some(box_solid((*center).into(), DVec3::from(*extents) * 2.0))
                }
                _ => None,
            },
            "SpriteRenderer" => match fields.get("m_Size")? {
                MemberValue::Vector2([width, height]) => {
                    Some(box_solid(DVec3::ZERO, DVec3::new(*width, *height, 0.0)))
                }
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

    fn mesh(&self, held: &MemberValue) -> Option<Solid> {
        match held {
            MemberValue::Reference(MemberReference::BuiltIn { name }) => {
                let known = BUILT_IN_MESHES.iter().find(|(known, _)| known == name);
                known.map(|(_, size)| box_solid(DVec3::ZERO, (*size).into()))
            }
            MemberValue::Reference(MemberReference::Asset { path, .. }) => {
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

    /// A mesh that is stored as text has the bounds of itself and of its parts.
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
    /// Absent members have Unity's defaults.
    fn collider(&self, type_name: &str) -> Option<Solid> {
        let centre = self.vector("m_Center").unwrap_or(DVec3::ZERO);
        let radius = self.number("m_Radius").unwrap_or(0.5);
        let height = self.number("m_Height").unwrap_or(2.0);
        let axis = match self.number("m_Direction") {
            Some(0.0) => CapsuleAxis::X,
            Some(2.0) => CapsuleAxis::Z,
            _ => CapsuleAxis::Y,
        };
        Some(match type_name {
            "BoxCollider" => box_solid(centre, self.vector("m_Size").unwrap_or(DVec3::ONE)),
            "SphereCollider" | "WheelCollider" => Solid::Ball { centre, radius },
            "CapsuleCollider" => Solid::Capsule { centre, radius, height, axis },
            "CharacterController" => {
                Solid::Capsule { centre, radius, height, axis: CapsuleAxis::Y }
            }
            _ => return None,
        })
    }

    fn get(&self, name: &str) -> Option<&MemberValue> {
        self.0.iter().find(|member| member.name == name).map(|member| &member.value)
    }

    fn vector(&self, name: &str) -> Option<DVec3> {
        match self.get(name)? {
            MemberValue::Vector3(parts) => Some((*parts).into()),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            MemberValue::Int(number) => Some(*number as f64),
            MemberValue::Float(text) => text.parse().ok(),
            _ => None,
        }
    }
}

fn box_solid(centre: DVec3, size: DVec3) -> Solid {
    Solid::Box { centre, size: size.max(DVec3::splat(MIN_BOX_SIDE)) }
}

/// The box around all boxes, each of which is two lines: its centre, and half its size.
fn enclosing_box<'l>(lines: impl Iterator<Item = &'l str>) -> Option<Solid> {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let mut centre = None;
    for line in lines {
        let parts = numbers(line)?;
        if line.contains("m_Center") {
            centre = Some(parts);
        } else if let Some(centre) = centre.take() {
            low = low.min(centre - parts);
            high = high.max(centre + parts);
        }
    }
    let is_box = low.is_finite() && high.is_finite();
    is_box.then(|| box_solid(low.midpoint(high), high - low))
}

/// `m_Center: {x: 0, y: 1.5, z: -2}`.
fn numbers(line: &str) -> Option<DVec3> {
    let inside = line.split_once('{')?.1.split_once('}')?.0;
    let mut parts = inside.split(',').map(|part| part.split_once(':')?.1.trim().parse().ok());
    Some(DVec3::new(parts.next()??, parts.next()??, parts.next()??))
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
        let expected = box_solid(DVec3::new(1.0, 0.75, 0.0), DVec3::new(4.0, 2.5, 2.0));
        assert_eq!(enclosing_box(lines.into_iter()), Some(expected));
        assert_eq!(enclosing_box(["m_Center: {x: a}"].into_iter()), None);
        assert_eq!(enclosing_box(std::iter::empty()), None);
    }
}
