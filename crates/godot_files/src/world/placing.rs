//! Where the nodes of a scene are.

mod values;

use std::collections::{HashMap, HashSet};

use scenewright_engine::{Context, EngineError, Reading, Result};
use scenewright_model::{ObjectId, ObjectIndex, Placement, Transform};

use crate::api::Api;
use crate::scene::Resolved;
use crate::settings::viewport_size;
use crate::transform::{Flat, Space};
use crate::{GodotFiles, not_found, scene_file};
use values::Values;

/// What a class tells of the place of its nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Flat,
    Control { is_container: bool },
    Nowhere,
}

/// A node beside its parent, and with everything above it.
enum Place {
    Space {
        local: Space,
        world: Space,
    },
    /// `size` is that of a Control, as far as files tell.
    Flat {
        local: Flat,
        world: Flat,
        size: [f64; 2],
        is_container: bool,
    },
    Nowhere,
}

pub(super) fn placements(
    godot: &GodotFiles,
    scene: &str,
    objects: &[ObjectId],
    cx: &Context,
) -> Result<Vec<Option<Placement>>> {
    cx.check()?;
    let files = godot.files(cx);
    let resolved = godot.resolved(&scene_file(scene, &files)?, &files)?;
    let described = godot.described();
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    let wanted = find(&resolved, objects)?;
    let mut placing = Placing {
        resolved: &resolved,
        api: &api,
        kinds: HashMap::new(),
        viewport: viewport_size(&godot.root),
        laid_out: 0,
    };
    let places = placing.places(&wanted, cx)?;
    let value = wanted.iter().map(|node| places.get(node.0 as usize)?.shown()).collect();
    let mut diagnostics = described.diagnostics.clone();
    diagnostics.extend(placing.note());
    Ok(Reading { diagnostics, ..Reading::from_files(value) })
}

fn find(
    resolved: &Resolved,
    objects: &[ObjectId],
) -> std::result::Result<Vec<ObjectIndex>, EngineError> {
    let ids = resolved.scene.objects.iter().map(|object| object.id);
    let places: HashMap<ObjectId, u32> = ids.zip(0..).collect();
    let place = |id: &ObjectId| places.get(id).map(|at| ObjectIndex(*at));
    objects.iter().map(|id| place(id).ok_or_else(|| not_found("Object", id))).collect()
}

struct Placing<'a> {
    resolved: &'a Resolved,
    api: &'a Api,
    kinds: HashMap<&'a str, Kind>,
    viewport: [f64; 2],
    /// How many Controls a container puts where it wants.
    laid_out: usize,
}

impl Placing<'_> {
    /// By position in the scene; only of what is wanted and of what is above that.
    fn places(
        &mut self,
        wanted: &[ObjectIndex],
        cx: &Context,
    ) -> std::result::Result<Vec<Place>, EngineError> {
        let objects = &self.resolved.scene.objects;
        let mut needed = HashSet::new();
        for &node in wanted {
            let parent = |node: &ObjectIndex| self.resolved.scene.object(*node).parent;
            let above = std::iter::successors(Some(node), parent);
            above.take_while(|node| needed.insert(node.0)).for_each(drop);
        }
        let mut places: Vec<Place> = Vec::with_capacity(objects.len());
        for (at, object) in (0..).zip(objects) {
            if at % 1024 == 0 {
                cx.check()?;
            }
            let above = object.parent.and_then(|parent| places.get(parent.0 as usize));
            let place = match needed.contains(&at) {
                true => self.place(ObjectIndex(at), above),
                false => Place::Nowhere,
            };
            places.push(place);
        }
        Ok(places)
    }

    /// What has no place begins anew below it, and so does what is told to.
    fn place(&mut self, node: ObjectIndex, above: Option<&Place>) -> Place {
        let kind = self.kind(node);
        if kind == Kind::Nowhere {
            return Place::Nowhere;
        }
        let values = Values::of(self.resolved, node);
        let above = above.filter(|_| !values.is_top_level());
        match (kind, above) {
            (Kind::Space, Some(Place::Space { world, .. })) => {
                let local = values.space();
                Place::Space { local, world: world.times(&local) }
            }
            (Kind::Space, _) => Place::Space { local: values.space(), world: values.space() },
            (kind, above) => self.in_plane(kind, &values, above),
        }
    }

    fn in_plane(&mut self, kind: Kind, values: &Values, above: Option<&Place>) -> Place {
        let frame = match above {
            Some(Place::Flat { size, .. }) => *size,
            _ => self.viewport,
        };
        let (local, size) = match kind {
            Kind::Control { .. } => values.control(frame),
            _ => (values.flat(), [0.0, 0.0]),
        };
        if let (Kind::Control { .. }, Some(Place::Flat { is_container: true, .. })) = (kind, above)
        {
            self.laid_out += 1;
        }
        let world = match above {
            Some(Place::Flat { world, .. }) => world.times(&local),
            _ => local,
        };
        let is_container = kind == Kind::Control { is_container: true };
        Place::Flat { local, world, size, is_container }
    }

    fn kind(&mut self, node: ObjectIndex) -> Kind {
        let class = self.resolved.scene.object(node).components.first();
        let class = class.map_or("", |class| class.type_name.as_str());
        let api = self.api;
        *self.kinds.entry(class).or_insert_with(|| kind(api, class))
    }

    fn note(&self) -> Option<String> {
        let count = self.laid_out;
        (count > 0).then(|| {
            format!("{count} Controls are in containers, which place them when the game runs: they are shown where their offsets put them")
        })
    }
}

fn kind(api: &Api, class: &str) -> Kind {
    match api.class(class) {
        Some(class) if class.is_a("Node3D") => Kind::Space,
        Some(class) if class.is_a("Control") => {
            Kind::Control { is_container: class.is_a("Container") }
        }
        Some(class) if class.is_a("Node2D") => Kind::Flat,
        _ => Kind::Nowhere,
    }
}

impl Place {
    fn shown(&self) -> Option<Placement> {
        match self {
            Place::Space { local, world } => {
                Some(Placement { local: in_space(local), world: in_space(world), is_flat: false })
            }
            Place::Flat { local, world, .. } => {
                Some(Placement { local: in_plane(local), world: in_plane(world), is_flat: true })
            }
            Place::Nowhere => None,
        }
    }
}

fn in_space(space: &Space) -> Transform {
    Transform { position: space.origin, rotation: space.quaternion(), scale: space.scale() }
}

fn in_plane(flat: &Flat) -> Transform {
    let ([x, y], [width, height]) = (flat.origin, flat.scale());
    let half = flat.rotation() / 2.0;
    Transform {
        position: [x, y, 0.0],
        rotation: [0.0, 0.0, half.sin(), half.cos()],
        scale: [width, height, 1.0],
    }
}
