//! The files that a scene is composed of, each read once, and the Transform fields in them.

use std::borrow::Cow;
use std::collections::HashMap;

use scenewright_engine::{Context, EngineError};

use crate::document::{UnityDocument, UnityText};
use crate::guids::{ResolvedGuid, UnityAssets};
use crate::index::AssetFile;
use crate::members::field_value::FieldValue;
use crate::members::layers::{PropertyOverride, property_overrides};
use crate::prefab::{self, Handles, PREFAB_INSTANCE};
use crate::tree::{ComponentPart, UnityNode};

/// The fields that determine a pose.
const PLACEMENT_FIELDS: &[&str] = &[
    "m_LocalRotation",
    "m_LocalPosition",
    "m_LocalScale",
    "m_AnchorMin",
    "m_AnchorMax",
    "m_AnchoredPosition",
    "m_SizeDelta",
    "m_Pivot",
];

/// The scene first, then every prefab that it or one of its prefabs uses.
pub(super) struct SourceTexts {
    texts: Vec<UnityText>,
    /// The text that each instance of a text leads to; instances without a readable source are left
    /// out.
    targets: Vec<HashMap<i64, usize>>,
}

pub(super) struct SourceFiles<'t>(Vec<SourceFile<'t>>);

struct SourceFile<'t> {
    documents: HashMap<i64, UnityDocument<'t>>,
    handles: Handles,
    targets: &'t HashMap<i64, usize>,
    /// Overrides of poses, by instance and source id.
    overrides: HashMap<(i64, i64), Vec<PropertyOverride<'t>>>,
}

impl SourceTexts {
    pub(super) fn read(
        scene: UnityText,
        assets: &UnityAssets<'_>,
        cx: &Context,
    ) -> Result<SourceTexts, EngineError> {
        let mut texts = SourceTexts { texts: vec![scene], targets: Vec::new() };
        let mut known: HashMap<(u16, String), Option<usize>> = HashMap::new();
        while texts.targets.len() < texts.texts.len() {
            cx.check()?;
            let mut targets = HashMap::new();
            for (instance, asset) in sources(&texts.texts[texts.targets.len()], assets)? {
                let (folder, file) = asset.key();
                let next = *known
                    .entry((folder, file.to_owned()))
                    .or_insert_with(|| texts.add(asset, assets));
                targets.extend(next.map(|next| (instance, next)));
            }
            texts.targets.push(targets);
        }
        Ok(texts)
    }

    /// `None` for a file that cannot be read: its objects are unknown.
    fn add(&mut self, asset: &AssetFile, assets: &UnityAssets<'_>) -> Option<usize> {
        let text = assets.read(asset).and_then(|bytes| UnityText::new(&asset.path, bytes)).ok()?;
        text.documents().ok()?;
        self.texts.push(text);
        Some(self.texts.len() - 1)
    }

    pub(super) fn parse_files(&self) -> Result<SourceFiles<'_>, EngineError> {
        let file = |(text, targets)| SourceFile::read(text, targets);
        self.texts.iter().zip(&self.targets).map(file).collect::<Result<_, _>>().map(SourceFiles)
    }
}

/// The instances of a file, each with its prefab.
fn sources<'a>(
    text: &UnityText,
    assets: &'a UnityAssets<'_>,
) -> Result<Vec<(i64, &'a AssetFile)>, EngineError> {
    let mut found = Vec::new();
    for document in text.documents()?.iter().filter(|document| is_instance(document)) {
        let Some(guid) = prefab::source_pointer(document)?.guid else { continue };
        if let ResolvedGuid::Found(asset) = assets.resolve_guid(guid)
            && asset.has_extension("prefab")
        {
            found.push((document.id, asset));
        }
    }
    Ok(found)
}

fn is_instance(document: &UnityDocument<'_>) -> bool {
    document.class == PREFAB_INSTANCE && !document.stripped
}

impl<'t> SourceFile<'t> {
    fn read(
        text: &'t UnityText,
        targets: &'t HashMap<i64, usize>,
    ) -> Result<SourceFile<'t>, EngineError> {
        let documents = text.documents()?;
        let handles = Handles::read(&documents)?;
        let mut by_target: HashMap<(i64, i64), Vec<PropertyOverride<'t>>> = HashMap::new();
        for document in documents.iter().filter(|document| is_instance(document)) {
            for change in property_overrides(document)?.into_iter().filter(is_placement_field) {
                by_target.entry((document.id, change.target)).or_default().push(change);
            }
        }
        // Of several documents with the same id, the last one counts.
        let documents = documents.into_iter().map(|document| (document.id, document)).collect();
        Ok(SourceFile { documents, handles, targets, overrides: by_target })
    }
}

fn is_placement_field(change: &PropertyOverride<'_>) -> bool {
    let field = change.path.split('.').next().unwrap_or_default();
    PLACEMENT_FIELDS.contains(&field)
}

impl<'t> SourceFiles<'t> {
    /// The fields of a Transform with the overrides of all files applied; `None` if they are not
    /// known.
    pub(super) fn transform_fields(
        &self,
        node: &UnityNode,
        part: &ComponentPart,
    ) -> Result<Option<FieldValue<'t>>, EngineError> {
        let chain: Vec<i64> =
            node.key.split('/').take(part.levels).filter_map(|id| id.parse().ok()).collect();
        let files = self.source_chain(&chain);
        let is_known = files.len() > chain.len();
        let own = files.last().filter(|_| is_known);
        let own = own.and_then(|file| file.documents.get(&part.source));
        let mut fields = match own {
            Some(document) => placement_fields(document, chain.len())?,
            None => FieldValue::Map(Vec::new()),
        };
        let mut id = part.source;
        for (level, (file, instance)) in files.iter().zip(&chain).enumerate().rev() {
            for change in file.overrides.get(&(*instance, id)).into_iter().flatten() {
                // An override that leads nowhere has no effect, as in Unity.
                let _ = fields.apply_override(change, level);
            }
            id = file.handles.id(*instance, id);
        }
        let is_said = || {
            ["m_LocalPosition.x", "m_LocalRotation.w"]
                .iter()
                .all(|path| fields.find(path).is_some())
        };
        Ok(if is_known || is_said() { Some(fields) } else { None })
    }

    /// The files along a chain of instances, as far as they can be read.
    fn source_chain(&self, chain: &[i64]) -> Vec<&SourceFile<'t>> {
        let mut files: Vec<&SourceFile<'t>> = self.0.first().into_iter().collect();
        for instance in chain {
            let next = files.last().and_then(|file| file.targets.get(instance));
            match next.and_then(|next| self.0.get(*next)) {
                Some(file) => files.push(file),
                None => break,
            }
        }
        files
    }
}

fn placement_fields<'t>(
    document: &UnityDocument<'t>,
    level: usize,
) -> Result<FieldValue<'t>, EngineError> {
    let mut found = Vec::new();
    for key in PLACEMENT_FIELDS {
        if let Some(value) = document.field(key)? {
            found.push((Cow::Borrowed(*key), FieldValue::from_yaml(&value, level)));
        }
    }
    Ok(FieldValue::Map(found))
}
