//! The references between files, by the indexes of files.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;

use super::build::PARALLEL_THRESHOLD;
use super::scan::word_hash;
use super::{GodotIndexFile, IndexTarget, is_outside_project, path_beside};
use scenewright_project_files::root::ProjectRoot;

#[derive(Default)]
pub(super) struct GodotLinks {
    /// The files with a uid, sorted by uid and then by path.
    uids: Box<[u32]>,
    /// The scripts with a global class, sorted by the hash of its name and then by path.
    classes: Box<[(u64, u32)]>,
    /// The files that imports write outside of the cache, sorted, with the imported file.
    made: Box<[(Box<str>, u32)]>,
    pub(super) targets: FileLists,
    pub(super) sources: FileLists,
}

/// A list of files for each file.
#[derive(Default)]
pub(super) struct FileLists {
    starts: Box<[u32]>,
    items: Box<[u32]>,
}

pub(super) fn find(files: &[Arc<GodotIndexFile>], relative: &str) -> Option<u32> {
    files.binary_search_by(|file| (*file.path).cmp(relative)).ok().map(|at| at as u32)
}

impl GodotLinks {
    pub(super) fn resolve_all(root: &ProjectRoot, files: &[Arc<GodotIndexFile>]) -> GodotLinks {
        let mut links = GodotLinks { uids: files_by_uid(files), ..GodotLinks::default() };
        links.classes = scripts_by_class(files);
        links.made = import_products(files);
        let lookup = ReferenceLookup { root, files, links: &links };
        let targets = |number: u32| lookup.targets(number);
        let numbers = 0..files.len() as u32;
        let lists: Vec<Vec<u32>> = match files.len() {
            ..PARALLEL_THRESHOLD => numbers.map(targets).collect(),
            _ => numbers.into_par_iter().map(targets).collect(),
        };
        links.sources = FileLists::reverse(&lists);
        links.targets = FileLists::new(&lists);
        links
    }

    pub(super) fn by_uid(&self, files: &[Arc<GodotIndexFile>], uid: &str) -> Option<u32> {
        let own = |number: u32| files[number as usize].uid().unwrap_or_default();
        let at = self.uids.partition_point(|&number| own(number) < uid);
        self.uids.get(at).copied().filter(|&number| own(number) == uid)
    }

    pub(super) fn by_class(&self, name: &str) -> Option<u32> {
        self.by_word(word_hash(name))
    }

    fn by_word(&self, word: u64) -> Option<u32> {
        let at = self.classes.partition_point(|(class, _)| *class < word);
        self.classes.get(at).filter(|(class, _)| *class == word).map(|(_, number)| *number)
    }

    fn by_product(&self, relative: &str) -> Option<u32> {
        let found = self.made.binary_search_by(|(path, _)| (**path).cmp(relative));
        found.ok().map(|at| self.made[at].1)
    }

    pub(super) fn shared_uids<'a>(
        &self,
        files: &'a [Arc<GodotIndexFile>],
    ) -> Vec<(&'a str, Vec<u32>)> {
        let own = |number: &u32| files[*number as usize].uid().unwrap_or_default();
        let same = self.uids.chunk_by(|one, other| own(one) == own(other));
        same.filter(|same| same.len() > 1).map(|same| (own(&same[0]), same.to_vec())).collect()
    }
}

fn files_by_uid(files: &[Arc<GodotIndexFile>]) -> Box<[u32]> {
    let mut uids: Vec<(&str, u32)> =
        (0..).zip(files).filter_map(|(number, file)| Some((file.uid()?, number))).collect();
    uids.sort_unstable();
    uids.into_iter().map(|(_, number)| number).collect()
}

fn scripts_by_class(files: &[Arc<GodotIndexFile>]) -> Box<[(u64, u32)]> {
    let class = |(number, file): (u32, &Arc<GodotIndexFile>)| {
        let name = file.scan()?.class_name.as_deref()?;
        Some((word_hash(name), number))
    };
    let mut classes: Vec<(u64, u32)> = (0..).zip(files).filter_map(class).collect();
    classes.sort_unstable();
    classes.into()
}

fn import_products(files: &[Arc<GodotIndexFile>]) -> Box<[(Box<str>, u32)]> {
    let mut made = Vec::new();
    for (number, file) in (0..).zip(files) {
        let products = file.import().map(|import| &*import.makes).unwrap_or_default();
        made.extend(products.iter().map(|path| (path.clone(), number)));
    }
    made.sort_unstable();
    made.into()
}

/// Resolves references.
pub(super) struct ReferenceLookup<'a> {
    pub(super) root: &'a ProjectRoot,
    pub(super) files: &'a [Arc<GodotIndexFile>],
    pub(super) links: &'a GodotLinks,
}

impl ReferenceLookup<'_> {
    fn targets(&self, number: u32) -> Vec<u32> {
        let file = &self.files[number as usize];
        let mut targets = Vec::new();
        for reference in file.references() {
            let uid = reference.uid.as_deref();
            if let IndexTarget::File(target) = self.locate(&reference.path, uid, &file.path) {
                targets.push(target);
            }
        }
        if !self.links.classes.is_empty() {
            let words = file.scan().map(|scan| &*scan.words).unwrap_or_default();
            targets.extend(words.iter().filter_map(|&word| self.links.by_word(word)));
        }
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&target| target != number);
        targets
    }

    pub(super) fn locate(&self, path: &str, uid: Option<&str>, from: &str) -> IndexTarget {
        let uid = uid.or(Some(path).filter(|path| path.starts_with("uid://")));
        let at_path = match path.starts_with("uid://") || path.is_empty() {
            true => IndexTarget::Nowhere,
            false => self.locate_path(path, from),
        };
        let is_the_same = |number: u32| self.files[number as usize].uid() == uid;
        match (at_path, uid) {
            (found, None) => found,
            (found @ IndexTarget::File(number), Some(_)) if is_the_same(number) => found,
            (found, Some(uid)) => {
                self.links.by_uid(self.files, uid).map_or(found, IndexTarget::File)
            }
        }
    }

    fn locate_path(&self, path: &str, from: &str) -> IndexTarget {
        if is_outside_project(path) {
            return IndexTarget::Elsewhere;
        }
        // `res://a.tscn::1` is a resource inside of a.tscn.
        let path = path.split("::").next().unwrap_or(path);
        let Some(relative) = self.relative(path, from) else {
            return IndexTarget::Nowhere;
        };
        let found = find(self.files, &relative).or_else(|| self.links.by_product(&relative));
        found.map_or(IndexTarget::Nowhere, IndexTarget::File)
    }

    fn relative<'p>(&self, path: &'p str, from: &str) -> Option<Cow<'p, str>> {
        match path.strip_prefix("res://") {
            Some(inner) if is_normalized(inner) => Some(Cow::Borrowed(inner)),
            _ => {
                let relative = self.root.referenced_path(&path_beside(path, from)).ok()?;
                Some(Cow::Owned(relative.into()))
            }
        }
    }
}

/// Whether a path needs no normalisation.
fn is_normalized(path: &str) -> bool {
    !path.contains("//") && !path.contains("./") && !path.starts_with('/') && !path.ends_with('.')
}

impl FileLists {
    fn new(lists: &[Vec<u32>]) -> FileLists {
        let mut starts = Vec::with_capacity(lists.len() + 1);
        let mut end = 0;
        starts.push(0);
        for list in lists {
            end += list.len() as u32;
            starts.push(end);
        }
        FileLists { starts: starts.into(), items: lists.concat().into() }
    }

    /// A counting sort by target, which keeps the sources in order.
    fn reverse(lists: &[Vec<u32>]) -> FileLists {
        let mut starts = vec![0; lists.len() + 1];
        for &target in lists.iter().flatten() {
            starts[target as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut items = vec![0; lists.iter().map(Vec::len).sum()];
        for (source, targets) in (0..).zip(lists) {
            for &target in targets {
                let place: &mut u32 = &mut next[target as usize];
                items[*place as usize] = source;
                *place += 1;
            }
        }
        FileLists { starts: starts.into(), items: items.into() }
    }

    pub(super) fn list(&self, number: u32) -> &[u32] {
        let at = number as usize;
        &self.items[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
