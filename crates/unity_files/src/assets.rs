//! The project's assets as the index knows them: their kinds, dependencies and dependents.

use std::collections::{HashSet, VecDeque};

use scenewright_engine::{Context, EngineError, Reading, Subject};
use scenewright_model::{
    Asset, AssetDependency, AssetDependent, AssetDetails, AssetObject, Coverage, DependencyState,
    SharedId,
};

use super::document::UnityText;
use super::guids::{ResolvedGuid, UnityAssets, extension_of};
use super::index::{AssetContent, AssetFile};
use super::pointer::Guid;
use scenewright_project_files::root::ProjectRoot;

/// Every asset below `Assets/`; packages are not the project's own. Stops at the context's scan
/// limit.
pub(crate) fn all(
    assets: &UnityAssets<'_>,
    build: &HashSet<String>,
    cx: &Context,
) -> Result<Reading<Vec<Asset>>, EngineError> {
    let is_own = |file: &&AssetFile| !file.is_folder && file.path.starts_with("Assets/");
    let files: Vec<&AssetFile> = assets.index().files().filter(is_own).collect();
    let mut scan = cx.scan(files.len());
    let mut found = Vec::with_capacity(files.len());
    for file in files {
        if !scan.advance()? {
            break;
        }
        found.push(asset(assets, file, build));
    }
    let coverage = Coverage { out_of_time: scan.left(), ..assets.index().coverage() };
    let diagnostics = scan.diagnostic().into_iter().collect();
    Ok(Reading { diagnostics, coverage, ..Reading::from_files(found) })
}

pub(crate) fn shared_ids(assets: &UnityAssets<'_>) -> Vec<SharedId> {
    let shared = assets.index().duplicates();
    shared
        .map(|(guid, claims)| SharedId {
            id: guid.to_string(),
            paths: claims.iter().map(|file| file.path.to_string()).collect(),
        })
        .collect()
}

pub(crate) fn details(
    assets: &UnityAssets<'_>,
    path: &str,
    build: &HashSet<String>,
) -> Result<AssetDetails, EngineError> {
    let file = find_asset(assets, path)?;
    Ok(AssetDetails {
        asset: asset(assets, file, build),
        importer: file.importer().map(str::to_owned),
        import_settings: Vec::new(),
        objects: objects(assets, file)?,
        dependencies: assets.index().dependencies(file).len(),
    })
}

/// The dependencies of an asset, breadth first: each asset counts at its smallest depth.
pub(crate) fn dependencies(
    assets: &UnityAssets<'_>,
    path: &str,
    depth: usize,
) -> Result<Reading<Vec<AssetDependency>>, EngineError> {
    let (mut found, mut coverage) = (Vec::new(), Coverage::default());
    let start = find_asset(assets, path)?;
    let mut seen: HashSet<Guid> = start.guid.into_iter().collect();
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((file, level)) = open.pop_front() {
        file.add_to_coverage(&mut coverage);
        for guid in assets.index().dependencies(file) {
            if !seen.insert(guid) {
                continue;
            }
            let resolved = assets.resolve_guid(guid);
            if let ResolvedGuid::Found(next) = resolved
                && level < depth
            {
                open.push_back((next, level + 1));
            }
            found.push(dependency(guid, &resolved, level, file));
        }
    }
    Ok(Reading { coverage, ..Reading::from_files(found) })
}

/// The dependents of an asset, breadth first: each asset counts at its smallest depth.
pub(crate) fn dependents(
    assets: &UnityAssets<'_>,
    path: &str,
    depth: usize,
) -> Result<Vec<AssetDependent>, EngineError> {
    let mut found = Vec::new();
    let start = find_asset(assets, path)?;
    let mut seen: HashSet<&str> = HashSet::from([&*start.path]);
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((file, level)) = open.pop_front() {
        let users = file.guid.map(|guid| assets.index().dependents(guid)).unwrap_or_default();
        for user in users {
            if !seen.insert(&user.path) {
                continue;
            }
            found.push(AssetDependent {
                path: user.path.to_string(),
                kind: asset_kind(&user.path).to_owned(),
                depth: level,
                via: file.path.to_string(),
            });
            if level < depth {
                open.push_back((user, level + 1));
            }
        }
    }
    Ok(found)
}

fn find_asset<'a>(assets: &'a UnityAssets<'_>, path: &str) -> Result<&'a AssetFile, EngineError> {
    let found = assets.index().find(path).filter(|file| file.exists);
    found.ok_or_else(|| EngineError::NotFound { what: Subject::Asset, path: path.to_owned() })
}

fn asset(assets: &UnityAssets<'_>, file: &AssetFile, build: &HashSet<String>) -> Asset {
    let dependents = file.guid.map(|guid| assets.index().dependents(guid).len());
    Asset {
        path: file.path.to_string(),
        kind: asset_kind(&file.path).to_owned(),
        bytes: file.bytes,
        id: file.guid.map(|guid| guid.to_string()),
        labels: file.labels().to_vec(),
        dependents: dependents.unwrap_or_default(),
        implicit_use: kept_reason(&file.path, build),
    }
}

fn dependency(
    guid: Guid,
    resolved: &ResolvedGuid<'_>,
    depth: usize,
    via: &AssetFile,
) -> AssetDependency {
    let unknown = || (format!("guid {guid}"), "Asset");
    let ((path, kind), state) = match resolved {
        ResolvedGuid::Found(file) => {
            ((file.path.to_string(), asset_kind(&file.path)), DependencyState::Found)
        }
        ResolvedGuid::BuiltIn => (unknown(), DependencyState::BuiltIn),
        ResolvedGuid::Package { name, .. } => {
            ((format!("Packages/{name} ({guid})"), "Asset"), DependencyState::Package)
        }
        ResolvedGuid::OnlyMeta(file) => {
            ((file.path.to_string(), asset_kind(&file.path)), DependencyState::Missing)
        }
        ResolvedGuid::Missing { .. } => (unknown(), DependencyState::Missing),
        ResolvedGuid::Unknown { .. } => (unknown(), DependencyState::Unknown),
    };
    AssetDependency { path, kind: kind.to_owned(), depth, via: via.path.to_string(), state }
}

/// The objects of a text asset, with the names that the file gives them.
fn objects(assets: &UnityAssets<'_>, file: &AssetFile) -> Result<Vec<AssetObject>, EngineError> {
    if !matches!(file.content(), AssetContent::Text(scan) if !scan.objects().is_empty()) {
        return Ok(Vec::new());
    }
    let text = UnityText::new(&file.path, assets.read(file)?)?;
    let object = |document: &super::document::UnityDocument<'_>| {
        Ok(AssetObject {
            id: document.id.to_string(),
            class: document.class_name().to_owned(),
            name: document.text("m_Name")?,
        })
    };
    text.documents()?.iter().map(object).collect()
}

/// The paths of the enabled scenes in the build list.
pub(crate) fn built_scenes(root: &ProjectRoot) -> HashSet<String> {
    let scenes = super::settings::build_scenes(root).unwrap_or_default();
    scenes.into_iter().filter(|scene| scene.enabled).map(|scene| scene.path).collect()
}

/// Why an asset may be used although nothing references it.
fn kept_reason(path: &str, build: &HashSet<String>) -> Option<&'static str> {
    const FOLDERS: [(&str, &str); 6] = [
        ("/Resources/", "code can load it by its path"),
        ("/StreamingAssets/", "it is copied into the game"),
        ("/Editor/", "it is for the editor"),
        ("/Editor Default Resources/", "it is for the editor"),
        ("/Gizmos/", "it is for the editor"),
        ("/Plugins/", "code can use it"),
    ];
    if build.contains(path) {
        return Some("it is in the build list");
    }
    let in_folder = FOLDERS.iter().find(|(folder, _)| path.contains(folder));
    in_folder.map(|(_, reason)| *reason).or_else(|| match asset_kind(path) {
        "Script" | "Assembly" | "AssemblyDefinition" => Some("it is code"),
        "Shader" => Some("code can find it by its name"),
        "Scene" => Some("it can be opened by hand"),
        _ => None,
    })
}

/// The kind of an asset, by its file extension.
pub(crate) fn asset_kind(path: &str) -> &'static str {
    const KINDS: &[(&str, &[&str])] = &[
        ("AnimationClip", &["anim"]),
        ("AnimatorController", &["controller"]),
        ("AnimatorOverrideController", &["overridecontroller"]),
        ("Assembly", &["dll"]),
        ("AssemblyDefinition", &["asmdef", "asmref"]),
        ("AudioClip", &["aif", "aiff", "mp3", "ogg", "wav"]),
        ("AudioMixer", &["mixer"]),
        ("AvatarMask", &["mask"]),
        ("Font", &["fontsettings", "otf", "ttf"]),
        ("LightingSettings", &["lighting"]),
        ("Material", &["mat"]),
        ("Model", &["3ds", "blend", "dae", "fbx", "glb", "gltf", "max", "mb", "obj"]),
        ("PhysicMaterial", &["physicmaterial", "physicsmaterial2d"]),
        ("Prefab", &["prefab"]),
        ("RenderTexture", &["rendertexture"]),
        ("Scene", &["unity"]),
        ("Script", &["cs", "js"]),
        ("Shader", &["cginc", "compute", "hlsl", "shader", "shadergraph", "shadersubgraph"]),
        ("SpriteAtlas", &["spriteatlas", "spriteatlasv2"]),
        ("TerrainLayer", &["terrainlayer"]),
        ("TextAsset", &["bytes", "csv", "html", "json", "md", "txt", "xml", "yaml"]),
        (
            "Texture",
            &["bmp", "exr", "gif", "hdr", "jpeg", "jpg", "png", "psd", "svg", "tga", "tif", "tiff"],
        ),
        ("Timeline", &["playable"]),
        ("UIDocument", &["uss", "uxml"]),
        ("VideoClip", &["mov", "mp4", "webm"]),
        ("VisualEffect", &["vfx"]),
    ];
    let extension = extension_of(path).unwrap_or_default().to_ascii_lowercase();
    let found = KINDS.iter().find(|(_, endings)| endings.contains(&extension.as_str()));
    found.map_or("Asset", |(kind, _)| kind)
}
