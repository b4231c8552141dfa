//! Where Godot loads a scene from: the file itself, the product of its import, or, before the first import, the
//! model.
//!
//! Invariant: only files of the project are read, also if import settings name others.

mod outdated;

use scenewright_engine::{EngineError, Subject};
use scenewright_godot_binary::{GltfRoot, gltf_to_text};

use super::files::{GodotFileView, extension, file_name, res_path, unsupported};
use super::lexer::HeaderStyle;
use super::scene::SceneSources;
use super::text::GodotDocument;
use super::tree::{NodeClass, UnknownClass};
use super::value;

/// The root of an imported scene, unless its settings name another class.
const DEFAULT_ROOT_CLASS: &str = "Node3D";

/// Where the nodes of a scene were read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SceneOrigin {
    Text,
    /// A scene in Godot's binary format.
    Binary,
    /// The product of an import.
    Imported,
    /// A model that was not imported yet: an import may add, rename or remove nodes.
    Model,
}

impl SceneOrigin {
    /// Why a scene cannot be changed; `None` if it can.
    pub(crate) fn read_only_reason(self) -> Option<&'static str> {
        match self {
            SceneOrigin::Text => None,
            SceneOrigin::Binary => Some(
                "it is in Godot's binary format, which is read but never written: save it as .tscn in Godot",
            ),
            SceneOrigin::Imported | SceneOrigin::Model => Some(
                "it is imported: change the source file or its import settings, or override its nodes in a scene that instances or inherits it",
            ),
        }
    }
}

pub(super) struct LoadedScene {
    pub document: GodotDocument,
    pub origin: SceneOrigin,
    /// The file was changed after the import that the nodes come from.
    pub is_outdated: bool,
}

/// Why there is no tree of a scene.
pub(super) enum SceneLoadError {
    /// Only an import shows its nodes. The class is that of its root, if the settings tell.
    NotImported {
        root: NodeClass,
    },
    Engine(EngineError),
}

impl From<EngineError> for SceneLoadError {
    fn from(error: EngineError) -> SceneLoadError {
        SceneLoadError::Engine(error)
    }
}

impl SceneLoadError {
    /// For a scene that a client asks for.
    pub(super) fn into_engine_error(self, relative: &str) -> EngineError {
        match self {
            SceneLoadError::NotImported { .. } => {
                unsupported(&res_path(relative), "Godot has not imported it yet")
            }
            SceneLoadError::Engine(error) => error,
        }
    }
}

/// Whether Godot loads a file as a scene, by its extension. Models have to be imported first.
pub(crate) fn is_scene_file(relative: &str) -> bool {
    matches!(extension(relative), "tscn" | "scn") || is_imported_scene(relative)
}

/// Whether Godot imports a file as a scene, by its extension.
pub(crate) fn is_imported_scene(relative: &str) -> bool {
    let extension = extension(relative).to_ascii_lowercase();
    matches!(&*extension, "glb" | "gltf" | "fbx" | "dae" | "blend" | "vrm" | "escn" | "obj")
}

/// Reads a scene from wherever Godot loads it, and adds these files to `made_of`.
pub(super) fn load_scene(
    files: &GodotFileView<'_>,
    relative: &str,
    made_of: &mut SceneSources,
) -> Result<LoadedScene, SceneLoadError> {
    made_of.files.insert(relative.to_owned());
    if !is_imported_scene(relative) {
        let document = files.document(Subject::SceneFile, relative)?;
        let origin = match extension(relative) {
            "scn" => SceneOrigin::Binary,
            _ => SceneOrigin::Text,
        };
        return Ok(LoadedScene { document, origin, is_outdated: false });
    }
    let settings = ImportSettings::read(files, relative, made_of);
    if let Some(class) = settings.class.as_deref().filter(|class| *class != "PackedScene") {
        let reason = format!("Godot imports it as {class}, which is not a scene");
        return Err(unsupported(&res_path(relative), &reason).into());
    }
    if let Some((document, product)) = settings.load_product(files, made_of)? {
        let is_outdated = outdated::is_outdated(files, relative, &product);
        return Ok(LoadedScene { document, origin: SceneOrigin::Imported, is_outdated });
    }
    // An import would change the scene.
    made_of.depends_on_others = true;
    match extension(relative) {
        "escn" => {
            let document = files.document(Subject::SceneFile, relative)?;
            Ok(LoadedScene { document, origin: SceneOrigin::Model, is_outdated: false })
        }
        "glb" | "gltf" => settings.load_model(files, relative),
        _ => Err(SceneLoadError::NotImported { root: settings.root_class() }),
    }
}

/// The settings beside an imported file.
#[derive(Debug, Default)]
struct ImportSettings {
    importer: Option<String>,
    /// The class of the product: meshes are imported from models too.
    class: Option<String>,
    /// The product, which Godot loads instead of the file.
    path: Option<String>,
    root_type: Option<String>,
    root_name: Option<String>,
}

impl ImportSettings {
    fn read(
        files: &GodotFileView<'_>,
        relative: &str,
        made_of: &mut SceneSources,
    ) -> ImportSettings {
        let beside = format!("{relative}.import");
        let Ok(bytes) = files.root.read(Subject::ImportFile, &beside) else {
            made_of.depends_on_others = true;
            return ImportSettings::default();
        };
        made_of.files.insert(beside);
        ImportSettings::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Godot writes one key per line.
    fn parse(text: &str) -> ImportSettings {
        let mut settings = ImportSettings::default();
        for (key, raw) in text.lines().filter_map(|line| line.split_once('=')) {
            let text = || value::string(raw.trim()).filter(|text| !text.is_empty());
            let text = || text().map(|text| text.into_owned());
            match key.trim() {
                "importer" => settings.importer = text(),
                "type" => settings.class = text(),
                "path" => settings.path = text(),
                "nodes/root_type" => settings.root_type = text(),
                "nodes/root_name" => settings.root_name = text(),
                _ => {}
            }
        }
        settings
    }

    /// The product and its project-relative path; `None` if there is none yet.
    fn load_product(
        &self,
        files: &GodotFileView<'_>,
        made_of: &mut SceneSources,
    ) -> Result<Option<(GodotDocument, String)>, SceneLoadError> {
        let Some(path) = self.path.as_deref() else {
            return Ok(None);
        };
        let product = files.root.referenced_path(path)?;
        if !files.root.has_file(&product) {
            return Ok(None);
        }
        made_of.files.insert(product.to_string());
        Ok(Some((files.document(Subject::SceneFile, &product)?, product.into())))
    }

    fn load_model(
        &self,
        files: &GodotFileView<'_>,
        relative: &str,
    ) -> Result<LoadedScene, SceneLoadError> {
        let bytes = files.read(Subject::SceneFile, relative)?;
        let file = file_name(relative);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let (name, class) = (self.root_name.as_deref(), self.root_type.as_deref());
        let root = GltfRoot { file_stem: stem, name, class };
        let path = res_path(relative);
        // Perhaps a pointer to Git LFS; Godot could not import it either.
        let text = gltf_to_text(&bytes, &root)
            .map_err(|_| SceneLoadError::NotImported { root: self.root_class() })?;
        let document =
            GodotDocument::parse_for(files.cx, text.into(), HeaderStyle::Attributes, &path)?;
        Ok(LoadedScene { document, origin: SceneOrigin::Model, is_outdated: false })
    }

    fn root_class(&self) -> NodeClass {
        match &self.root_type {
            Some(class) => NodeClass::from(&**class),
            // Godot 4 writes an empty string for the default; Godot 3 writes `Spatial`.
            None if self.importer.as_deref() == Some("scene") => {
                NodeClass::from(DEFAULT_ROOT_CLASS)
            }
            None => NodeClass::Unknown(UnknownClass::Undeclared),
        }
    }
}
