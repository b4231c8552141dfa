//! The files that an object inside nested instances is spread over: the scene, the prefab it uses,
//! the prefab that one uses, down to the file that really holds the object.

use std::borrow::Cow;
use std::sync::Arc;

use scenewright_engine::EngineError;

use super::super::document::{ScannedText, UnityDocument};
use super::super::guids::{ResolvedGuid, UnityAssets};
use super::super::pointer::Pointer;
use super::super::prefab;
use super::super::yaml::YamlValue;
use super::kept_scenes::KeptScenes;

pub(crate) struct LayerFiles {
    texts: Vec<Arc<ScannedText>>,
    /// The instance in each file that leads to the next one.
    instances: Vec<i64>,
    /// The source of the last instance, if its documents cannot be read.
    pub(crate) opaque: Option<OpaqueSource>,
}

/// A source without documents.
pub(crate) struct OpaqueSource {
    pub(crate) name: String,
    /// Its objects are those that an importer makes.
    pub(crate) is_model: bool,
}

pub(crate) struct PrefabLayer<'t> {
    text: &'t ScannedText,
    /// The instance that leads to the next layer; 0 in the last layer.
    instance: i64,
    /// The overrides of that instance, in the file's order.
    pub(crate) overrides: Vec<PropertyOverride<'t>>,
}

/// An override: a property of an object in the next layer, and its new value.
pub(crate) struct PropertyOverride<'t> {
    pub(crate) target: i64,
    pub(crate) path: Cow<'t, str>,
    /// As written in the file.
    pub(crate) value: &'t str,
    pub(crate) reference: Pointer,
}

impl LayerFiles {
    pub(crate) fn open(
        scene: Arc<ScannedText>,
        instances: &[i64],
        assets: &UnityAssets<'_>,
        kept: &KeptScenes<'_>,
    ) -> Result<LayerFiles, EngineError> {
        let mut files =
            LayerFiles { texts: vec![scene], instances: instances.to_owned(), opaque: None };
        for &instance in instances {
            let Some(text) = files.texts.last() else {
                break;
            };
            match instance_source_text(text, instance, assets, kept)? {
                Ok(text) => files.texts.push(text),
                Err(opaque) => {
                    files.opaque = Some(opaque);
                    break;
                }
            }
        }
        Ok(files)
    }

    /// How many files could be read.
    pub(crate) fn count(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn layers(&self) -> Result<Vec<PrefabLayer<'_>>, EngineError> {
        let instances = self.instances.iter().copied().chain([0]);
        self.texts
            .iter()
            .zip(instances)
            .map(|(text, instance)| PrefabLayer::read(text, instance))
            .collect()
    }
}

fn unreadable(name: String) -> OpaqueSource {
    OpaqueSource { name, is_model: false }
}

/// The prefab that an instance is made from.
fn instance_source_text(
    text: &ScannedText,
    instance: i64,
    assets: &UnityAssets<'_>,
    kept: &KeptScenes<'_>,
) -> Result<Result<Arc<ScannedText>, OpaqueSource>, EngineError> {
    let pointer = match text.find_instance(instance) {
        Some(document) => prefab::source_pointer(&document)?,
        None => Pointer::default(),
    };
    let Some(guid) = pointer.guid else {
        return Ok(Err(unreadable("a missing prefab".to_owned())));
    };
    let asset = match assets.resolve_guid(guid) {
        ResolvedGuid::Found(asset) | ResolvedGuid::OnlyMeta(asset) => asset,
        _ => return Ok(Err(unreadable(format!("guid {guid}")))),
    };
    if !asset.has_extension("prefab") {
        return Ok(Err(OpaqueSource { name: asset.path.to_string(), is_model: true }));
    }
    let read = kept.source_text(asset, assets);
    Ok(read.map_err(|_| unreadable(asset.path.to_string())))
}

impl<'t> PrefabLayer<'t> {
    fn read(text: &'t ScannedText, instance: i64) -> Result<PrefabLayer<'t>, EngineError> {
        let overrides = match text.find_instance(instance) {
            Some(document) => property_overrides(&document)?,
            None => Vec::new(),
        };
        Ok(PrefabLayer { text, instance, overrides })
    }

    pub(crate) fn path(&self) -> &'t str {
        self.text.path()
    }

    /// Of several documents with the same id, the last one counts.
    pub(crate) fn find(&self, id: i64) -> Option<UnityDocument<'t>> {
        self.text.find(id)
    }

    /// The id that this file gives to what has the id `inner` in the next layer.
    pub(crate) fn own_id(&self, inner: i64) -> i64 {
        self.text.handles().id(self.instance, inner)
    }
}

pub(crate) fn property_overrides<'t>(
    document: &UnityDocument<'t>,
) -> Result<Vec<PropertyOverride<'t>>, EngineError> {
    let modification = document.field("m_Modification")?;
    let list = modification.as_ref().and_then(|value| value.get("m_Modifications"));
    Ok(list
        .map(YamlValue::items)
        .unwrap_or_default()
        .iter()
        .filter_map(PropertyOverride::read)
        .collect())
}

impl<'t> PropertyOverride<'t> {
    fn read(item: &YamlValue<'t>) -> Option<PropertyOverride<'t>> {
        let value = match item.get("value") {
            Some(YamlValue::Scalar(raw)) => raw,
            _ => "",
        };
        let reference = item.get("objectReference").and_then(Pointer::from_value);
        Some(PropertyOverride {
            target: Pointer::from_value(item.get("target")?)?.file_id,
            path: item.get("propertyPath")?.text(),
            value,
            reference: reference.unwrap_or_default(),
        })
    }
}
