//! What a pointer means to a person: an object of the scene, an asset, something of the editor's.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use scenewright_model::{BrokenReason, MemberReference, MissingTarget, UnknownReason};

use super::super::document::{UnityDocument, UnityText};
use super::super::guids::{ResolvedGuid, UnityAssets};
use super::super::index::AssetFile;
use super::super::pointer::{Guid, Pointer};
use super::super::scripts;
use super::super::tree::{NodePlaces, UnityTree};
use super::layers::PrefabLayer;
use crate::class_ids::GAME_OBJECT;
use crate::package_table::AssetKinds;

/// The ids of main assets, with their types, which the file's extension does not always tell.
const MAIN_ASSETS: &[(i64, &str)] = &[
    (2_100_000, "Material"),
    (2_800_000, "Texture2D"),
    (4_300_000, "Mesh"),
    (4_800_000, "Shader"),
    (4_900_000, "TextAsset"),
    (6_200_000, "PhysicsMaterial2D"),
    (7_400_000, "AnimationClip"),
    (8_300_000, "AudioClip"),
    (8_400_000, "RenderTexture"),
    (8_600_000, "CustomRenderTexture"),
    (8_900_000, "Cubemap"),
    (9_000_000, "Avatar"),
    (9_100_000, "AnimatorController"),
    (10_207_300, "AudioMixer"),
    (11_500_000, "MonoScript"),
    (12_800_000, "Font"),
    (13_400_000, "PhysicMaterial"),
    (21_300_000, "Sprite"),
    (22_100_000, "AnimatorOverrideController"),
    (32_900_000, "VideoClip"),
    (100_100_000, "Prefab"),
    (102_900_000, "SceneAsset"),
];

/// Of the editor's own resources those that scenes use most.
const DEFAULT_RESOURCES: &[(i64, &str)] = &[
    (10_102, "Arial (Font)"),
    (10_202, "Cube (Mesh)"),
    (10_206, "Cylinder (Mesh)"),
    (10_207, "Sphere (Mesh)"),
    (10_208, "Capsule (Mesh)"),
    (10_209, "Plane (Mesh)"),
    (10_210, "Quad (Mesh)"),
];
const BUILT_IN_EXTRA: &[(i64, &str)] = &[
    (46, "Standard (Shader)"),
    (10_303, "Default-Material (Material)"),
    (10_304, "Default-Skybox (Material)"),
    (10_754, "Sprites-Default (Material)"),
    (10_901, "Checkmark (Sprite)"),
    (10_905, "UISprite (Sprite)"),
    (10_907, "Background (Sprite)"),
    (10_911, "InputFieldBackground (Sprite)"),
    (10_913, "Knob (Sprite)"),
    (10_915, "DropdownArrow (Sprite)"),
    (10_917, "UIMask (Sprite)"),
];

pub(crate) struct PointerResolver<'a> {
    scene: &'a str,
    tree: &'a UnityTree,
    layers: &'a [PrefabLayer<'a>],
    assets: &'a UnityAssets<'a>,
    /// The node that an id of the scene's file means, and the component on it.
    places: &'a OnceLock<NodePlaces>,
    /// Types of objects in assets that had to be opened for it.
    types: RefCell<HashMap<(String, i64), Option<String>>>,
}

impl<'a> PointerResolver<'a> {
    pub(crate) fn new(
        scene: &'a str,
        (tree, places): (&'a UnityTree, &'a OnceLock<NodePlaces>),
        layers: &'a [PrefabLayer<'a>],
        assets: &'a UnityAssets<'a>,
    ) -> PointerResolver<'a> {
        PointerResolver { scene, tree, layers, assets, places, types: RefCell::default() }
    }

    /// What a pointer means that is written in the file of layer `level`.
    pub(crate) fn resolve(&self, pointer: Pointer, level: usize) -> MemberReference {
        if pointer.file_id == 0 {
            return MemberReference::None;
        }
        let Some(guid) = pointer.guid else {
            return self.resolve_local(pointer.file_id, level);
        };
        let kinds = AssetKinds::for_file_id(pointer.file_id);
        match self.assets.resolve_reference(guid, kinds) {
            ResolvedGuid::Found(asset) => self.asset_reference(asset, pointer.file_id),
            ResolvedGuid::BuiltIn => {
                MemberReference::BuiltIn { name: built_in_name(guid, pointer.file_id) }
            }
            ResolvedGuid::Package { name, script } => MemberReference::Asset {
                path: format!("Packages/{name}"),
                type_name: script.map(str::to_owned),
                inner: None,
            },
            ResolvedGuid::OnlyMeta(asset) => {
                MemberReference::Missing { target: guid.to_target(), reason: asset.deleted() }
            }
            ResolvedGuid::Missing { reason } => {
                MemberReference::Missing { target: guid.to_target(), reason }
            }
            ResolvedGuid::Unknown { reason } => {
                MemberReference::Unknown { target: guid.to_target(), reason }
            }
        }
    }

    fn resolve_local(&self, id: i64, level: usize) -> MemberReference {
        let above = self.layers.iter().take(level).rev();
        let own = above.fold(id, |id, layer| layer.own_id(id));
        let places = self.places.get_or_init(|| self.tree.nodes_by_id());
        if let Some(&(node, part)) = places.get(&own) {
            return self.object_reference(node, part);
        }
        let target = MissingTarget::FileId(id);
        let layer = self.layers.get(level);
        match layer.and_then(|layer| Some((layer.path(), layer.find(id)?))) {
            None => MemberReference::Missing { target, reason: BrokenReason::NoObjectInFile },
            Some((path, document)) if is_standalone(&document) => MemberReference::Asset {
                path: path.to_owned(),
                type_name: Some(document.class_name().to_owned()),
                inner: Some(id.to_string()),
            },
            Some((_, document)) => MemberReference::Unknown {
                target,
                reason: UnknownReason::HiddenInSource { class: document.class_name().to_owned() },
            },
        }
    }

    fn object_reference(&self, node: usize, part: Option<usize>) -> MemberReference {
        let parts = &self.tree.nodes[node].parts;
        let part = part.and_then(|part| parts.get(part));
        MemberReference::Object {
            id: self.tree.nodes[node].object_id(self.scene),
            path: self.tree.object_path(node),
            type_name: part
                .map_or_else(|| "GameObject".to_owned(), |part| part.component.type_name.clone()),
        }
    }

    fn asset_reference(&self, asset: &AssetFile, id: i64) -> MemberReference {
        let main = MAIN_ASSETS.binary_search_by_key(&id, |&(id, _)| id).ok();
        if let Some(main) = main {
            let type_name = Some(MAIN_ASSETS[main].1.to_owned());
            return MemberReference::Asset { path: asset.path.to_string(), type_name, inner: None };
        }
        let type_name = self.type_inside(asset, id);
        let is_main = id == 11_400_000 || type_name.as_deref() == Some("GameObject");
        let inner = (!is_main).then(|| id.to_string());
        MemberReference::Asset { path: asset.path.to_string(), type_name, inner }
    }

    /// The type of an object in an asset of Unity's own text, by a look at it.
    fn type_inside(&self, asset: &AssetFile, id: i64) -> Option<String> {
        if !["asset", "prefab", "playable", "controller", "mixer"]
            .iter()
            .any(|extension| asset.has_extension(extension))
        {
            return None;
        }
        let key = (asset.path.to_string(), id);
        if let Some(known) = self.types.borrow().get(&key) {
            return known.clone();
        }
        let text = self.assets.read(asset).and_then(|bytes| UnityText::new(&asset.path, bytes));
        let type_name = text.ok().and_then(|text| {
            let documents = text.documents().ok()?;
            let document = documents.iter().rev().find(|document| document.id == id)?;
            Some(scripts::component(document, self.assets).ok()?.type_name)
        });
        self.types.borrow_mut().insert(key, type_name.clone());
        type_name
    }
}

/// Whether a document is neither an object of the hierarchy nor part of one: a mesh or a material
/// that was saved with the scene.
fn is_standalone(document: &UnityDocument<'_>) -> bool {
    let owner = document.pointer("m_GameObject").unwrap_or_default();
    !document.stripped && document.class != GAME_OBJECT && owner.is_null()
}

fn built_in_name(guid: Guid, id: i64) -> String {
    let table = match guid.to_string().as_str() {
        "0000000000000000e000000000000000" => DEFAULT_RESOURCES,
        "0000000000000000f000000000000000" => BUILT_IN_EXTRA,
        _ => &[],
    };
    let known = table.iter().find(|&&(known, _)| known == id);
    known.map_or_else(|| format!("built-in resource {id}"), |(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_assets_are_sorted() {
        assert!(MAIN_ASSETS.is_sorted_by_key(|&(id, _)| id));
    }
}
