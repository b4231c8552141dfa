//! The list of engines, one line each. Everything that opens a project goes through here.

use std::path::Path;
use std::sync::Arc;

use scenewright_engine::Engine;
pub use scenewright_godot_game::{GameEnvironment, guard_process};
use scenewright_link::LiveEngine;
use scenewright_model::EngineKind;
pub use scenewright_project_files::{
    EngineEnvironment, LocalEditor, NotAProjectError, ProjectType, ProjectTypes, RecognisedProject,
};

/// The registration of every engine. A folder that several recognise belongs to the last one.
pub const PROJECT_TYPES: ProjectTypes =
    ProjectTypes(&[scenewright_unity_files::PROJECT_TYPE, scenewright_godot_files::PROJECT_TYPE]);

/// The registration of every live host.
pub const LIVE_ENGINES: &[LiveEngine] = &[scenewright_godot_live::LIVE_ENGINE];

/// The nearest project at or above `start`, which may also be a file inside the project.
pub fn find(start: &Path) -> Result<RecognisedProject, NotAProjectError> {
    PROJECT_TYPES.find(start)
}

/// Whether `folder` itself (canonical) is a project.
pub fn recognise(folder: &Path) -> Result<Option<RecognisedProject>, NotAProjectError> {
    PROJECT_TYPES.recognise(folder)
}

/// An engine over the files of a project, with nothing else to use.
pub fn open(project: &RecognisedProject) -> Arc<dyn Engine> {
    open_in(project, EngineEnvironment::default())
}

pub fn open_in(project: &RecognisedProject, around: EngineEnvironment) -> Arc<dyn Engine> {
    PROJECT_TYPES.open(project, &around).expect("a recognised project has one of these types")
}

/// An engine that asks the project's live editor first; `files` itself if its kind has none.
pub fn connect(project: &RecognisedProject, files: Arc<dyn Engine>) -> Arc<dyn Engine> {
    match LIVE_ENGINES.iter().find(|live| live.kind == project.kind) {
        Some(live) => (live.connect)(files, &project.root),
        None => files,
    }
}

/// The same engine with games of the project, if its kind can run them.
pub fn with_games(
    project: &RecognisedProject,
    engine: Arc<dyn Engine>,
    environment: GameEnvironment,
) -> Arc<dyn Engine> {
    match project.kind {
        EngineKind::GODOT => scenewright_godot_game::with_games(engine, &project.root, environment),
        _ => engine,
    }
}

#[cfg(test)]
mod tests {
    use scenewright_testkit::Fixture;

    use super::*;

    #[test]
    fn a_folder_inside_a_project_belongs_to_it() {
        let fixture =
            Fixture::new("//- /game/Assets/Scenes/a.unity\n//- /game/ProjectSettings/x\n");
        for inside in ["game", "game/Assets/Scenes", "game/Assets/Scenes/a.unity"] {
            let found = find(&fixture.path(inside)).unwrap();
            assert_eq!(
                (found.kind, found.root),
                (EngineKind::UNITY, fixture.path("game")),
                "{inside}"
            );
        }
    }

    #[test]
    fn a_folder_above_a_project_names_it() {
        let fixture = Fixture::new("//- /repo/game/project.godot\n//- /repo/docs/x\n");
        let Err(NotAProjectError::None { below, .. }) = find(&fixture.path("repo")) else {
            panic!("a folder above a project is none itself");
        };
        assert_eq!(below, [fixture.path("repo/game")]);
    }

    #[test]
    fn a_folder_that_is_no_project_is_reported_with_what_was_looked_for() {
        let fixture = Fixture::new("//- /docs/x\n");
        let error = find(&fixture.path("docs")).unwrap_err().to_string();
        let expected = format!(
            "no Unity or Godot project in '{}' or above it (looked for Assets/ with ProjectSettings/, and for project.godot)",
            fixture.path("docs").display()
        );
        assert_eq!(error, expected);
    }

    #[test]
    fn godot_2_is_named_as_what_it_is() {
        let fixture = Fixture::new("//- /engine.cfg\n");
        let error = find(&fixture.root()).unwrap_err().to_string();
        assert!(error.contains("Godot 2"), "{error}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let error = find(Path::new("/no/such/folder")).unwrap_err();
        assert!(matches!(error, NotAProjectError::Unreadable { .. }), "{error}");
    }
}
