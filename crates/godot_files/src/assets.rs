//! The project's assets from the index: their kinds, dependencies and dependents.

mod details;
mod keep_reasons;

use std::collections::{HashSet, VecDeque};

use scenewright_engine::{AssetDatabase, Context, EngineError, ReadResult, Reading, Subject};
use scenewright_model::{
    Asset, AssetDependency, AssetDependent, AssetDetails, Coverage, DependencyState, SharedId,
};

use super::GodotFormat;
use super::files::{GodotFileView, file_name, res_path};
use super::index::{self, GodotIndex, GodotIndexFile, GodotReference};
use keep_reasons::KeepReasons;

impl AssetDatabase for GodotFormat {
    fn assets(&self, cx: &Context) -> ReadResult<Vec<Asset>> {
        let files = self.files(cx);
        let index = files.index()?;
        let keepers = KeepReasons::from_index(index);
        let numbers: Vec<u32> =
            (0..).zip(index.files()).filter(|(_, file)| is_asset(file)).map(|(at, _)| at).collect();
        let mut scan = cx.scan(numbers.len());
        let mut found = Vec::with_capacity(numbers.len());
        for number in numbers {
            if !scan.advance()? {
                break;
            }
            found.push(asset(index, number, &keepers));
        }
        let coverage = Coverage { out_of_time: scan.left(), ..index.coverage() };
        let diagnostics = scan.diagnostic().into_iter().collect();
        Ok(Reading { diagnostics, coverage, ..Reading::from_files(found) })
    }

    fn shared_ids(&self, cx: &Context) -> ReadResult<Vec<SharedId>> {
        let files = self.files(cx);
        let index = files.index()?;
        let shared = index.shared_uids().into_iter().map(|(uid, claims)| SharedId {
            id: uid.to_owned(),
            paths: claims.iter().map(|&number| res_path(&index.file(number).path)).collect(),
        });
        Ok(Reading::from_files(shared.collect()))
    }

    fn asset(&self, path: &str, cx: &Context) -> ReadResult<AssetDetails> {
        let files = self.files(cx);
        let number = find(&files, path)?;
        details::read(&files, number)
    }

    fn dependencies(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependency>> {
        let files = self.files(cx);
        let start = find(&files, path)?;
        dependencies(&files, start, depth)
    }

    fn dependents(
        &self,
        path: &str,
        depth: usize,
        cx: &Context,
    ) -> ReadResult<Vec<AssetDependent>> {
        let files = self.files(cx);
        let start = find(&files, path)?;
        let index = files.index()?;
        let found = dependents(index, start, depth);
        Ok(Reading { coverage: index.coverage(), ..Reading::from_files(found) })
    }
}

/// The project's settings are not assets.
fn is_asset(file: &GodotIndexFile) -> bool {
    let name = file_name(&file.path);
    !name.starts_with('.') && !matches!(&*file.path, "project.godot" | "export_presets.cfg")
}

/// `path` comes from a client: `res://…`, `uid://…`, or relative to the project.
fn find(files: &GodotFileView<'_>, path: &str) -> std::result::Result<u32, EngineError> {
    let index = files.index()?;
    let found = match path.starts_with("uid://") {
        true => index.by_uid(path),
        false => index.find(&files.root.to_relative(path)?),
    };
    found.ok_or_else(|| EngineError::NotFound { what: Subject::Asset, path: path.to_owned() })
}

fn asset(index: &GodotIndex, number: u32, keepers: &KeepReasons) -> Asset {
    let file = index.file(number);
    Asset {
        path: res_path(&file.path),
        kind: index::kind_of_file(file).to_owned(),
        bytes: file.bytes,
        id: file.uid().map(str::to_owned),
        labels: Vec::new(),
        dependents: index.sources(number).len(),
        implicit_use: keepers.reason(index, number),
    }
}

/// Breadth first: the shortest path to each asset counts.
fn dependencies(
    files: &GodotFileView<'_>,
    start: u32,
    depth: usize,
) -> ReadResult<Vec<AssetDependency>> {
    let index = files.index()?;
    let mut found = Vec::new();
    let mut coverage = Coverage::default();
    let mut seen = HashSet::from([start]);
    let mut missing: HashSet<&GodotReference> = HashSet::new();
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((number, level)) = open.pop_front() {
        files.cx.check()?;
        let via = index.file(number);
        via.cover(&mut coverage);
        for &target in index.targets(number) {
            if seen.insert(target) {
                found.push(dependency(index.file(target), level, via));
                if level < depth {
                    open.push_back((target, level + 1));
                }
            }
        }
        for reference in index.broken(number) {
            if missing.insert(reference) {
                found.push(unresolved(files, reference, level, via));
            }
        }
    }
    Ok(Reading { coverage, ..Reading::from_files(found) })
}

fn dependency(file: &GodotIndexFile, depth: usize, via: &GodotIndexFile) -> AssetDependency {
    AssetDependency {
        path: res_path(&file.path),
        kind: index::kind_of_file(file).to_owned(),
        depth,
        via: res_path(&via.path),
        state: DependencyState::Found,
    }
}

/// A dependency that is not in the index: it is missing, or in a folder that Godot ignores.
fn unresolved(
    files: &GodotFileView<'_>,
    reference: &GodotReference,
    depth: usize,
    via: &GodotIndexFile,
) -> AssetDependency {
    let GodotReference { path, uid, class, .. } = reference;
    let shown = if path.is_empty() { uid.as_deref().unwrap_or_default() } else { path };
    let is_there = |relative: &String| files.has(relative);
    let state = match files.relative(path, &via.path).filter(is_there) {
        _ if path.is_empty() => DependencyState::Unknown,
        Some(_) => DependencyState::Found,
        None => DependencyState::Missing,
    };
    let kind = if class.is_empty() { "Resource" } else { index::kind_of_class(class) };
    let via = res_path(&via.path);
    AssetDependency { path: shown.to_owned(), kind: kind.to_owned(), depth, via, state }
}

/// Breadth first: the shortest path from each asset counts.
fn dependents(index: &GodotIndex, start: u32, depth: usize) -> Vec<AssetDependent> {
    let mut found = Vec::new();
    let mut seen = HashSet::from([start]);
    let mut open = VecDeque::from([(start, 1)]);
    while let Some((number, level)) = open.pop_front() {
        for &user in index.sources(number) {
            if !seen.insert(user) {
                continue;
            }
            let file = index.file(user);
            found.push(AssetDependent {
                path: res_path(&file.path),
                kind: index::kind_of_file(file).to_owned(),
                depth: level,
                via: res_path(&index.file(number).path),
            });
            if level < depth {
                open.push_back((user, level + 1));
            }
        }
    }
    found
}
