//! `scene.hierarchy.dump`: returns a scene as a tree of objects.

use scenewright_model::{ObjectIndex, Scene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::target;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::Page;
use crate::presentation::Presentation;

pub(crate) struct HierarchyDump;

/// Each level adds two levels of JSON, and common parsers stop at 128.
const MAX_DEPTH: usize = 60;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct HierarchyDumpArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// How many levels to return; the roots are level 1
    #[serde(default = "max_depth")]
    #[schemars(range(min = 1, max = 60))]
    depth: usize,
    /// Path of an object: dump only its subtree
    root: Option<String>,
    /// At most this many objects per page, for large scenes [default: all]
    #[schemars(range(min = 1, max = 5000))]
    limit: Option<usize>,
    /// The nextCursor of the last answer
    cursor: Option<String>,
}

/// Page size of a call with a cursor and no limit.
const DEFAULT_PAGE_SIZE: usize = 500;

fn max_depth() -> usize {
    MAX_DEPTH
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HierarchyDumpOutput {
    /// Path to the scene that was dumped
    pub scene_path: String,
    /// Root GameObjects (Godot: the root node) in editor order; on a page, also objects whose parents were on an earlier page
    pub root_objects: Vec<HierarchyObject>,
    /// Number of objects on all pages; absent when the answer is not paged
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HierarchyObject {
    /// The object's name
    pub name: String,
    /// Object names from the root, joined by '/'
    pub path: String,
    /// Stable id: unchanged as long as the object stays in its file
    pub instance_id: u64,
    /// false for an inactive object (Godot: hidden); absent otherwise
    #[serde(skip_serializing_if = "is_true")]
    pub active: bool,
    /// Types of its components (Godot: the node's class, then its script)
    pub components: Vec<String>,
    /// Godot: its groups; absent when there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Godot: true for a node with a unique name ('%Name'); absent otherwise
    #[serde(skip_serializing_if = "is_false")]
    pub unique_name: bool,
    /// Godot: the scene it is an instance of (for the root, the inherited scene); absent when there is none
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance_of: Option<String>,
    /// Its children
    pub children: Vec<HierarchyObject>,
}

fn is_true(value: &bool) -> bool {
    *value
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl Operation for HierarchyDump {
    type Args = HierarchyDumpArgs;
    type Output = HierarchyDumpOutput;

    const PRESENTATION: Presentation = Presentation::SceneOutline;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.hierarchy.dump",
        name: "Dump Scene Hierarchy",
        description: "Returns the complete GameObject hierarchy for a scene, including components per node and object paths. Cornerstone tool for editor reasoning and structural analysis.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some(
            "Prefab instances and instanced scenes are resolved. For a large scene, start with a small depth or use limit to get pages.",
        ),
        examples: include_str!("hierarchy_dump.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: HierarchyDumpArgs, cx: &Cx<'_>) -> Result<HierarchyDumpOutput, Failure> {
        let page = Page::new(
            Self::ABOUT.id,
            args.limit.unwrap_or(DEFAULT_PAGE_SIZE),
            args.cursor.as_deref(),
        )?;
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let root =
            args.root.as_deref().map(|root| target::by_path(&scene, root, cx)).transpose()?;
        let roots = root.as_ref().map_or(scene.roots.as_slice(), std::slice::from_ref);
        let (shown, hidden) = in_order(&scene, roots, args.depth);
        if hidden > 0 {
            cx.add_diagnostic(format!(
                "{} of {} objects are returned; the others are deeper than {} levels.",
                shown.len(),
                shown.len() + hidden,
                args.depth
            ));
        }
        let is_paged = args.limit.is_some() || args.cursor.is_some();
        let total = shown.len();
        let (part, next_cursor) = if is_paged { page.cut(shown) } else { (shown, None) };
        Ok(HierarchyDumpOutput {
            scene_path: scene.path.clone(),
            root_objects: nested(&scene, &part),
            total: is_paged.then_some(total),
            next_cursor,
        })
    }
}

/// The objects of the first `depth` levels with their level, parents first, and the number of deeper ones.
fn in_order(
    scene: &Scene,
    roots: &[ObjectIndex],
    depth: usize,
) -> (Vec<(ObjectIndex, usize)>, usize) {
    let (mut shown, mut hidden) = (Vec::new(), 0);
    let mut open: Vec<(ObjectIndex, usize)> = roots.iter().rev().map(|&root| (root, 1)).collect();
    while let Some((index, level)) = open.pop() {
        if level <= depth {
            shown.push((index, level));
        } else {
            hidden += 1;
        }
        let children = scene.object(index).children.iter().rev();
        open.extend(children.map(|&child| (child, level + 1)));
    }
    (shown, hidden)
}

/// Nests objects under their parents. One whose parent is on another page becomes a root.
fn nested(scene: &Scene, page: &[(ObjectIndex, usize)]) -> Vec<HierarchyObject> {
    let mut done: Vec<HierarchyObject> = Vec::new();
    let mut open: Vec<(usize, HierarchyObject)> = Vec::new();
    for &(index, level) in page {
        close(&mut open, level, &mut done);
        open.push((level, object(scene, index)));
    }
    close(&mut open, 0, &mut done);
    done
}

/// Closes everything at `level` or deeper: it has all its children.
fn close(open: &mut Vec<(usize, HierarchyObject)>, level: usize, done: &mut Vec<HierarchyObject>) {
    while let Some((_, object)) = open.pop_if(|(own, _)| *own >= level) {
        match open.last_mut() {
            Some((_, parent)) => parent.children.push(object),
            None => done.push(object),
        }
    }
}

fn object(scene: &Scene, index: ObjectIndex) -> HierarchyObject {
    let object = scene.object(index);
    let components = object.components.iter();
    let node = object.node.as_deref();
    HierarchyObject {
        name: object.name.clone(),
        path: object.path.clone(),
        instance_id: object.id.get(),
        active: object.active,
        components: components.map(|component| component.type_name.clone()).collect(),
        groups: node.map(|node| node.groups.to_vec()).unwrap_or_default(),
        unique_name: node.is_some_and(|node| node.unique_name),
        instance_of: node.and_then(|node| node.instance_of.clone()),
        children: Vec::new(),
    }
}
