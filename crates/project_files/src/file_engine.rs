//! An engine over the files of a project, whatever game engine they belong to.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use scenewright_engine::{
    AssetDatabase, ChangeListener, Context, DocsReader, Editing, Engine, EngineError,
    FileFreshness, FileOverlay, FileWatch, GuardedFiles, ListenerGuard, MemberReader, MixerReader,
    NodePropertyReader, PackageList, ReadResult, ReferenceChecker, ScriptClassReader,
    SettingsReader, TextQuery, TextSearch, World,
};
use scenewright_model::{EngineKind, ProjectInfo, Scene, SceneSummary, TextMatches};

use crate::format::Format;
use crate::text_search;
use crate::watch::ProjectWatch;
use crate::workspace::Workspace;

/// Reads through the [`Format`]; edits, scenes in memory and changes on disk are the same for all of
/// them.
pub struct FileEngine {
    format: Arc<dyn Format>,
    workspace: Workspace,
    watch: ProjectWatch,
}

impl FileEngine {
    /// `data` is the folder for the journal, outside of any project; without one nothing is written.
    pub fn new(format: impl Format + 'static, data: Option<PathBuf>) -> FileEngine {
        let format: Arc<dyn Format> = Arc::new(format);
        FileEngine {
            watch: ProjectWatch::new(format.root(), format.layout()),
            workspace: Workspace::new(Arc::clone(&format), data),
            format,
        }
    }

    /// Now and then a thread looks at all files, in case a change was not reported.
    fn verify_if_due(&self) {
        if !self.format.root().freshness().is_verification_due() {
            return;
        }
        let format = Arc::clone(&self.format);
        let verify = move || format.verify(&Context::unbounded());
        if let Err(error) = thread::Builder::new().name("verify".to_owned()).spawn(verify) {
            tracing::debug!(%error, "the files were not checked");
        }
    }
}

impl Engine for FileEngine {
    fn kind(&self) -> EngineKind {
        self.format.layout().engine
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        self.verify_if_due();
        self.format.project(cx)
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        self.format.scenes(cx)
    }

    fn knows_project(&self, received: Instant) -> bool {
        self.format.knows_project(received)
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        cx.check()?;
        self.verify_if_due();
        self.workspace.read_scene(&self.format.scene_path(path, cx)?, cx)
    }

    fn as_references(&self) -> Option<&dyn ReferenceChecker> {
        self.format.as_references()
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        self.format.as_members()
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        self.format.as_nodes()
    }

    fn as_assets(&self) -> Option<&dyn AssetDatabase> {
        self.format.as_assets()
    }

    fn as_settings(&self) -> Option<&dyn SettingsReader> {
        self.format.as_settings()
    }

    fn as_package_list(&self) -> Option<&dyn PackageList> {
        self.format.as_package_list()
    }

    fn as_classes(&self) -> Option<&dyn ScriptClassReader> {
        self.format.as_classes()
    }

    fn as_text_search(&self) -> Option<&dyn TextSearch> {
        Some(self)
    }

    fn as_mixers(&self) -> Option<&dyn MixerReader> {
        self.format.as_mixers()
    }

    fn as_file_watch(&self) -> Option<&dyn FileWatch> {
        Some(self)
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        Some(&self.workspace)
    }

    fn as_world(&self) -> Option<&dyn World> {
        Some(&self.workspace)
    }

    fn as_file_overlay(&self) -> Option<&dyn FileOverlay> {
        self.format.as_file_overlay()
    }

    fn as_guarded_files(&self) -> Option<&dyn GuardedFiles> {
        Some(&self.workspace)
    }

    fn as_docs(&self) -> Option<&dyn DocsReader> {
        self.format.as_docs()
    }
}

impl FileWatch for FileEngine {
    fn watch(&self, listener: ChangeListener) -> Result<ListenerGuard, EngineError> {
        self.watch.watch(listener)
    }

    fn freshness(&self) -> FileFreshness {
        self.format.root().freshness().current()
    }
}

impl TextSearch for FileEngine {
    fn search(&self, query: &TextQuery, cx: &Context) -> ReadResult<TextMatches> {
        let (root, layout) = (self.format.root(), self.format.layout());
        let files = layout.list_files(root, cx)?;
        text_search::search(root, files, layout, query, cx)
    }
}
