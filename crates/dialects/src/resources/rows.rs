//! The table of resources: one row per resource or template, with its operation.

use super::template::UriTemplate;

pub(crate) struct ResourceRow {
    /// The part after `scheme://`.
    pub(crate) uri: &'static str,
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) shows: ContentForm,
    pub(crate) operation: &'static str,
    /// Variables of the URI and the parameters that they fill.
    pub(crate) fills: &'static [(&'static str, &'static str)],
    /// Fixed arguments, which request as much as possible.
    pub(crate) with: &'static [(&'static str, u64)],
    /// Other operations whose complete output the same resource shows.
    pub(crate) also: &'static [&'static str],
    /// Parameters that only select a part of the output.
    pub(crate) narrowing: &'static [&'static str],
    pub(crate) follows: ChangeScope,
    /// Set if only projects of this engine have it.
    pub(crate) engine: Option<&'static str>,
}

/// The form of the contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentForm {
    Json,
    /// A scene as an outline.
    Outline,
    /// The outline of the scene that the game starts with.
    MainScene,
}

/// Which files can change what a resource shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChangeScope {
    Nothing,
    Settings,
    Packages,
    /// Scenes, and the settings that choose among them.
    Scenes,
    /// A scene and the files that it may contain.
    Scene,
    /// All files of the project.
    Everything,
}

/// How many objects of a scene are returned; the last line says how to get the others.
const SCENE_PAGE: u64 = 5_000;

/// The defaults of a row.
const DEFAULT_ROW: ResourceRow = ResourceRow {
    uri: "",
    name: "",
    title: "",
    description: "",
    shows: ContentForm::Json,
    operation: "",
    fills: &[],
    with: &[],
    also: &[],
    narrowing: &[],
    follows: ChangeScope::Everything,
    engine: None,
};

/// Rows without variables come first: `scene/active` is not a scene called `active`.
pub(crate) const ROWS: [ResourceRow; 16] = [
    ResourceRow {
        uri: "project/info",
        name: "project-info",
        title: "Project info",
        description: "Name, engine, engine version, main scene and number of scenes.",
        operation: "project.info",
        follows: ChangeScope::Scenes,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/scenes",
        name: "project-scenes",
        title: "Scenes",
        description: "All scenes of the project and which of them are in the build.",
        operation: "project.scenes.list",
        narrowing: &["includeInBuild"],
        follows: ChangeScope::Scenes,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "scenes",
        name: "scenes",
        title: "Scenes (short address)",
        description: "The same as project/scenes.",
        operation: "project.scenes.list",
        follows: ChangeScope::Scenes,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "scene/active",
        name: "scene-active",
        title: "Main scene",
        description: "Outline of the scene that the game starts with: the first of Unity's build list, or Godot's main scene. The first line names it.",
        shows: ContentForm::MainScene,
        operation: "scene.hierarchy.dump",
        with: &[("limit", SCENE_PAGE)],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/assets",
        name: "project-assets",
        title: "Asset summary",
        description: "Assets by type and folder, the largest assets, duplicate ids, and unreferenced assets.",
        operation: "project.assets.summary",
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/settings",
        name: "project-settings",
        title: "Project settings",
        description: "All settings, long lists cut short; project/settings/{area} has one area in full.",
        operation: "project.settings.read",
        follows: ChangeScope::Settings,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/packages",
        name: "project-packages",
        title: "Packages",
        description: "Packages that the project depends on, with version and source.",
        operation: "project.packages.list",
        follows: ChangeScope::Packages,
        engine: Some("unity"),
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/references/missing",
        name: "missing-references",
        title: "Missing references",
        description: "Missing scripts and broken references of the whole project.",
        operation: "project.references.missing",
        with: &[("limit", 1000)],
        narrowing: &["limit", "cursor"],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "logs/tail",
        name: "logs-tail",
        title: "Server log",
        description: "The latest log entries of this server, newest first.",
        operation: "mcp.logs.read",
        narrowing: &["level", "category", "limit"],
        follows: ChangeScope::Nothing,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "project/settings/{area}",
        name: "project-settings-area",
        title: "Settings of one area",
        description: "One area of the project's settings in full, such as input, layers or physics.",
        operation: "project.settings.read",
        fills: &[("area", "area")],
        follows: ChangeScope::Settings,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "tool/{name}",
        name: "tool",
        title: "Tool definition",
        description: "Everything about one tool: parameters, output, limits and examples.",
        operation: "mcp.tool.describe",
        fills: &[("name", "tool")],
        follows: ChangeScope::Nothing,
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "object{?scene,path}",
        name: "object",
        title: "Object of a scene",
        description: "One object with its components and their members; path as in a scene's outline, or obj: and an id.",
        operation: "scene.object.read",
        fills: &[("scene", "scenePath"), ("path", "objectPath")],
        also: &["scene.components.list"],
        narrowing: &["components"],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "asset/dependents{?path}",
        name: "asset-dependents",
        title: "Dependents of an asset",
        description: "The assets that reference an asset.",
        operation: "asset.dependents",
        fills: &[("path", "assetPath")],
        with: &[("limit", 1_000)],
        narrowing: &["limit", "cursor"],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "asset/dependencies{?path}",
        name: "asset-dependencies",
        title: "Dependencies of an asset",
        description: "The assets that an asset references.",
        operation: "asset.dependencies",
        fills: &[("path", "assetPath")],
        with: &[("limit", 1_000)],
        narrowing: &["limit", "cursor"],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "asset{?path}",
        name: "asset",
        title: "Asset",
        description: "Type, import settings, contents and usage of an asset.",
        operation: "asset.info",
        fills: &[("path", "assetPath")],
        ..DEFAULT_ROW
    },
    ResourceRow {
        uri: "scene/{+path}",
        name: "scene",
        title: "Scene outline",
        description: "The hierarchy of a scene or prefab as an outline: one line per object, with its components.",
        shows: ContentForm::Outline,
        operation: "scene.hierarchy.dump",
        with: &[("limit", SCENE_PAGE)],
        fills: &[("path", "scenePath")],
        also: &["scene.tree.read"],
        narrowing: &["depth", "root", "limit", "cursor", "maxDepth"],
        follows: ChangeScope::Scene,
        ..DEFAULT_ROW
    },
];

impl ResourceRow {
    pub(crate) fn template(&self) -> UriTemplate<'static> {
        UriTemplate::new(self.uri)
    }

    pub(crate) fn has_variables(&self) -> bool {
        !self.fills.is_empty()
    }

    /// The parameter that a variable fills.
    pub(crate) fn parameter(&self, variable: &str) -> Option<&'static str> {
        self.fills.iter().find(|(name, _)| *name == variable).map(|(_, parameter)| *parameter)
    }
}
