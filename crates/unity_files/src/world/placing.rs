//! Where the objects of a scene are. Each file is read once, however many objects are asked about.

mod sources;

use std::collections::HashSet;

use scenewright_engine::names::NameError;
use scenewright_engine::{Context, EngineError, Reading, Result};
use scenewright_model::{ObjectId, Placement, Transform};

use crate::UnityFiles;
use crate::document::UnityText;
use crate::members::draft::{Draft, Spot};
use crate::scene::Composer;
use crate::space::{Local, World};
use crate::tree::Tree;
use sources::{Sheets, Texts};

/// A Transform with everything above it.
struct Place {
    local: Local,
    world: World,
    rect: Option<Rect>,
}

/// What a RectTransform hands down. A size that only the screen knows is `None`.
#[derive(Debug, Clone, Copy)]
struct Rect {
    size: Option<[f64; 2]>,
    pivot: [f64; 2],
}

pub(super) fn placements(
    unity: &UnityFiles,
    scene: &str,
    objects: &[ObjectId],
    cx: &Context,
) -> Result<Vec<Option<Placement>>> {
    cx.check()?;
    let path = unity.scene_file(scene)?;
    unity.root.is_readable_scene(&path)?;
    let assets = unity.known(cx)?;
    let text = UnityText::new(&path, unity.root.read("Scene file", &path)?)?;
    let tree = Composer::new(&assets, cx).compose(&text)?;
    let wanted = find(&path, &tree, objects)?;
    let texts = Texts::read(text, &assets, cx)?;
    let mut placing = Placing { tree: &tree, sheets: texts.sheets()?, guessed: 0, unknown: 0 };
    let places = placing.places(&wanted, cx)?;
    let shown = |node: &usize| places.get(*node)?.as_ref().map(Place::shown);
    let value = wanted.iter().map(shown).collect();
    Ok(Reading { diagnostics: placing.notes(), ..Reading::from_files(value) })
}

/// The nodes of objects, in the same order.
fn find(
    path: &str,
    tree: &Tree,
    objects: &[ObjectId],
) -> std::result::Result<Vec<usize>, EngineError> {
    let nodes = tree.nodes.iter().enumerate();
    let places: std::collections::HashMap<ObjectId, usize> =
        nodes.map(|(at, node)| (node.object_id(path), at)).collect();
    let missing = |id: &ObjectId| EngineError::Name(NameError::unknown_id(*id));
    objects.iter().map(|id| places.get(id).copied().ok_or_else(|| missing(id))).collect()
}

struct Placing<'a> {
    tree: &'a Tree,
    sheets: Sheets<'a>,
    /// How many are placed as if the screen had no size.
    guessed: usize,
    /// How many are inside of what cannot be read.
    unknown: usize,
}

impl Placing<'_> {
    /// By position in the tree; only of what is wanted and of what is above that.
    fn places(
        &mut self,
        wanted: &[usize],
        cx: &Context,
    ) -> std::result::Result<Vec<Option<Place>>, EngineError> {
        let nodes = &self.tree.nodes;
        let mut needed = HashSet::new();
        for &node in wanted {
            let above = std::iter::successors(Some(node), |&node| nodes[node].parent);
            above.take_while(|node| needed.insert(*node)).for_each(drop);
        }
        let mut places: Vec<Option<Place>> = Vec::with_capacity(nodes.len());
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
        above: Option<&Place>,
    ) -> std::result::Result<Option<Place>, EngineError> {
        let node = &self.tree.nodes[node];
        let Some(part) = node.parts.iter().find(|part| part.id == node.transform && part.id != 0)
        else {
            return Ok(None);
        };
        let Some(draft) = self.sheets.draft(node, part)? else {
            self.unknown += 1;
            return Ok(None);
        };
        let mut local = Local::read(&draft);
        let mut rect = None;
        if part.component.type_name == "RectTransform" {
            let frame = above.and_then(|above| above.rect);
            let (corner, own) = self.in_rect(&draft, frame);
            local.position[..2].copy_from_slice(&corner);
            rect = Some(own);
        }
        let world = above.map_or_else(World::default, |above| above.world).below(&local);
        Ok(Some(Place { local, world, rect }))
    }

    /// Where the pivot is beside that of the parent, and the rectangle around it.
    fn in_rect(&mut self, draft: &Draft<'_>, frame: Option<Rect>) -> ([f64; 2], Rect) {
        let two = |key: &str, default: f64| {
            ["x", "y"].map(|axis| number(draft, &format!("{key}.{axis}")).unwrap_or(default))
        };
        let (min, max) = (two("m_AnchorMin", 0.5), two("m_AnchorMax", 0.5));
        let (pivot, delta) = (two("m_Pivot", 0.5), two("m_SizeDelta", 0.0));
        let anchored = two("m_AnchoredPosition", 0.0);
        let Some(frame) = frame else {
            // The screen or a camera decides about the size of a canvas.
            let size = (delta != [0.0, 0.0]).then_some(delta);
            return (anchored, Rect { size, pivot });
        };
        let reference = [0, 1].map(|i| min[i] + (max[i] - min[i]) * pivot[i] - frame.pivot[i]);
        let needs_size = reference.iter().any(|offset| offset.abs() > 1e-9);
        self.guessed += usize::from(needs_size && frame.size.is_none());
        let around = frame.size.unwrap_or_default();
        let corner = [0, 1].map(|i| anchored[i] + reference[i] * around[i]);
        let size = match frame.size {
            None if min != max => None,
            _ => Some([0, 1].map(|i| delta[i] + (max[i] - min[i]) * around[i])),
        };
        (corner, Rect { size, pivot })
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.unknown > 0 {
            let count = self.unknown;
            notes.push(format!(
                "Where {count} objects are is not known: they are inside of models or prefabs that cannot be read"
            ));
        }
        if self.guessed > 0 {
            let count = self.guessed;
            notes.push(format!(
                "{count} RectTransforms hang on edges of a canvas whose size only the screen tells; they are placed as if it were 0"
            ));
        }
        notes
    }
}

fn number(draft: &Draft<'_>, path: &str) -> Option<f64> {
    match draft.find(path)? {
        Spot::Value(_, Draft::Scalar(raw)) => raw.parse().ok(),
        _ => None,
    }
}

impl Place {
    fn shown(&self) -> Placement {
        let Place { local, world, .. } = self;
        Placement {
            local: Transform {
                position: local.position,
                rotation: local.rotation,
                scale: local.scale,
            },
            world: Transform {
                position: world.position,
                rotation: world.rotation,
                scale: world.scale(),
            },
            is_flat: false,
        }
    }
}
