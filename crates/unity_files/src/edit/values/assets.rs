//! References to assets: the guid of the file, and the id of its main object or of one inside.

use scenewright_engine::{EngineError, Subject};

use crate::document::UnityText;
use crate::edit::{Planner, refuse};
use crate::guids::extension_of;
use crate::index::{AssetContent, AssetFile};
use crate::scene::SceneComposer;
use crate::tree::{UnityNode, UnityTree};

/// By extension: the id of the main object, and the type of the reference: 2 for assets that Unity
/// writes itself, 3 for imported ones.
const MAIN_OBJECTS: &[(&[&str], i64, u8)] = &[
    (&["mat"], 2_100_000, 2),
    (&["asset", "playable"], 11_400_000, 2),
    (&["anim"], 7_400_000, 2),
    (&["controller"], 9_100_000, 2),
    (&["overrideController"], 22_100_000, 2),
    (&["mask"], 31_900_000, 2),
    (&["mixer"], 24_100_000, 2),
    (&["physicMaterial"], 13_400_000, 2),
    (&["physicsMaterial2D"], 6_200_000, 2),
    (&["renderTexture"], 8_400_000, 2),
    (&["fontsettings"], 12_800_000, 2),
    (&["guiskin"], 11_400_000, 2),
    (&["terrainlayer"], 8_574_412_962_073_106_934, 2),
    (&["cs"], 11_500_000, 3),
    (&["shader"], 4_800_000, 3),
    (&["compute"], 7_200_000, 3),
    (&["shadergraph"], -6_465_566_751_694_194_690, 3),
    (&["inputactions"], -944_628_639_613_478_452, 3),
    (&["uxml"], 9_197_481_963_319_205_126, 3),
    (&["uss", "tss"], 7_433_441_132_597_879_392, 3),
    (&["unity"], 102_900_000, 3),
    (&["ttf", "otf"], 12_800_000, 3),
    (&["wav", "mp3", "ogg", "aif", "aiff", "flac"], 8_300_000, 3),
    (&["mp4", "mov", "webm"], 32_900_000, 3),
    (&["txt", "json", "xml", "bytes", "csv", "html", "md", "yaml"], 4_900_000, 3),
    (&["fbx", "obj", "dae", "blend"], 919_132_149_155_446_097, 3),
];

const TEXTURE_EXTENSIONS: &[&str] =
    &["png", "jpg", "jpeg", "tga", "psd", "tif", "tiff", "exr", "hdr", "bmp", "gif"];
const TEXTURE_FILE_ID: i64 = 2_800_000;
const SPRITE_FILE_ID: i64 = 21_300_000;

impl Planner<'_> {
    /// The fields of a reference. `inner` is an object's name, a component's type or a fileID.
    pub(in crate::edit) fn asset_pointer(
        &self,
        path: &str,
        inner: Option<&str>,
    ) -> Result<Vec<(&'static str, String)>, EngineError> {
        let path = self.unity.root.to_relative(path)?;
        let not_found = || EngineError::NotFound { what: Subject::Asset, path: path.clone() };
        let asset = self.index.find(&path).filter(|asset| asset.exists).ok_or_else(not_found)?;
        let no_guid =
            || refuse(format!("Asset '{path}'"), "it has no .meta file and therefore no guid");
        let guid = asset.guid.ok_or_else(no_guid)?;
        let (id, kind) = self.asset_object(asset, inner)?;
        Ok(vec![("fileID", id.to_string()), ("guid", guid.to_string()), ("type", kind.to_string())])
    }

    fn asset_object(
        &self,
        asset: &AssetFile,
        inner: Option<&str>,
    ) -> Result<(i64, u8), EngineError> {
        let main = self.main_object(asset)?;
        let kind = main.map_or(3, |(_, kind)| kind);
        let Some(inner) = inner else {
            let reason = "it has several objects; name one by its fileID";
            return main.ok_or_else(|| refuse(format!("Asset '{}'", asset.path), reason));
        };
        if let Ok(id) = inner.parse() {
            return Ok((id, kind));
        }
        let found = match inner {
            "Sprite" if is_texture(asset) => Some(SPRITE_FILE_ID),
            "Texture" | "Texture2D" if is_texture(asset) => Some(TEXTURE_FILE_ID),
            _ if asset.has_extension("prefab") => find_inside(&self.compose_prefab(asset)?, inner),
            _ => self.named_object(asset, inner)?,
        };
        let path = format!("{}, {inner}", asset.path);
        let found = found.ok_or(EngineError::NotFound { what: Subject::AssetObject, path })?;
        Ok((found, kind))
    }

    fn main_object(&self, asset: &AssetFile) -> Result<Option<(i64, u8)>, EngineError> {
        if asset.has_extension("prefab") {
            let tree = self.compose_prefab(asset)?;
            return Ok(tree.nodes.first().map(|root| (root.game_object, 3)));
        }
        if is_texture(asset) {
            let meta = self.assets().read_meta(asset).unwrap_or_default();
            let is_sprite =
                meta.contains("\n  textureType: 8") && meta.contains("\n  spriteMode: 1");
            return Ok(Some((if is_sprite { SPRITE_FILE_ID } else { TEXTURE_FILE_ID }, 3)));
        }
        let extension = extension_of(&asset.path).unwrap_or_default();
        let is_it = |known: &str| known.eq_ignore_ascii_case(extension);
        let row = MAIN_OBJECTS.iter().find(|(known, ..)| known.iter().any(|known| is_it(known)));
        Ok(row.map(|&(_, id, kind)| (self.main_file_id(asset, id), kind)))
    }

    /// A text asset with a single object has its id in the file.
    fn main_file_id(&self, asset: &AssetFile, usual: i64) -> i64 {
        let AssetContent::Text(scan) = asset.content() else { return usual };
        match scan.objects() {
            [only] if asset.has_extension("asset") => only.file_id,
            _ => usual,
        }
    }

    fn named_object(&self, asset: &AssetFile, name: &str) -> Result<Option<i64>, EngineError> {
        if !matches!(asset.content(), AssetContent::Text(_)) {
            return Ok(None);
        }
        let text = UnityText::new(&asset.path, self.assets().read(asset)?)?;
        for document in text.documents()? {
            if document.text("m_Name")? == name {
                return Ok(Some(document.id));
            }
        }
        Ok(None)
    }

    /// A prefab, composed.
    pub(in crate::edit) fn compose_prefab(
        &self,
        asset: &AssetFile,
    ) -> Result<UnityTree, EngineError> {
        let assets = self.assets();
        let text = UnityText::new(&asset.path, assets.read(asset)?)?;
        SceneComposer::new(&assets, self.cx).compose(&text)
    }
}

fn is_texture(asset: &AssetFile) -> bool {
    TEXTURE_EXTENSIONS.iter().any(|extension| asset.has_extension(extension))
}

/// A component of the root by its type, or an object by its name.
fn find_inside(tree: &UnityTree, inner: &str) -> Option<i64> {
    let part = tree.nodes.first().and_then(|root| {
        root.parts.iter().find(|part| part.component.type_name == inner).map(|part| part.id)
    });
    let named = |node: &&UnityNode| node.name == inner;
    part.or_else(|| tree.nodes.iter().find(named).map(|node| node.game_object))
}
