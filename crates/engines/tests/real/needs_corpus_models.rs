//! What real scenes add inside models: each addition is at an object of its own.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use scenewright_engine::Context;
use scenewright_engines::{find, open};
use scenewright_model::{ObjectId, Scene, SceneObject};

use crate::needs_corpus::{corpus, files_below, projects_below, scenes_below};

const MODEL_EXTENSIONS: [&str; 5] = ["fbx", "obj", "dae", "blend", "3ds"];

/// A stripped document: an object inside an instance of a model.
struct InnerObject<'t> {
    instance: &'t str,
    source: &'t str,
}

#[derive(Debug, Default)]
struct ModelFigures {
    scenes: usize,
    /// Components on objects inside models, and objects below them.
    components: usize,
    children: usize,
    /// Of them, those whose inner object is known by nothing but its id.
    unnamed: usize,
}

#[test]
fn additions_inside_models_are_at_objects_of_their_own() {
    let (mut figures, mut wrong) = (ModelFigures::default(), Vec::new());
    for project in projects_below(&corpus()) {
        let models = model_guids(&project);
        if models.is_empty() {
            continue;
        }
        let engine = open(&find(&project).unwrap());
        for path in scenes_below(&project) {
            let Ok(text) = fs::read_to_string(&path) else { continue };
            let inner = inner_objects(&text, &models);
            if inner.is_empty() {
                continue;
            }
            let read = engine.scene(path.to_str().unwrap(), &Context::unbounded());
            let Ok(scene) = read.map(|scene| scene.value) else { continue };
            figures.scenes += 1;
            check(&text, &scene, &inner, &mut figures, &mut wrong);
        }
    }
    println!("{figures:?}");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(figures.components > 500 && figures.children > 100, "{figures:?}");
}

fn check(
    text: &str,
    scene: &Scene,
    inner: &HashMap<&str, InnerObject<'_>>,
    figures: &mut ModelFigures,
    wrong: &mut Vec<String>,
) {
    let objects: HashMap<ObjectId, &SceneObject> =
        scene.objects.iter().map(|object| (object.id, object)).collect();
    let object = |key: &str| objects.get(&ObjectId::new(&scene.path, key)).copied();
    let is_unnamed = |name: &str| name.starts_with("(unknown object ");
    let mut parents: BTreeMap<(&str, &str), HashSet<ObjectId>> = BTreeMap::new();
    for document in documents(text).filter(|document| !is_stripped(document)) {
        let owner = pointer(document, "m_GameObject");
        if let Some(InnerObject { instance, source }) = owner.and_then(|id| inner.get(id)) {
            figures.components += 1;
            match object(&format!("{instance}/{source}")) {
                Some(owner) => figures.unnamed += usize::from(is_unnamed(&owner.name)),
                None => wrong.push(format!("{}: {instance}/{source} is not shown", scene.path)),
            }
        }
        let father = pointer(document, "m_Father");
        if let Some(InnerObject { instance, source }) = father.and_then(|id| inner.get(id))
            && let Some(child) = owner.and_then(object)
            && let Some(parent) = child.parent.map(|parent| scene.object(parent))
        {
            figures.children += 1;
            figures.unnamed += usize::from(is_unnamed(&parent.name));
            parents.entry((instance, source)).or_default().insert(parent.id);
        }
    }
    let mut seen = HashSet::new();
    for (inside, ids) in parents {
        if ids.len() != 1 || !ids.is_disjoint(&seen) {
            wrong.push(format!("{}: children of {inside:?} are below {ids:?}", scene.path));
        }
        seen.extend(ids);
    }
}

/// The guids of models, by their `.meta` files.
fn model_guids(project: &Path) -> HashSet<String> {
    let is_model = |path: &Path| {
        let extension = path.file_stem().map(Path::new).and_then(Path::extension);
        let extension = extension.unwrap_or_default().to_string_lossy().to_lowercase();
        MODEL_EXTENSIONS.contains(&extension.as_str())
    };
    let metas = files_below(project).into_iter().filter(|path| {
        path.extension().is_some_and(|extension| extension == "meta") && is_model(path)
    });
    let guid = |meta: String| {
        let line = meta.lines().find_map(|line| line.strip_prefix("guid: "));
        line.map(|guid| guid.trim().to_owned())
    };
    metas.filter_map(|path| guid(fs::read_to_string(path).ok()?)).collect()
}

/// By the id that the scene gives them.
fn inner_objects<'t>(text: &'t str, models: &HashSet<String>) -> HashMap<&'t str, InnerObject<'t>> {
    let stripped = documents(text).filter(|document| is_stripped(document));
    let inner = stripped.filter_map(|document| {
        let header = document.lines().next()?;
        let id = header.split_once('&')?.1.split(' ').next()?;
        let source_line = field(document, "m_CorrespondingSourceObject")?;
        let guid = source_line.split_once("guid: ")?.1.split(',').next()?;
        let source = pointer(document, "m_CorrespondingSourceObject")?;
        let instance = pointer(document, "m_PrefabInstance")?;
        models.contains(guid).then_some((id, InnerObject { instance, source }))
    });
    inner.collect()
}

fn documents(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n--- ").skip(1)
}

fn is_stripped(document: &str) -> bool {
    document.lines().next().is_some_and(|header| header.ends_with(" stripped"))
}

fn field<'t>(document: &'t str, key: &str) -> Option<&'t str> {
    document.lines().find_map(|line| line.trim_start().strip_prefix(key)?.strip_prefix(": "))
}

fn pointer<'t>(document: &'t str, key: &str) -> Option<&'t str> {
    let id = field(document, key)?.split_once("fileID: ")?.1;
    id.split([',', '}']).next().filter(|id| *id != "0")
}
