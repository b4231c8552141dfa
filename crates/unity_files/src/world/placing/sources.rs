//! The files that a scene is made of, each read once, and what they say of a Transform.

use std::borrow::Cow;
use std::collections::HashMap;

use scenewright_engine::{Context, EngineError};

use crate::document::{Document, UnityText};
use crate::guids::{Assets, Verdict};
use crate::index::AssetFile;
use crate::members::draft::Draft;
use crate::members::layers::{Edit, edits};
use crate::prefab::{self, Handles, PREFAB_INSTANCE};
use crate::tree::{Node, Part};

/// What tells where something is.
const FIELDS: &[&str] = &[
    "m_LocalRotation",
    "m_LocalPosition",
    "m_LocalScale",
    "m_AnchorMin",
    "m_AnchorMax",
    "m_AnchoredPosition",
    "m_SizeDelta",
    "m_Pivot",
];

/// The scene first, then every prefab that it or one of them uses.
pub(super) struct Texts {
    texts: Vec<UnityText>,
    /// Which text each instance of a text leads to; those that lead to none are left out.
    leads: Vec<HashMap<i64, usize>>,
}

pub(super) struct Sheets<'t>(Vec<Sheet<'t>>);

struct Sheet<'t> {
    documents: HashMap<i64, Document<'t>>,
    handles: Handles,
    leads: &'t HashMap<i64, usize>,
    /// What instances change about the place of something, by instance and source id.
    edits: HashMap<(i64, i64), Vec<Edit<'t>>>,
}

impl Texts {
    pub(super) fn read(
        scene: UnityText,
        assets: &Assets<'_>,
        cx: &Context,
    ) -> Result<Texts, EngineError> {
        let mut texts = Texts { texts: vec![scene], leads: Vec::new() };
        let mut known: HashMap<(u16, String), Option<usize>> = HashMap::new();
        while texts.leads.len() < texts.texts.len() {
            cx.check()?;
            let mut leads = HashMap::new();
            for (instance, asset) in sources(&texts.texts[texts.leads.len()], assets)? {
                let (folder, file) = asset.key();
                let next = *known
                    .entry((folder, file.to_owned()))
                    .or_insert_with(|| texts.add(asset, assets));
                leads.extend(next.map(|next| (instance, next)));
            }
            texts.leads.push(leads);
        }
        Ok(texts)
    }

    /// `None` for one that cannot be read: what is in it is not known.
    fn add(&mut self, asset: &AssetFile, assets: &Assets<'_>) -> Option<usize> {
        let text = assets.read(asset).and_then(|bytes| UnityText::new(&asset.path, bytes)).ok()?;
        text.documents().ok()?;
        self.texts.push(text);
        Some(self.texts.len() - 1)
    }

    pub(super) fn sheets(&self) -> Result<Sheets<'_>, EngineError> {
        let sheet = |(text, leads)| Sheet::read(text, leads);
        self.texts.iter().zip(&self.leads).map(sheet).collect::<Result<_, _>>().map(Sheets)
    }
}

/// The instances of a file with the prefabs that they are made from.
fn sources<'a>(
    text: &UnityText,
    assets: &'a Assets<'_>,
) -> Result<Vec<(i64, &'a AssetFile)>, EngineError> {
    let mut found = Vec::new();
    for document in text.documents()?.iter().filter(|document| is_instance(document)) {
        let Some(guid) = prefab::source(document)?.guid else { continue };
        if let Verdict::Found(asset) = assets.verdict(guid)
            && asset.has_extension("prefab")
        {
            found.push((document.id, asset));
        }
    }
    Ok(found)
}

fn is_instance(document: &Document<'_>) -> bool {
    document.class == PREFAB_INSTANCE && !document.stripped
}

impl<'t> Sheet<'t> {
    fn read(text: &'t UnityText, leads: &'t HashMap<i64, usize>) -> Result<Sheet<'t>, EngineError> {
        let documents = text.documents()?;
        let handles = Handles::read(&documents)?;
        let mut by_target: HashMap<(i64, i64), Vec<Edit<'t>>> = HashMap::new();
        for document in documents.iter().filter(|document| is_instance(document)) {
            for edit in edits(document)?.into_iter().filter(is_about_place) {
                by_target.entry((document.id, edit.target)).or_default().push(edit);
            }
        }
        // Of two documents with the same id the last counts.
        let documents = documents.into_iter().map(|document| (document.id, document)).collect();
        Ok(Sheet { documents, handles, leads, edits: by_target })
    }
}

fn is_about_place(edit: &Edit<'_>) -> bool {
    let field = edit.path.split('.').next().unwrap_or_default();
    FIELDS.contains(&field)
}

impl<'t> Sheets<'t> {
    /// What all files together say of a Transform; `None` if it is not known.
    pub(super) fn draft(&self, node: &Node, part: &Part) -> Result<Option<Draft<'t>>, EngineError> {
        let chain: Vec<i64> =
            node.key.split('/').take(part.levels).filter_map(|id| id.parse().ok()).collect();
        let way = self.way(&chain);
        let is_known = way.len() > chain.len();
        let own = way.last().filter(|_| is_known);
        let own = own.and_then(|sheet| sheet.documents.get(&part.source));
        let mut draft = match own {
            Some(document) => fields(document, chain.len())?,
            None => Draft::Map(Vec::new()),
        };
        let mut id = part.source;
        for (level, (sheet, instance)) in way.iter().zip(&chain).enumerate().rev() {
            for edit in sheet.edits.get(&(*instance, id)).into_iter().flatten() {
                // One that leads nowhere says nothing, as in Unity.
                let _ = draft.edit(edit, level);
            }
            id = sheet.handles.id(*instance, id);
        }
        let is_said = || {
            ["m_LocalPosition.x", "m_LocalRotation.w"].iter().all(|path| draft.find(path).is_some())
        };
        Ok(if is_known || is_said() { Some(draft) } else { None })
    }

    /// The files along a chain of instances, as far as they can be read.
    fn way(&self, chain: &[i64]) -> Vec<&Sheet<'t>> {
        let mut way: Vec<&Sheet<'t>> = self.0.first().into_iter().collect();
        for instance in chain {
            let next = way.last().and_then(|sheet| sheet.leads.get(instance));
            match next.and_then(|next| self.0.get(*next)) {
                Some(sheet) => way.push(sheet),
                None => break,
            }
        }
        way
    }
}

fn fields<'t>(document: &Document<'t>, level: usize) -> Result<Draft<'t>, EngineError> {
    let mut found = Vec::new();
    for key in FIELDS {
        if let Some(value) = document.field(key)? {
            found.push((Cow::Borrowed(*key), Draft::of(&value, level)));
        }
    }
    Ok(Draft::Map(found))
}
