//! Composes scenes and prefabs: reads a file, then the prefabs that it uses.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use scenewright_engine::{Context, EngineError};
use scenewright_model::BrokenReason;

use super::document::{UnityDocument, UnityText, UnityTextRef};
use super::guids::{ResolvedGuid, UnityAssets};
use super::imported_model::{ImportedModel, ModelGaps, ModelIds, ModelSettings};
use super::index::AssetFile;
use super::package_table::AssetKinds;
use super::prefab::{Handle, Handles, PrefabInstance};
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
    read: HashMap<(u16, &'a str), ComposedSource<'a>>,
    /// The prefabs that are being read: one that comes up again contains itself.
    open: Vec<(u16, &'a str)>,
    model_trees: HashMap<((u16, &'a str), ModelIds), Arc<UnityTree>>,
    model_gaps: ModelGaps,
    diagnostics: Vec<String>,
}

/// The source of an instance.
#[derive(Clone)]
enum ComposedSource<'a> {
    Objects(Arc<UnityTree>),
    Model(Arc<ModelAsset<'a>>),
    /// Its objects cannot be known; the names are those of the placeholder.
    Opaque {
        name: String,
        component: &'static str,
    },
}

struct ModelAsset<'a> {
    asset: &'a AssetFile,
    model: ImportedModel,
}

/// An instance of a model.
struct ModelInstance<'a> {
    instance: PrefabInstance,
    source: Arc<ModelAsset<'a>>,
}

impl<'a> SceneComposer<'a> {
    pub(crate) fn new(assets: &'a UnityAssets<'a>, cx: &'a Context) -> SceneComposer<'a> {
        SceneComposer {
            assets,
            cx,
            read: HashMap::new(),
            open: Vec::new(),
            model_trees: HashMap::new(),
            model_gaps: ModelGaps::default(),
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
        let mut models: HashMap<i64, ModelInstance<'a>> = HashMap::new();
        let mut prefabs: HashSet<i64> = HashSet::new();
        for (index, document) in documents.iter().enumerate() {
            if let Some(instance) = read_instance(document)? {
                let source = self.compose_source(&instance, path)?;
                let tree = self.source_tree(&source, &instance, &handles);
                builder.add_instance(index, &instance, &tree, &handles)?;
                match source {
                    ComposedSource::Objects(_) => drop(prefabs.insert(instance.id)),
                    ComposedSource::Model(source) => {
                        models.insert(instance.id, ModelInstance { instance, source });
                    }
                    ComposedSource::Opaque { .. } => {}
                }
            }
        }
        let mut unplaced = 0;
        for handle in builder.unresolved_handles(&handles)? {
            match models.get(&handle.instance) {
                Some(instance) => self.add_unknown_object(&mut builder, handle, instance),
                None => unplaced += usize::from(prefabs.contains(&handle.instance)),
            }
        }
        self.report_unplaced(unplaced, path);
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
        for diagnostic in std::mem::take(&mut self.model_gaps).into_diagnostics() {
            self.add_diagnostic(diagnostic);
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
        source: &ComposedSource<'a>,
        instance: &PrefabInstance,
        handles: &Handles,
    ) -> Arc<UnityTree> {
        match source {
            ComposedSource::Objects(tree) => Arc::clone(tree),
            ComposedSource::Model(source) => self.model_tree(source, instance, handles),
            ComposedSource::Opaque { name, component } => {
                Arc::new(instance.placeholder(name, component))
            }
        }
    }

    /// Without the model's file, each instance may tell more about the components.
    fn model_tree(
        &mut self,
        source: &ModelAsset<'a>,
        instance: &PrefabInstance,
        handles: &Handles,
    ) -> Arc<UnityTree> {
        let model = &source.model;
        let overridden: HashSet<i64> = instance.targets.iter().copied().collect();
        let ids = model.choose_ids(&overridden);
        if model.gap().is_some() {
            let is_used = |id| overridden.contains(&id) || handles.contains(instance.id, id);
            return Arc::new(model.tree(ids, is_used));
        }
        let tree = self.model_trees.entry((source.asset.key(), ids));
        Arc::clone(tree.or_insert_with(|| Arc::new(model.tree(ids, |_| false))))
    }

    /// An object inside a model that neither the model's file nor its settings name is shown under
    /// its id.
    fn add_unknown_object(
        &mut self,
        builder: &mut TreeBuilder<'_>,
        handle: &Handle,
        ModelInstance { instance, source }: &ModelInstance<'a>,
    ) {
        let name = instance.name_of(handle.source).map(str::to_owned);
        let name = name.unwrap_or_else(|| format!("(unknown object {})", handle.source));
        builder.add_unknown_object(handle, name);
        self.model_gaps.add_unknown_object(source.model.gap(), &source.asset.path);
    }

    fn report_unplaced(&mut self, objects: usize, path: &str) {
        if objects > 0 {
            self.add_diagnostic(format!(
                "'{path}' adds to {objects} objects inside prefab instances that are not in their prefabs, or in models that cannot be read; the additions are shown at the root of the instance"
            ));
        }
    }

    fn compose_source(
        &mut self,
        instance: &PrefabInstance,
        file: &str,
    ) -> Result<ComposedSource<'a>, EngineError> {
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

    fn compose_asset(&mut self, asset: &'a AssetFile) -> Result<ComposedSource<'a>, EngineError> {
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

    fn compose_model(&mut self, asset: &'a AssetFile) -> ComposedSource<'a> {
        let settings = self.assets.read_meta(asset).map(|meta| ModelSettings::read(&meta));
        let nodes = self.assets.model_nodes(asset);
        let model = ImportedModel::new(asset.stem(), settings.unwrap_or_default(), nodes);
        if let Some(gap) = model.gap() {
            if model.is_root_only() {
                self.model_gaps.add_root_only(gap, &asset.path);
            } else if model.guessed_parents() > 0 {
                let objects = model.guessed_parents();
                self.model_gaps.add_without_parents(gap, &asset.path, objects);
            }
        }
        ComposedSource::Model(Arc::new(ModelAsset { asset, model }))
    }

    fn compose_prefab(&mut self, asset: &'a AssetFile) -> Result<ComposedSource<'a>, EngineError> {
        let refuse = |reason| malformed(&asset.path, reason);
        if self.open.contains(&asset.key()) {
            return Err(refuse("the prefab contains itself"));
        }
        if self.open.len() == MAX_PREFAB_DEPTH {
            return Err(refuse("prefabs are nested too deep"));
        }
        let mut buffer = Vec::new();
        let bytes = self.assets.read_into(asset, &mut buffer, self.cx)?;
        let documents = UnityTextRef::new(&asset.path, bytes)?.documents()?;
        self.open.push(asset.key());
        let tree = self.compose_documents(&documents, &asset.path);
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
