//! A project's engine together with its games. Scenes whose path begins with `game:` are answered by the running game,
//! everything else by the engine on files or by the editor.

mod addresses;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use scenewright_engine::{
    AssetDatabase, Capture, Context, DocsReader, Editing, Editor, EditorEvents, Engine,
    FileOverlay, FileWatch, Games, GuardedFiles, MemberReader, MixerReader, NodePropertyReader,
    PackageList, Play, ReadResult, ReferenceChecker, ScriptChecker, ScriptClassReader,
    SettingsReader, TextSearch, World,
};
use scenewright_model::{EngineKind, ProjectInfo, Scene, SceneSummary, is_game_scene};

use crate::games::{GameEnvironment, ProjectGames};

pub(crate) struct PlayableEngine {
    inner: Arc<dyn Engine>,
    games: ProjectGames,
}

/// The same engine, with games of the project in the canonical folder `root`. Nothing is started yet.
pub fn with_games(
    inner: Arc<dyn Engine>,
    root: &Path,
    environment: GameEnvironment,
) -> Arc<dyn Engine> {
    let games = ProjectGames::new(root.to_owned(), environment, Arc::clone(&inner));
    Arc::new(PlayableEngine { inner, games })
}

impl PlayableEngine {
    pub(crate) fn games(&self) -> &ProjectGames {
        &self.games
    }

    pub(crate) fn inner(&self) -> &dyn Engine {
        &*self.inner
    }

    pub(crate) fn inner_engine(&self) -> &Arc<dyn Engine> {
        &self.inner
    }
}

/// The interfaces that the inner engine provides.
macro_rules! delegate {
    ($($name:ident: $interface:ident,)*) => {
        $(fn $name(&self) -> Option<&dyn $interface> {
            self.inner.$name()
        })*
    };
}

impl Engine for PlayableEngine {
    fn kind(&self) -> EngineKind {
        self.inner.kind()
    }

    fn project(&self, cx: &Context) -> ReadResult<ProjectInfo> {
        self.inner.project(cx)
    }

    fn scenes(&self, cx: &Context) -> ReadResult<Arc<[SceneSummary]>> {
        self.inner.scenes(cx)
    }

    fn knows_project(&self, received: Instant) -> bool {
        self.inner.knows_project(received)
    }

    fn scene(&self, path: &str, cx: &Context) -> ReadResult<Arc<Scene>> {
        match is_game_scene(path) {
            true => self.running_game(cx)?.scene(path, cx),
            false => self.inner.scene(path, cx),
        }
    }

    fn as_members(&self) -> Option<&dyn MemberReader> {
        self.inner.as_members().map(|_| self as &dyn MemberReader)
    }

    fn as_nodes(&self) -> Option<&dyn NodePropertyReader> {
        self.inner.as_nodes().map(|_| self as &dyn NodePropertyReader)
    }

    fn as_editing(&self) -> Option<&dyn Editing> {
        self.inner.as_editing().map(|_| self as &dyn Editing)
    }

    fn as_world(&self) -> Option<&dyn World> {
        self.inner.as_world().map(|_| self as &dyn World)
    }

    fn as_script_checker(&self) -> Option<&dyn ScriptChecker> {
        Some(self)
    }

    fn as_games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    delegate! {
        as_references: ReferenceChecker,
        as_assets: AssetDatabase,
        as_settings: SettingsReader,
        as_package_list: PackageList,
        as_classes: ScriptClassReader,
        as_text_search: TextSearch,
        as_mixers: MixerReader,
        as_file_watch: FileWatch,
        as_capture: Capture,
        as_play: Play,
        as_editor: Editor,
        as_events: EditorEvents,
        as_file_overlay: FileOverlay,
        as_guarded_files: GuardedFiles,
        as_docs: DocsReader,
    }
}
