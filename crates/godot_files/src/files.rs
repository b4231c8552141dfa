//! A Godot project's files during one call, with a cache of what was looked up.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use scenewright_engine::{Context, EngineError, Subject};
use scenewright_model::{BrokenReason, Component, ComponentScript, EngineKind};

use super::index::{GodotIndex, IndexTarget};
use super::lexer::HeaderStyle;
use super::scripts;
use super::text::GodotDocument;
use super::value;
use scenewright_godot_binary::{binary_to_text, is_binary_resource};
use scenewright_model::is_pseudo_scene;
use scenewright_project_files::index_store::IndexStore;
use scenewright_project_files::root::{ProjectRoot, not_text};

pub(super) struct GodotFileView<'a> {
    pub root: &'a ProjectRoot,
    pub cx: &'a Context,
    store: &'a IndexStore<GodotIndex>,
    /// Taken on first use; the same until the end of the call.
    index: OnceCell<Arc<GodotIndex>>,
    exists: RefCell<HashMap<String, bool>>,
    /// A file that is not in the index was looked for: where such files are, nothing is watched.
    has_left_index: Cell<bool>,
    scripts: RefCell<HashMap<String, Arc<Component>>>,
    /// Planned contents by project-relative path, which are read instead of the files on disk.
    drafts: RefCell<HashMap<String, Vec<u8>>>,
}

/// What the threads of one call share; each makes its own [`GodotFileView`] from it.
pub(super) struct SharedFileView<'a> {
    root: &'a ProjectRoot,
    cx: &'a Context,
    store: &'a IndexStore<GodotIndex>,
    index: Arc<GodotIndex>,
}

impl<'a> SharedFileView<'a> {
    pub(super) fn files(&self) -> GodotFileView<'a> {
        let files = GodotFileView::new(self.root, self.store, self.cx);
        files.index.get_or_init(|| Arc::clone(&self.index));
        files
    }
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReferenceTarget {
    /// A file of the project by its project-relative path.
    File(String),
    /// Not a file of the project: `user://`, the import cache.
    Elsewhere(String),
    Missing {
        target: String,
        reason: BrokenReason,
    },
}

impl<'a> GodotFileView<'a> {
    pub(super) fn new(
        root: &'a ProjectRoot,
        store: &'a IndexStore<GodotIndex>,
        cx: &'a Context,
    ) -> GodotFileView<'a> {
        GodotFileView {
            root,
            cx,
            store,
            index: OnceCell::new(),
            exists: RefCell::default(),
            has_left_index: Cell::default(),
            scripts: RefCell::default(),
            drafts: RefCell::default(),
        }
    }

    /// With the most recent index, which is not refreshed. For calls that have refreshed it before.
    pub(super) fn latest(
        root: &'a ProjectRoot,
        store: &'a IndexStore<GodotIndex>,
        cx: &'a Context,
    ) -> Result<GodotFileView<'a>, EngineError> {
        let (files, index) = (GodotFileView::new(root, store, cx), store.latest(root, cx)?);
        files.index.get_or_init(|| index);
        Ok(files)
    }

    /// Sets the planned content of a file.
    pub(super) fn set_draft(&self, relative: &str, content: Vec<u8>) {
        self.drafts.borrow_mut().insert(relative.to_owned(), content);
    }

    pub(super) fn take_draft(&self, relative: &str) -> Option<Vec<u8>> {
        self.drafts.borrow_mut().remove(relative)
    }

    pub(super) fn read(&self, what: Subject, relative: &str) -> Result<Vec<u8>, EngineError> {
        let draft = self.drafts.borrow().get(relative).cloned();
        let read = draft.map_or_else(|| self.root.read(what, relative), Ok);
        read.map_err(|error| match error {
            EngineError::Unread(unread) => EngineError::unread(res_path(relative), unread.reason),
            error => error,
        })
    }

    /// The index of this call.
    pub(super) fn index(&self) -> Result<&GodotIndex, EngineError> {
        self.snapshot().map(|index| &**index)
    }

    pub(super) fn share(&self) -> Result<SharedFileView<'a>, EngineError> {
        let index = Arc::clone(self.snapshot()?);
        Ok(SharedFileView { root: self.root, cx: self.cx, store: self.store, index })
    }

    pub(super) fn snapshot(&self) -> Result<&Arc<GodotIndex>, EngineError> {
        if let Some(index) = self.index.get() {
            return Ok(index);
        }
        let index = self.store.snapshot(self.root, self.cx)?;
        Ok(self.index.get_or_init(|| index))
    }

    /// The project-relative paths of the files that `wanted` accepts, without those of nested projects and
    /// ignored folders.
    pub(super) fn list(&self, wanted: impl Fn(&str) -> bool) -> Result<Vec<String>, EngineError> {
        let files = self.index()?.files().iter();
        let wanted = files.filter(|file| wanted(file_name(&file.path)));
        Ok(wanted.map(|file| file.path.to_string()).collect())
    }

    /// A scene or resource in Godot's text format; a binary one as the text that Godot would save.
    pub(super) fn document(
        &self,
        what: Subject,
        relative: &str,
    ) -> Result<GodotDocument, EngineError> {
        self.cx.check()?;
        let path = res_path(relative);
        let bytes = self.read(what, relative)?;
        let bytes = match is_binary_resource(&bytes) {
            true => binary_as_text(&bytes, relative)?,
            false => bytes,
        };
        if let Some(reason) = not_text(&bytes) {
            return Err(EngineError::unread(path, reason));
        }
        let document = GodotDocument::parse_for(self.cx, bytes, HeaderStyle::Attributes, &path)?;
        let header = document.sections().next();
        let format = header
            .filter(|header| matches!(header.tag(), "gd_scene" | "gd_resource"))
            .map(|header| header.attribute("format").and_then(value::integer));
        match format {
            Some(Some(1)) => Err(unsupported(&path, "it is in Godot 2's format (format=1)")),
            Some(_) => Ok(document),
            None => Err(EngineError::Malformed {
                path,
                line: 1,
                reason: "it does not begin with [gd_scene] or [gd_resource]".to_owned(),
            }),
        }
    }

    /// Also for files in ignored folders, which are not in the index but can be loaded.
    pub(super) fn has(&self, relative: &str) -> bool {
        let is_draft = self.drafts.borrow().contains_key(relative);
        if is_draft || self.index().is_ok_and(|index| index.find(relative).is_some()) {
            return true;
        }
        if let Some(&known) = self.exists.borrow().get(relative) {
            return known;
        }
        let has = self.root.has_file(relative);
        if has || !self.root.freshness().would_notice(relative) {
            self.has_left_index.set(true);
        }
        self.exists.borrow_mut().insert(relative.to_owned(), has);
        has
    }

    pub(super) fn has_left_index(&self) -> bool {
        self.has_left_index.get()
    }

    /// The target of a path or uid in the file `from`. As in Godot the uid has precedence, and the path is used
    /// if the uid is unknown.
    pub(super) fn locate(
        &self,
        path: &str,
        uid: Option<&str>,
        from: &str,
    ) -> Result<ReferenceTarget, EngineError> {
        let index = self.index()?;
        match index.locate(path, uid, from) {
            IndexTarget::File(number) => {
                return Ok(ReferenceTarget::File(index.file(number).path.to_string()));
            }
            IndexTarget::Elsewhere => return Ok(ReferenceTarget::Elsewhere(path.to_owned())),
            IndexTarget::Nowhere if path.starts_with("uid://") => return Ok(unknown_uid(path)),
            IndexTarget::Nowhere => {}
        }
        if let Some(relative) = self.relative(path, from).filter(|relative| self.has(relative)) {
            return Ok(ReferenceTarget::File(relative));
        }
        if self.relative(path, from).is_some_and(|relative| index.is_unlisted(&relative)) {
            return Ok(ReferenceTarget::Elsewhere(path.to_owned()));
        }
        Ok(ReferenceTarget::Missing { target: path.to_owned(), reason: BrokenReason::NoFile })
    }

    /// The project-relative path for a `path` in the file `from`.
    pub(super) fn relative(&self, path: &str, from: &str) -> Option<String> {
        let file = path.split("::").next().unwrap_or(path);
        self.root.referenced_path(&path_beside(file, from)).ok().map(String::from)
    }

    pub(super) fn locate_uid(&self, uid: &str) -> Result<ReferenceTarget, EngineError> {
        let index = self.index()?;
        let found = index.by_uid(uid).map(|number| index.file(number).path.to_string());
        Ok(found.map_or_else(|| unknown_uid(uid), ReferenceTarget::File))
    }

    /// The project-relative path of the script that declares a global class.
    pub(super) fn script_of_class(&self, name: &str) -> Option<String> {
        let index = self.index().ok()?;
        index.by_class(name).map(|number| index.file(number).path.to_string())
    }

    /// A script file as a component with its display name.
    pub(super) fn script(&self, relative: &str) -> Arc<Component> {
        if let Some(known) = self.scripts.borrow().get(relative) {
            return Arc::clone(known);
        }
        let name =
            scripts::script_name(relative, || self.root.read(Subject::Script, relative).ok());
        let component = Arc::new(Component::new(name, ComponentScript::Found(res_path(relative))));
        let mut scripts = self.scripts.borrow_mut();
        scripts.insert(relative.to_owned(), Arc::clone(&component));
        component
    }
}

fn unknown_uid(uid: &str) -> ReferenceTarget {
    ReferenceTarget::Missing { target: uid.to_owned(), reason: BrokenReason::NoUid }
}

/// The `res://` path of a project-relative path. Pseudo-scenes keep their names.
pub(super) fn res_path(relative: &str) -> String {
    if is_pseudo_scene(relative) { relative.to_owned() } else { format!("res://{relative}") }
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Godot chooses a loader by the extension.
pub(super) fn extension(path: &str) -> &str {
    file_name(path).rsplit_once('.').map_or("", |(_, ext)| ext)
}

pub(super) fn is_outside_project(path: &str) -> bool {
    let caches = ["res://.godot/", "res://.import/"];
    (path.contains("://") && !path.starts_with("res://"))
        || caches.iter().any(|cache| path.starts_with(cache))
}

/// Godot 3 also writes paths relative to the file that contains them.
pub(super) fn path_beside(path: &str, from: &str) -> String {
    match from.rsplit_once('/') {
        Some((folder, _)) if !path.starts_with("res://") => format!("{folder}/{path}"),
        _ => path.to_owned(),
    }
}

/// Godot chooses a loader by the extension, and does not load a binary file as text.
fn binary_as_text(bytes: &[u8], relative: &str) -> Result<Vec<u8>, EngineError> {
    let path = res_path(relative);
    if matches!(extension(relative), "tscn" | "tres" | "escn") {
        return Err(unsupported(&path, "it is in Godot's binary format"));
    }
    let text = binary_to_text(bytes).map_err(|error| unsupported(&path, &error.to_string()))?;
    Ok(text.into_bytes())
}

pub(super) fn unsupported(path: &str, reason: &str) -> EngineError {
    EngineError::Unsupported {
        engine: EngineKind::GODOT,
        what: format!("read '{path}' from its file"),
        reason: reason.to_owned(),
    }
}
