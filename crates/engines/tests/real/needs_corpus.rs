//! Every scene and prefab of a collection of real projects.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use scenewright_engine::{Context, Engine, EngineError, contract};
use scenewright_engines::{find, open, recognise};
use scenewright_godot_files::formats::{GodotFile, GodotTextKind, Variant, VariantKind, walk};
use scenewright_unity_files::formats::UnityFile;

/// Godot 2 and binary files are refused by name; everything else must be read.
const EXPECTED_REFUSALS: [&str; 3] = ["binary", "Git LFS", "Godot 2"];

#[test]
fn every_scene_and_prefab_is_read() {
    let corpus = corpus();
    let projects = projects_below(&corpus);
    assert!(!projects.is_empty(), "there are projects in {}", corpus.display());
    let (mut read, mut refused) = (0, 0);
    for project in &projects {
        let engine = open(&find(project).unwrap());
        for scene in scenes_below(project) {
            match check(&*engine, &scene) {
                Ok(()) => read += 1,
                Err(error) => {
                    let message = error.to_string();
                    let expected = EXPECTED_REFUSALS.iter().any(|reason| message.contains(reason));
                    assert!(expected, "{}: {message}", project.display());
                    refused += 1;
                }
            }
        }
    }
    // Shown by `cargo test -- --nocapture`: how much was really read.
    println!(
        "{} projects: {read} scenes and prefabs read, {refused} refused by name",
        projects.len()
    );
}

#[test]
fn every_unity_text_file_is_written_back_to_the_byte() {
    let (_, files) = walk_folders(&corpus());
    let mut count = 0;
    for path in files {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if !text.starts_with("%YAML") {
            continue;
        }
        let file = UnityFile::parse(&text)
            .unwrap_or_else(|problem| panic!("{}: {problem:?}", path.display()));
        assert!(file.write() == text, "{} is written as it was read", path.display());
        count += 1;
    }
    println!("{count} Unity text files written back to the byte");
}

/// None of them is malformed, and none has a value that no Godot knows.
#[test]
fn every_godot_text_file_is_kept_to_the_byte_and_every_value_is_typed() {
    let (_, files) = walk_folders(&corpus());
    let (mut count, mut values) = (0, 0);
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy();
        let Some(format) = GodotTextKind::from_file_name(&name) else { continue };
        let bytes = fs::read(&path).unwrap();
        let file = GodotFile::parse(bytes.clone(), format)
            .unwrap_or_else(|problem| panic!("{}: {problem:?}", path.display()));
        assert!(file.text().as_bytes() == bytes, "{} is kept", path.display());
        for entry in file.entries() {
            check_value(entry.value, &path);
            values += 1;
        }
        count += 1;
    }
    println!("{count} Godot text files kept to the byte, {values} values typed");
}

fn check_value(raw: &str, path: &Path) {
    let value = Variant::parse(raw)
        .unwrap_or_else(|error| panic!("{}: {raw:.80}: {error:?}", path.display()));
    walk(value, &mut |value| {
        let known = !matches!(value.kind(), VariantKind::Call { .. } | VariantKind::Word);
        assert!(known, "{}: {:.80}", path.display(), value.text());
    });
}

pub(crate) fn corpus() -> PathBuf {
    let corpus = env::var_os("SCENEWRIGHT_CORPUS").expect(
        "set SCENEWRIGHT_CORPUS to a folder of projects, or run `cargo xtask test`, which looks for one",
    );
    PathBuf::from(corpus)
}

fn check(engine: &dyn Engine, scene: &Path) -> Result<(), EngineError> {
    let scene = engine.scene(scene.to_str().unwrap(), &Context::unbounded())?.value;
    contract::tree_is_consistent(&scene);
    // The last object is most often one inside an instance; all of them would take hours.
    if let (Some(members), Some(object)) = (engine.as_members(), scene.objects.last()) {
        let all: Vec<usize> = (0..object.components.len()).collect();
        members.members(&scene.path, object.id, &all, &Context::unbounded())?;
    }
    Ok(())
}

pub(crate) fn projects_below(folder: &Path) -> Vec<PathBuf> {
    let (folders, _) = walk_folders(folder);
    folders.into_iter().filter(|folder| matches!(recognise(folder), Ok(Some(_)))).collect()
}

/// The project's own scenes: not those of a project inside it.
pub(crate) fn scenes_below(project: &Path) -> Vec<PathBuf> {
    let is_scene = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default();
        ["unity", "prefab", "tscn"].iter().any(|scene| extension == *scene)
    };
    let is_own = |path: &PathBuf| find(path).is_ok_and(|found| found.root == project);
    let (_, files) = walk_folders(project);
    files.into_iter().filter(is_scene).filter(is_own).collect()
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    walk_folders(folder).1
}

/// All folders and all files at and below a folder, by canonical paths.
fn walk_folders(folder: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut folders = vec![folder.canonicalize().unwrap()];
    let mut files = Vec::new();
    let mut next = 0;
    while let Some(folder) = folders.get(next).cloned() {
        next += 1;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    (folders, files)
}
