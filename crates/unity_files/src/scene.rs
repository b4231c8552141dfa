//! Composes scenes and prefabs: reads a file, then the prefabs that it uses.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use scenewright_engine::{Context, EngineError};
use scenewright_model::{BrokenReason, join_names};

use super::document::{UnityDocument, UnityText};
use super::guids::{ResolvedGuid, UnityAssets};
use super::imported_model;
use super::index::AssetFile;
use super::package_table::AssetKinds;
use super::prefab::{Handles, PrefabInstance};
use super::tree::UnityTree;
use super::tree_builder::{HierarchyProblems, TreeBuilder};
use crate::class_ids::PREFAB_INSTANCE;

/// The most levels of prefabs within prefabs; real projects stay below five.
const MAX_PREFAB_DEPTH: usize = 40;

/// Every object stores its path; a scene of a hundred thousand objects needs a twentieth of this.
const MAX_PATH_BYTES: usize = 200 << 20;

/// Reads each prefab once, however often it is used.
pub(crate) struct SceneComposer<'a> {
    assets: &'a UnityAssets<'a>,
    cx: &'a Context,
    read: HashMap<(u16, &'a str), ComposedSource>,
    /// The prefabs that are being read: one that comes up again contains itself.
    open: Vec<(u16, &'a str)>,
    models: BTreeSet<String>,
    /// Models whose objects are known by name.
    flat_models: BTreeSet<String>,
    diagnostics: Vec<String>,
}

/// The source of an instance.
#[derive(Clone)]
enum ComposedSource {
    Objects(Arc<UnityTree>),
    /// Its objects cannot be known; the names are those of the placeholder.
    Opaque {
        name: String,
        component: &'static str,
    },
}

impl<'a> SceneComposer<'a> {
    pub(crate) fn new(assets: &'a UnityAssets<'a>, cx: &'a Context) -> SceneComposer<'a> {
        SceneComposer {
            assets,
            cx,
            read: HashMap::new(),
            open: Vec::new(),
            models: BTreeSet::new(),
            flat_models: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    pub(crate) fn compose(&mut self, text: &UnityText) -> Result<UnityTree, EngineError> {
        self.compose_documents(&text.documents()?, &text.path)
    }

    /// Composes some documents of a file, or all.
    pub(crate) fn compose_documents(
        &mut self,
        documents: &[UnityDocument<'_>],
        path: &str,
    ) -> Result<UnityTree, EngineError> {
        self.cx.check()?;
        let mut builder = TreeBuilder::new(documents, self.assets)?;
        let handles = Handles::read(documents)?;
        for (index, document) in documents.iter().enumerate() {
            if let Some(instance) = read_instance(document)? {
                let source = self.source_tree(&instance, path)?;
                builder.add_instance(index, &instance, &source, &handles)?;
            }
        }
        builder.place_handles(&handles);
        builder.add_components(self.assets)?;
        let (tree, oddities) = builder.finish()?;
        self.report_problems(&oddities, path);
        if tree.path_bytes() > MAX_PATH_BYTES {
            return Err(malformed(path, "its objects are nested too deep"));
        }
        Ok(tree)
    }

    fn report_problems(&mut self, oddities: &HierarchyProblems, path: &str) {
        let HierarchyProblems { orphans, looped } = oddities;
        if *orphans > 0 {
            self.add_diagnostic(format!(
                "{orphans} objects in '{path}' are shown as roots: their parents do not exist"
            ));
        }
        if *looped > 0 {
            self.add_diagnostic(format!(
                "{looped} objects in '{path}' are left out: their parents form a loop"
            ));
        }
    }

    /// The diagnostics of everything that was composed.
    pub(crate) fn into_diagnostics(mut self) -> Vec<String> {
        let roots_only =
            "Models are shown as their root object only, as their contents need Unity's importer";
        let flat = "Objects of models are shown directly below their root, as import settings list them without their hierarchy";
        let models = std::mem::take(&mut self.models);
        let flat_models = std::mem::take(&mut self.flat_models);
        for (what, models) in [(roots_only, models), (flat, flat_models)] {
            if !models.is_empty() {
                let models: Vec<String> = models.into_iter().collect();
                self.add_diagnostic(format!("{what}: {}", join_names(&models)));
            }
        }
        self.diagnostics
    }

    /// Whether every prefab was found and could be read: each problem is a diagnostic.
    pub(crate) fn found_everything(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The prefabs and models that were read.
    pub(crate) fn read_assets(&self) -> impl Iterator<Item = (u16, &'a str)> {
        self.read.keys().copied()
    }

    fn add_diagnostic(&mut self, diagnostic: String) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn source_tree(
        &mut self,
        instance: &PrefabInstance,
        file: &str,
    ) -> Result<Arc<UnityTree>, EngineError> {
        Ok(match self.compose_source(instance, file)? {
            ComposedSource::Objects(tree) => tree,
            ComposedSource::Opaque { name, component } => {
                Arc::new(instance.placeholder(&name, component))
            }
        })
    }

    fn compose_source(
        &mut self,
        instance: &PrefabInstance,
        file: &str,
    ) -> Result<ComposedSource, EngineError> {
        let assets = self.assets;
        let opaque =
            |what: &str, component| ComposedSource::Opaque { name: what.to_owned(), component };
        let Some(guid) = instance.source.guid else {
            self.add_diagnostic(format!("A prefab instance in '{file}' has no source"));
            return Ok(opaque("(missing prefab)", "(missing prefab)"));
        };
        match assets.resolve_reference(guid, AssetKinds::PREFABS) {
            ResolvedGuid::Found(asset) | ResolvedGuid::OnlyMeta(asset) => self.compose_asset(asset),
            ResolvedGuid::Package { name, .. } => {
                self.add_diagnostic(format!(
                    "'{file}' uses prefab {guid} of {name}, a package that is not on disk"
                ));
                Ok(opaque("(unknown prefab)", "(unknown prefab)"))
            }
            ResolvedGuid::Unknown { reason } => {
                self.add_diagnostic(reason.about(&format!("'{file}' uses prefab {guid}, which")));
                Ok(opaque("(unknown prefab)", "(unknown prefab)"))
            }
            ResolvedGuid::Missing { reason } if reason != BrokenReason::NoAsset => {
                self.add_diagnostic(format!("'{file}' uses prefab {guid}: {reason}"));
                Ok(opaque("(missing prefab)", "(missing prefab)"))
            }
            ResolvedGuid::Missing { .. } | ResolvedGuid::BuiltIn => {
                self.add_diagnostic(format!("'{file}' uses prefab {guid}, which no asset has"));
                Ok(opaque("(missing prefab)", "(missing prefab)"))
            }
        }
    }

    fn compose_asset(&mut self, asset: &'a AssetFile) -> Result<ComposedSource, EngineError> {
        if let Some(source) = self.read.get(&asset.key()) {
            return Ok(source.clone());
        }
        let read = if asset.has_extension("prefab") {
            self.compose_prefab(asset)
        } else {
            Ok(self.compose_model(asset))
        };
        let source = match read {
            Ok(source) => source,
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => {
                return Err(error);
            }
            Err(error) => {
                let component = match error {
                    EngineError::NotFound { .. } => "(missing prefab)",
                    _ => "(unreadable prefab)",
                };
                self.add_diagnostic(format!("A prefab cannot be shown: {error}"));
                ComposedSource::Opaque { name: asset.stem().to_owned(), component }
            }
        };
        self.read.insert(asset.key(), source.clone());
        Ok(source)
    }

    fn compose_model(&mut self, asset: &AssetFile) -> ComposedSource {
        let listed = self
            .assets
            .read_meta(asset)
            .and_then(|meta| imported_model::model_tree(&meta, asset.stem()));
        let models = if listed.is_some() { &mut self.flat_models } else { &mut self.models };
        models.insert(asset.path.to_string());
        match listed {
            Some(tree) => ComposedSource::Objects(Arc::new(tree)),
            None => {
                ComposedSource::Opaque { name: asset.stem().to_owned(), component: "Transform" }
            }
        }
    }

    fn compose_prefab(&mut self, asset: &'a AssetFile) -> Result<ComposedSource, EngineError> {
        let refuse = |reason| malformed(&asset.path, reason);
        if self.open.contains(&asset.key()) {
            return Err(refuse("the prefab contains itself"));
        }
        if self.open.len() == MAX_PREFAB_DEPTH {
            return Err(refuse("prefabs are nested too deep"));
        }
        let text = UnityText::new(&asset.path, self.assets.read(asset)?)?;
        self.open.push(asset.key());
        let tree = self.compose(&text);
        self.open.pop();
        let tree = tree?;
        if tree.nodes.is_empty() {
            return Err(refuse("it contains no GameObject"));
        }
        Ok(ComposedSource::Objects(Arc::new(tree)))
    }
}

fn read_instance(document: &UnityDocument<'_>) -> Result<Option<PrefabInstance>, EngineError> {
    if document.class == PREFAB_INSTANCE && !document.stripped {
        PrefabInstance::read(document)
    } else {
        Ok(None)
    }
}

fn malformed(path: &str, reason: &str) -> EngineError {
    EngineError::Malformed { path: path.to_owned(), line: 1, reason: reason.to_owned() }
}
