//! The transforms of the nodes of a scene.

mod values;

use std::collections::{HashMap, HashSet};

use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{ObjectId, ObjectIndex, Placement, Transform};

use crate::api::Api;
use crate::scene::ResolvedScene;
use crate::settings::viewport_size;
use crate::transform::{Transform2D, Transform3D};
use crate::{GodotFormat, not_found, scene_file};
use values::PlacementValues;

/// How nodes of a class are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpaceKind {
    Space,
    Flat,
    Control { is_container: bool },
    Nowhere,
}

/// The transforms of a node relative to its parent and to the world.
enum NodePlace {
    Space {
        local: Transform3D,
        world: Transform3D,
    },
    /// `size` is the size of a Control, as far as it is known from the files.
    Flat {
        local: Transform2D,
        world: Transform2D,
        size: [f64; 2],
        is_container: bool,
    },
    Nowhere,
}

pub(super) fn placements(
    godot: &GodotFormat,
    scene: &str,
    objects: &[ObjectId],
    cx: &Context,
) -> ReadResult<Vec<Option<Placement>>> {
    cx.check()?;
    let files = godot.files(cx);
    let resolved = godot.resolve_scene(&scene_file(scene, &files)?, &files)?;
    let described = godot.class_api();
    let api = described.api.clone().unwrap_or_else(Api::built_in);
    let wanted = find(&resolved, objects)?;
    let mut placing = GodotPlacementReader {
        resolved: &resolved,
        api: &api,
        kinds: HashMap::new(),
        viewport: viewport_size(&godot.root),
        laid_out: 0,
    };
    let places = placing.places(&wanted, cx)?;
    let value = wanted.iter().map(|node| places.get(node.0 as usize)?.to_placement()).collect();
    let mut diagnostics = described.diagnostics.clone();
    diagnostics.extend(placing.diagnostic());
    Ok(Reading { diagnostics, ..Reading::from_files(value) })
}

fn find(
    resolved: &ResolvedScene,
    objects: &[ObjectId],
) -> std::result::Result<Vec<ObjectIndex>, EngineError> {
    let ids = resolved.scene.objects.iter().map(|object| object.id);
    let places: HashMap<ObjectId, u32> = ids.zip(0..).collect();
    let place = |id: &ObjectId| places.get(id).map(|at| ObjectIndex(*at));
    objects.iter().map(|id| place(id).ok_or_else(|| not_found(Subject::Object, id))).collect()
}

struct GodotPlacementReader<'a> {
    resolved: &'a ResolvedScene,
    api: &'a Api,
    kinds: HashMap<&'a str, SpaceKind>,
    viewport: [f64; 2],
    /// The number of Controls that a container places when the game runs.
    laid_out: usize,
}

impl GodotPlacementReader<'_> {
    /// By index in the scene; only for the wanted nodes and their ancestors.
    fn places(
        &mut self,
        wanted: &[ObjectIndex],
        cx: &Context,
    ) -> std::result::Result<Vec<NodePlace>, EngineError> {
        let objects = &self.resolved.scene.objects;
        let mut needed = HashSet::new();
        for &node in wanted {
            let parent = |node: &ObjectIndex| self.resolved.scene.object(*node).parent;
            let above = std::iter::successors(Some(node), parent);
            above.take_while(|node| needed.insert(node.0)).for_each(drop);
        }
        let mut places: Vec<NodePlace> = Vec::with_capacity(objects.len());
        for (at, object) in (0..).zip(objects) {
            if at % 1024 == 0 {
                cx.check()?;
            }
            let above = object.parent.and_then(|parent| places.get(parent.0 as usize));
            let place = match needed.contains(&at) {
                true => self.place(ObjectIndex(at), above),
                false => NodePlace::Nowhere,
            };
            places.push(place);
        }
        Ok(places)
    }

    /// A node whose parent has no transform starts from the world, and so does a top-level node.
    fn place(&mut self, node: ObjectIndex, above: Option<&NodePlace>) -> NodePlace {
        let kind = self.kind(node);
        if kind == SpaceKind::Nowhere {
            return NodePlace::Nowhere;
        }
        let values = PlacementValues::read(self.resolved, node);
        let above = above.filter(|_| !values.is_top_level());
        match (kind, above) {
            (SpaceKind::Space, Some(NodePlace::Space { world, .. })) => {
                let local = values.transform3d();
                NodePlace::Space { local, world: world.multiply(&local) }
            }
            (SpaceKind::Space, _) => {
                NodePlace::Space { local: values.transform3d(), world: values.transform3d() }
            }
            (kind, above) => self.in_plane(kind, &values, above),
        }
    }

    fn in_plane(
        &mut self,
        kind: SpaceKind,
        values: &PlacementValues,
        above: Option<&NodePlace>,
    ) -> NodePlace {
        let frame = match above {
            Some(NodePlace::Flat { size, .. }) => *size,
            _ => self.viewport,
        };
        let (local, size) = match kind {
            SpaceKind::Control { .. } => values.control(frame),
            _ => (values.transform2d(), [0.0, 0.0]),
        };
        if let (SpaceKind::Control { .. }, Some(NodePlace::Flat { is_container: true, .. })) =
            (kind, above)
        {
            self.laid_out += 1;
        }
        let world = match above {
            Some(NodePlace::Flat { world, .. }) => world.multiply(&local),
            _ => local,
        };
        let is_container = kind == SpaceKind::Control { is_container: true };
        NodePlace::Flat { local, world, size, is_container }
    }

    fn kind(&mut self, node: ObjectIndex) -> SpaceKind {
        let class = self.resolved.scene.object(node).components.first();
        let class = class.map_or("", |class| class.type_name.as_str());
        let api = self.api;
        *self.kinds.entry(class).or_insert_with(|| space_kind(api, class))
    }

    fn diagnostic(&self) -> Option<String> {
        let count = self.laid_out;
        (count > 0).then(|| {
            format!("{count} Controls are in containers, which place them when the game runs: their transforms come from their offsets")
        })
    }
}

fn space_kind(api: &Api, class: &str) -> SpaceKind {
    match api.class(class) {
        Some(class) if class.is_a("Node3D") => SpaceKind::Space,
        Some(class) if class.is_a("Control") => {
            SpaceKind::Control { is_container: class.is_a("Container") }
        }
        Some(class) if class.is_a("Node2D") => SpaceKind::Flat,
        _ => SpaceKind::Nowhere,
    }
}

impl NodePlace {
    fn to_placement(&self) -> Option<Placement> {
        match self {
            NodePlace::Space { local, world } => Some(Placement {
                local: transform_in_space(local),
                world: transform_in_space(world),
                is_2d: false,
            }),
            NodePlace::Flat { local, world, .. } => Some(Placement {
                local: transform_in_plane(local),
                world: transform_in_plane(world),
                is_2d: true,
            }),
            NodePlace::Nowhere => None,
        }
    }
}

fn transform_in_space(transform: &Transform3D) -> Transform {
    Transform {
        position: transform.origin.to_array(),
        rotation: transform.quaternion(),
        scale: transform.scale().to_array(),
    }
}

fn transform_in_plane(transform: &Transform2D) -> Transform {
    let [x, y] = transform.origin.to_array();
    let [width, height] = transform.scale().to_array();
    let half = transform.rotation() / 2.0;
    Transform {
        position: [x, y, 0.0],
        rotation: [0.0, 0.0, half.sin(), half.cos()],
        scale: [width, height, 1.0],
    }
}
