//! Makes the next index from the last one and the few files that have changed, without a walk.

use std::collections::BTreeMap;
use std::sync::Arc;

use scenewright_engine::EngineError;
use scenewright_project_files::freshness::ChangedFiles;
use scenewright_project_files::index_update::{FileDifference, UpdatedFiles, update_files};
use scenewright_project_files::root::{ProjectRoot, WalkEntry};

use super::build::{FileGroup, GodotIndexBuild, is_border, is_relevant, owner};
use super::links::GodotLinks;
use super::{GodotIndex, GodotIndexFile};

impl GodotIndexBuild<'_> {
    /// `None` if a walk is needed, because links or unreadable folders have changed.
    pub(super) fn update(
        &self,
        last: &Arc<GodotIndex>,
        changed: &ChangedFiles,
    ) -> Result<Option<Arc<GodotIndex>>, EngineError> {
        let Some(affected) = self.affected(last, changed)? else { return Ok(None) };
        let mut buffer = Vec::new();
        let mut files = BTreeMap::new();
        for (path, is_listed) in affected {
            if ["", ".import", ".uid"].iter().any(|it| self.project.is_link(&format!("{path}{it}")))
            {
                return Ok(None);
            }
            let group = self.group(&path).filter(|_| is_listed);
            let file = group.map(|group| self.file(group, &mut buffer)).transpose()?;
            files.insert(path, file);
        }
        Ok(Some(self.merged(last, files)))
    }

    /// The files that the changed ones belong to, and whether a walk lists them: an excluded folder still has
    /// its files.
    fn affected(
        &self,
        last: &GodotIndex,
        changed: &ChangedFiles,
    ) -> Result<Option<BTreeMap<String, bool>>, EngineError> {
        let mut affected = BTreeMap::new();
        for (_, path) in &changed.files {
            if last.has_unlisted(path) {
                return Ok(None);
            }
            affected.insert(owner(path).to_owned(), true);
        }
        for (_, folder) in &changed.folders {
            if last.has_unlisted(folder) || self.project.is_link(folder) {
                return Ok(None);
            }
            affected.insert(folder.clone(), true);
            affected.extend(last.paths_inside(folder).map(|path| (path, false)));
            let inside = format!("{folder}/");
            let from = affected.range_mut(inside.clone()..);
            let known = from.take_while(|(path, _)| path.starts_with(&inside));
            known.for_each(|(_, is_listed)| *is_listed = false);
            let is_excluded = |listed: Vec<WalkEntry>| listed.iter().any(|it| is_border(it.name()));
            if self.project.list_folder(folder).is_ok_and(is_excluded) {
                continue;
            }
            let walk = self.project.walk(folder, is_border, self.cx)?;
            if walk.unread.iter().any(is_relevant) {
                return Ok(None);
            }
            let files = walk.found.iter().filter(|walked| !walked.is_folder);
            affected.extend(files.map(|walked| (owner(&walked.path).to_owned(), true)));
        }
        Ok(Some(affected))
    }

    /// A file as it is now with what belongs to it.
    fn group(&self, path: &str) -> Option<FileGroup> {
        let find = |path: &str| self.project.stat_entry(path).filter(|walked| !walked.is_folder);
        // Import settings are no files of their own.
        let file = find(path).filter(|_| owner(path) == path)?;
        let beside = |ending: &str| find(&format!("{path}{ending}"));
        Some(FileGroup { file, import: beside(".import"), sidecar: beside(".uid") })
    }

    /// The last index with these files in the place of those that it has; itself if they are the same.
    fn merged(
        &self,
        last: &Arc<GodotIndex>,
        changed: BTreeMap<String, Option<Arc<GodotIndexFile>>>,
    ) -> Arc<GodotIndex> {
        let position = |path: &str| last.find(path).map(|at| at as usize);
        let changes = changed.iter().map(|(path, file)| (position(path), file.clone()));
        let order = |one: &GodotIndexFile, other: &GodotIndexFile| one.path.cmp(&other.path);
        let updated = update_files(&last.files, changes, GodotIndexFile::difference, order);
        let Some(UpdatedFiles { files, has_same_links }) = updated else {
            return Arc::clone(last);
        };
        let root = ProjectRoot::new(last.root.path().to_owned()).with_limits(last.root.limits());
        let links = match has_same_links {
            true => Arc::clone(&last.links),
            false => Arc::new(GodotLinks::resolve_all(&root, &files)),
        };
        let kept = last.unreadable.iter().filter(|path| !changed.contains_key(owner(path)));
        let refused = changed.values().flatten().flat_map(|file| file.unreadable_files());
        let unreadable = kept.cloned().chain(refused).collect();
        Arc::new(GodotIndex { root, files, unlisted: last.unlisted.clone(), links, unreadable })
    }
}

impl GodotIndex {
    /// Whether a path, or something below it, was not read.
    fn has_unlisted(&self, path: &str) -> bool {
        let is_inside = |file: &str| {
            file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.unlisted.iter().any(|unread| is_inside(&unread.path))
    }

    fn paths_inside(&self, folder: &str) -> impl Iterator<Item = String> {
        let inside = format!("{folder}/");
        let from = self.files.partition_point(|file| *file.path < *inside);
        let files = self.files[from..].iter();
        files.map(|file| file.path.to_string()).take_while(move |path| path.starts_with(&inside))
    }
}

impl GodotIndexFile {
    fn difference(&self, now: &GodotIndexFile) -> FileDifference {
        match () {
            () if self.is_same_as(now) => FileDifference::Nothing,
            () if self.has_same_links(now) => FileDifference::Content,
            () => FileDifference::Links,
        }
    }

    /// Whether references from it and to it lead where they led.
    fn has_same_links(&self, other: &GodotIndexFile) -> bool {
        let scans = (self.scan(), other.scan());
        let (words, classes) = match scans {
            (Some(one), Some(other)) => {
                (one.words == other.words, one.class_name == other.class_name)
            }
            (one, other) => (one.is_none() && other.is_none(), true),
        };
        let makes = match (self.import(), other.import()) {
            (Some(one), Some(other)) => one.makes == other.makes,
            (one, other) => one.is_none() && other.is_none(),
        };
        (words && classes && makes)
            && self.uid() == other.uid()
            && self.references().eq(other.references())
    }
}
