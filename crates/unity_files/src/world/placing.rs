//! World poses of a scene's objects. Each file is read once, whatever the number of objects.

mod sources;

use std::collections::HashSet;

use scenewright_engine::names::NameError;
use scenewright_engine::{Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{ObjectId, Placement, Transform};

use crate::UnityFormat;
use crate::document::UnityText;
use crate::members::field_value::{FieldValue, FoundField};
use crate::pose::{LocalPose, WorldPose};
use crate::scene::SceneComposer;
use crate::tree::UnityTree;
use sources::{SourceFiles, SourceTexts};

/// A Transform with its world pose.
struct PlacedTransform {
    local: LocalPose,
    world: WorldPose,
    rect: Option<RectFrame>,
}

/// What a RectTransform passes on to its children. A size that only the screen determines is
/// `None`.
#[derive(Debug, Clone, Copy)]
struct RectFrame {
    size: Option<[f64; 2]>,
    pivot: [f64; 2],
}

pub(super) fn placements(
    unity: &UnityFormat,
    scene: &str,
    objects: &[ObjectId],
    cx: &Context,
) -> ReadResult<Vec<Option<Placement>>> {
    cx.check()?;
    let path = unity.scene_file(scene)?;
    unity.root.check_scene_readable(&path)?;
    let assets = unity.current_assets(cx)?;
    let text = UnityText::new(&path, unity.root.read(Subject::SceneFile, &path)?)?;
    let tree = SceneComposer::new(&assets, cx).compose(&text)?;
    let wanted = find_nodes(&path, &tree, objects)?;
    let texts = SourceTexts::read(text, &assets, cx)?;
    let mut placing =
        PlacementReader { tree: &tree, files: texts.parse_files()?, without_size: 0, unknown: 0 };
    let places = placing.place_all(&wanted, cx)?;
    let placement = |node: &usize| places.get(*node)?.as_ref().map(PlacedTransform::to_placement);
    let value = wanted.iter().map(placement).collect();
    Ok(Reading { diagnostics: placing.diagnostics(), ..Reading::from_files(value) })
}

/// The nodes of the objects, in the same order.
fn find_nodes(
    path: &str,
    tree: &UnityTree,
    objects: &[ObjectId],
) -> std::result::Result<Vec<usize>, EngineError> {
    let nodes = tree.nodes.iter().enumerate();
    let places: std::collections::HashMap<ObjectId, usize> =
        nodes.map(|(at, node)| (node.object_id(path), at)).collect();
    let missing = |id: &ObjectId| EngineError::Name(NameError::unknown_id(*id));
    objects.iter().map(|id| places.get(id).copied().ok_or_else(|| missing(id))).collect()
}

struct PlacementReader<'a> {
    tree: &'a UnityTree,
    files: SourceFiles<'a>,
    /// How many are placed as if the screen had no size.
    without_size: usize,
    /// How many are inside a source that cannot be read.
    unknown: usize,
}

impl PlacementReader<'_> {
    /// By position in the tree; only for the wanted nodes and their ancestors.
    fn place_all(
        &mut self,
        wanted: &[usize],
        cx: &Context,
    ) -> std::result::Result<Vec<Option<PlacedTransform>>, EngineError> {
        let nodes = &self.tree.nodes;
        let mut needed = HashSet::new();
        for &node in wanted {
            let above = std::iter::successors(Some(node), |&node| nodes[node].parent);
            above.take_while(|node| needed.insert(*node)).for_each(drop);
        }
        let mut places: Vec<Option<PlacedTransform>> = Vec::with_capacity(nodes.len());
        for (at, node) in nodes.iter().enumerate() {
            if at % 1024 == 0 {
                cx.check()?;
            }
            let place = match (needed.contains(&at), node.parent) {
                (false, _) => None,
                (true, None) => self.place(at, None)?,
                (true, Some(parent)) => match places.get(parent) {
                    Some(Some(above)) => self.place(at, Some(above))?,
                    _ => None,
                },
            };
            places.push(place);
        }
        Ok(places)
    }

    fn place(
        &mut self,
        node: usize,
        above: Option<&PlacedTransform>,
    ) -> std::result::Result<Option<PlacedTransform>, EngineError> {
        let node = &self.tree.nodes[node];
        let Some(part) = node.parts.iter().find(|part| part.id == node.transform && part.id != 0)
        else {
            return Ok(None);
        };
        let Some(fields) = self.files.transform_fields(node, part)? else {
            self.unknown += 1;
            return Ok(None);
        };
        let mut local = LocalPose::read(&fields);
        let mut rect = None;
        if part.component.type_name == "RectTransform" {
            let frame = above.and_then(|above| above.rect);
            let (corner, own) = self.place_rect(&fields, frame);
            [local.position.x, local.position.y] = corner;
            rect = Some(own);
        }
        let world = above.map_or_else(WorldPose::default, |above| above.world).child_pose(&local);
        Ok(Some(PlacedTransform { local, world, rect }))
    }

    /// The position of the pivot relative to the parent's, and the rectangle around it.
    fn place_rect(
        &mut self,
        fields: &FieldValue<'_>,
        frame: Option<RectFrame>,
    ) -> ([f64; 2], RectFrame) {
        let two = |key: &str, default: f64| {
            ["x", "y"].map(|axis| number(fields, &format!("{key}.{axis}")).unwrap_or(default))
        };
        let (min, max) = (two("m_AnchorMin", 0.5), two("m_AnchorMax", 0.5));
        let (pivot, delta) = (two("m_Pivot", 0.5), two("m_SizeDelta", 0.0));
        let anchored = two("m_AnchoredPosition", 0.0);
        let Some(frame) = frame else {
            // The screen or a camera determines the size of a canvas.
            let size = (delta != [0.0, 0.0]).then_some(delta);
            return (anchored, RectFrame { size, pivot });
        };
        let reference = [0, 1].map(|i| min[i] + (max[i] - min[i]) * pivot[i] - frame.pivot[i]);
        let needs_size = reference.iter().any(|offset| offset.abs() > 1e-9);
        self.without_size += usize::from(needs_size && frame.size.is_none());
        let around = frame.size.unwrap_or_default();
        let corner = [0, 1].map(|i| anchored[i] + reference[i] * around[i]);
        let size = match frame.size {
            None if min != max => None,
            _ => Some([0, 1].map(|i| delta[i] + (max[i] - min[i]) * around[i])),
        };
        (corner, RectFrame { size, pivot })
    }

    fn diagnostics(&self) -> Vec<String> {
        let mut diagnostics = Vec::new();
        if self.unknown > 0 {
            let count = self.unknown;
            diagnostics.push(format!(
                "The positions of {count} objects are unknown: they are inside models or prefabs that cannot be read"
            ));
        }
        if self.without_size > 0 {
            let count = self.without_size;
            diagnostics.push(format!(
                "{count} RectTransforms depend on the size of a canvas that only the screen determines; they are placed as if it were 0"
            ));
        }
        diagnostics
    }
}

fn number(fields: &FieldValue<'_>, path: &str) -> Option<f64> {
    match fields.find(path)? {
        FoundField::Value(_, FieldValue::Scalar(raw)) => raw.parse().ok(),
        _ => None,
    }
}

impl PlacedTransform {
    fn to_placement(&self) -> Placement {
        let PlacedTransform { local, world, .. } = self;
        Placement {
            local: Transform {
                position: local.position.to_array(),
                rotation: local.rotation.to_array(),
                scale: local.scale.to_array(),
            },
            world: Transform {
                position: world.position.to_array(),
                rotation: world.rotation.to_array(),
                scale: world.scale().to_array(),
            },
            is_2d: false,
        }
    }
}
