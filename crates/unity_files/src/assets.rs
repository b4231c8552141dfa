//! The project's assets as the index knows them: what each is, and who needs whom.

use std::collections::{HashSet, VecDeque};

use scenewright_engine::{Context, EngineError, Reading};
use scenewright_model::{
    Asset, AssetDetails, AssetObject, Coverage, Dependency, DependencyState, Dependent, SharedId,
};

use super::document::UnityText;
use super::guids::{Assets, Verdict, extension_of};
use super::index::{AssetFile, Content};
use super::pointer::Guid;
use scenewright_project_files::root::ProjectRoot;

/// Everything below `Assets/`; packages are somebody else's. Stops at the context's scan limit.
pub(crate) fn all(
    assets: &Assets<'_>,
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

pub(crate) fn shared_ids(assets: &Assets<'_>) -> Vec<SharedId> {
    let shared = assets.index().duplicates();
    shared
        .map(|(guid, claims)| SharedId {
            id: guid.to_string(),
            paths: claims.iter().map(|file| file.path.to_string()).collect(),
        })
        .collect()
}

pub(crate) fn details(
    assets: &Assets<'_>,
    path: &str,
    build: &HashSet<String>,
) -> Result<AssetDetails, EngineError> {
    let file = find(assets, path)?;
    Ok(AssetDetails {
        asset: asset(assets, file, build),
        importer: file.importer().map(str::to_owned),
        import_settings: Vec::new(),
        objects: objects(assets, file)?,
        dependencies: assets.index().dependencies(file).len(),
    })
}

/// What is needed, breadth first: the nearest way to each asset counts.
pub(crate) fn dependencies(
    assets: &Assets<'_>,
    path: &str,
    depth: usize,
) -> Result<Reading<Vec<Dependency>>, EngineError> {
    let (mut found, mut coverage) = (Vec::new(), Coverage::default());
    let start = find(assets, path)?;
    let mut seen: HashSet<Guid> = start.guid.into_iter().collect();
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((file, level)) = open.pop_front() {
        file.cover(&mut coverage);
        for guid in assets.index().dependencies(file) {
            if !seen.insert(guid) {
                continue;
            }
            let verdict = assets.verdict(guid);
            if let Verdict::Found(next) = verdict
                && level < depth
            {
                open.push_back((next, level + 1));
            }
            found.push(dependency(guid, &verdict, level, file));
        }
    }
    Ok(Reading { coverage, ..Reading::from_files(found) })
}

/// Who needs it, breadth first: the nearest way from each asset counts.
pub(crate) fn dependents(
    assets: &Assets<'_>,
    path: &str,
    depth: usize,
) -> Result<Vec<Dependent>, EngineError> {
    let mut found = Vec::new();
    let start = find(assets, path)?;
    let mut seen: HashSet<&str> = HashSet::from([&*start.path]);
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((file, level)) = open.pop_front() {
        let users = file.guid.map(|guid| assets.index().dependents(guid)).unwrap_or_default();
        for user in users {
            if !seen.insert(&user.path) {
                continue;
            }
            found.push(Dependent {
                path: user.path.to_string(),
                kind: kind(&user.path).to_owned(),
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

fn find<'a>(assets: &'a Assets<'_>, path: &str) -> Result<&'a AssetFile, EngineError> {
    let found = assets.index().find(path).filter(|file| file.exists);
    found.ok_or_else(|| EngineError::NotFound { what: "Asset", path: path.to_owned() })
}

fn asset(assets: &Assets<'_>, file: &AssetFile, build: &HashSet<String>) -> Asset {
    let dependents = file.guid.map(|guid| assets.index().dependents(guid).len());
    Asset {
        path: file.path.to_string(),
        kind: kind(&file.path).to_owned(),
        bytes: file.bytes,
        id: file.guid.map(|guid| guid.to_string()),
        labels: file.labels().to_vec(),
        dependents: dependents.unwrap_or_default(),
        kept: kept(&file.path, build),
    }
}

fn dependency(guid: Guid, verdict: &Verdict<'_>, depth: usize, via: &AssetFile) -> Dependency {
    let unknown = || (format!("guid {guid}"), "Asset");
    let ((path, kind), state) = match verdict {
        Verdict::Found(file) => ((file.path.to_string(), kind(&file.path)), DependencyState::Found),
        Verdict::BuiltIn => (unknown(), DependencyState::BuiltIn),
        Verdict::Package { name, .. } => {
            ((format!("Packages/{name} ({guid})"), "Asset"), DependencyState::Package)
        }
        Verdict::Gone(file) => {
            ((file.path.to_string(), kind(&file.path)), DependencyState::Missing)
        }
        Verdict::Missing => (unknown(), DependencyState::Missing),
        Verdict::Unknown { .. } => (unknown(), DependencyState::Unknown),
    };
    Dependency { path, kind: kind.to_owned(), depth, via: via.path.to_string(), state }
}

/// The objects of a text asset, with the names that the file gives them.
fn objects(assets: &Assets<'_>, file: &AssetFile) -> Result<Vec<AssetObject>, EngineError> {
    if !matches!(file.content(), Content::Text(scan) if !scan.objects().is_empty()) {
        return Ok(Vec::new());
    }
    let text = UnityText::new(&file.path, assets.read(file)?)?;
    let object = |document: &super::document::Document<'_>| {
        Ok(AssetObject {
            id: document.id.to_string(),
            class: document.class_name().to_owned(),
            name: document.text("m_Name")?,
        })
    };
    text.documents()?.iter().map(object).collect()
}

/// The paths of the scenes that the build holds.
pub(crate) fn built(root: &ProjectRoot) -> HashSet<String> {
    let scenes = super::settings::build_scenes(root).unwrap_or_default();
    scenes.into_iter().filter(|scene| scene.enabled).map(|scene| scene.path).collect()
}

/// Why an asset may be used although nothing references it.
fn kept(path: &str, build: &HashSet<String>) -> Option<&'static str> {
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
    in_folder.map(|(_, reason)| *reason).or_else(|| match kind(path) {
        "Script" | "Assembly" | "AssemblyDefinition" => Some("it is code"),
        "Shader" => Some("code can find it by its name"),
        "Scene" => Some("it can be opened by hand"),
        _ => None,
    })
}

/// What an asset is, by its file's ending.
pub(crate) fn kind(path: &str) -> &'static str {
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
