//! `scene.objects.find`: finds objects by name, component, path, tag, group and state.

use scenewright_model::{Scene, SceneObject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pattern::NamePattern;
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::page::Page;

pub(crate) struct ObjectsFind;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ObjectsFindArgs {
    /// Path to the scene file (e.g., 'Assets/Scenes/Main.unity', 'res://main.tscn') or prefab
    scene_path: String,
    /// Part of the name, or a pattern for the whole name ('Crate*'); case-insensitive
    name: Option<String>,
    /// Type of one of its components ('Light'), or a pattern ('*Collider')
    component: Option<String>,
    /// A pattern for its path ('Pier/*')
    path: Option<String>,
    /// Its tag
    #[schemars(extend("x-engine" = "unity", "x-instead" = "group"))]
    tag: Option<String>,
    /// Godot: a group it belongs to
    #[schemars(extend("x-engine" = "godot", "x-instead" = "tag"))]
    group: Option<String>,
    /// Omit inactive objects, including those with an inactive ancestor
    #[serde(default)]
    active_only: bool,
    /// At most this many objects
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// The nextCursor of the last answer
    cursor: Option<String>,
}

fn default_limit() -> usize {
    50
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ObjectsFindOutput {
    /// Path to the scene
    pub scene_path: String,
    /// Number of matching objects
    pub total: usize,
    /// The objects, in editor order
    pub items: Vec<FoundObject>,
    /// Pass it as `cursor` to get the next page; absent on the last page
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FoundObject {
    /// The object's name
    pub name: String,
    /// Object names from the root, joined by '/'
    pub path: String,
    /// Stable id: unchanged as long as the object stays in its file
    pub instance_id: u64,
    /// Its own active flag
    pub active: bool,
    /// Types of its components (Godot: the node's class, then its script)
    pub components: Vec<String>,
}

impl Operation for ObjectsFind {
    type Args = ObjectsFindArgs;
    type Output = ObjectsFindOutput;

    const ABOUT: OperationInfo = OperationInfo {
        id: "scene.objects.find",
        name: "Find Objects",
        description: "Finds objects of a scene by name, component type, path, tag, group and state; all given filters must match. Use it instead of a dump when you know what you are looking for.",
        category: "scene",
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: Some("Prefab instances and instanced scenes are searched too."),
        examples: include_str!("objects_find.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: ObjectsFindArgs, cx: &Cx<'_>) -> Result<ObjectsFindOutput, Failure> {
        let page = Page::new(Self::ABOUT.id, args.limit, args.cursor.as_deref())?;
        let scene = cx.ask(|engine, cx| engine.scene(&args.scene_path, cx))?;
        let wanted = ObjectFilter::new(&args);
        let active = args.active_only.then(|| active_in_hierarchy(&scene));
        let is_on = |index: usize| active.as_ref().is_none_or(|active| active[index]);
        let matching: Vec<&SceneObject> = scene
            .objects
            .iter()
            .enumerate()
            .filter(|&(index, object)| is_on(index) && wanted.matches(object))
            .map(|(_, object)| object)
            .collect();
        let total = matching.len();
        let (matching, next_cursor) = page.cut(matching);
        let items = matching.into_iter().map(item).collect();
        let scene_path = scene.path.clone();
        Ok(ObjectsFindOutput { scene_path, total, items, next_cursor })
    }
}

struct ObjectFilter<'a> {
    name: Option<NamePattern>,
    component: Option<NamePattern>,
    path: Option<NamePattern>,
    tag: Option<&'a str>,
    group: Option<&'a str>,
}

impl ObjectFilter<'_> {
    fn new(args: &ObjectsFindArgs) -> ObjectFilter<'_> {
        ObjectFilter {
            name: args.name.as_deref().map(NamePattern::part),
            component: args.component.as_deref().map(NamePattern::whole),
            path: args.path.as_deref().map(NamePattern::whole),
            tag: args.tag.as_deref(),
            group: args.group.as_deref(),
        }
    }

    fn matches(&self, object: &SceneObject) -> bool {
        let has_component = |pattern: &NamePattern| {
            object.components.iter().any(|component| pattern.matches(&component.type_name))
        };
        let has_tag =
            |tag: &str| object.tag.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(tag));
        let is_in = |group: &str| {
            let mut groups = object.node.iter().flat_map(|node| node.groups.iter());
            groups.any(|own| own == group)
        };
        self.name.as_ref().is_none_or(|pattern| pattern.matches(&object.name))
            && self.path.as_ref().is_none_or(|pattern| pattern.matches(&object.path))
            && self.component.as_ref().is_none_or(has_component)
            && self.tag.is_none_or(has_tag)
            && self.group.is_none_or(is_in)
    }
}

/// Relies on parents coming before their children.
fn active_in_hierarchy(scene: &Scene) -> Vec<bool> {
    let mut active: Vec<bool> = Vec::with_capacity(scene.objects.len());
    for object in &scene.objects {
        let above = object.parent.is_none_or(|parent| active[parent.0 as usize]);
        active.push(above && object.active);
    }
    active
}

fn item(object: &SceneObject) -> FoundObject {
    let components = object.components.iter();
    FoundObject {
        name: object.name.clone(),
        path: object.path.clone(),
        instance_id: object.id.get(),
        active: object.active,
        components: components.map(|component| component.type_name.clone()).collect(),
    }
}
