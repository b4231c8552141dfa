//! The environment of an operation: its engine, its caller's limits, and the catalogue itself.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use scenewright_engine::names::{NameError, NameKind, NameProblem, nearest, nearest_paths};
use scenewright_engine::quote::shorten;
use scenewright_engine::{
    CommitPermit, Context, EditorHold, Engine, EngineError, FileKind, GameFailureKind, Reading,
    Subject,
};
use scenewright_model::{Coverage, DataSource};

use crate::coverage::{CoverageOutput, coverage_diagnostics, unread_advice};
use crate::definition::Definition;
use crate::diagnostic::{Diagnostic, DiagnosticKind};
use crate::engine_failure::{EngineFailure, EngineFailureKind};
use crate::failure::Failure;
use crate::hint::Hint;
use crate::session::Session;

/// Passed to [`Operation::run`](crate::Operation::run); collects the diagnostics of readings.
pub struct Cx<'a> {
    session: &'a Session,
    limits: Context,
    timeout: Duration,
    tool: &'static str,
    source: Cell<DataSource>,
    diagnostics: RefCell<Vec<String>>,
    coverage: RefCell<Coverage>,
}

impl<'a> Cx<'a> {
    pub(crate) fn new(
        session: &'a Session,
        limits: Context,
        timeout: Duration,
        tool: &'static str,
    ) -> Cx<'a> {
        Cx {
            session,
            limits,
            timeout,
            tool,
            source: Cell::new(DataSource::Files),
            diagnostics: RefCell::default(),
            coverage: RefCell::default(),
        }
    }

    pub(crate) fn session(&self) -> &'a Session {
        self.session
    }

    /// Whether the running operation supports a dry run.
    pub(crate) fn takes_dry_run(&self) -> bool {
        self.session.describe(self.tool).is_ok_and(Definition::takes_dry_run)
    }

    /// Reads something from the engine.
    pub(crate) fn ask<T>(
        &self,
        read: impl FnOnce(&dyn Engine, &Context) -> Result<Reading<T>, EngineError>,
    ) -> Result<T, Failure> {
        self.ask_with_hint(default_hint, read)
    }

    /// The same, with the operation's own hint for errors.
    pub(crate) fn ask_with_hint<T>(
        &self,
        advice: fn(&EngineError) -> Option<Hint>,
        read: impl FnOnce(&dyn Engine, &Context) -> Result<Reading<T>, EngineError>,
    ) -> Result<T, Failure> {
        let reading = read(self.session.engine(), &self.limits)
            .map_err(|error| self.failure(error, advice))?;
        self.source.set(reading.source);
        self.diagnostics.borrow_mut().extend(reading.diagnostics);
        self.coverage.borrow_mut().merge(reading.coverage);
        Ok(reading.value)
    }

    /// The namespaces in which a script declares types, if the engine can determine them.
    pub(crate) fn script_namespaces(&self, script: &str) -> Option<Vec<String>> {
        let members = self.session.engine().as_members()?;
        members.script_namespaces(script, &self.limits)
    }

    pub(crate) fn source(&self) -> DataSource {
        self.source.get()
    }

    /// Adds a diagnostic to the answer.
    pub fn add_diagnostic(&self, diagnostic: impl Into<String>) {
        self.diagnostics.borrow_mut().push(diagnostic.into());
    }

    /// What the readings so far left out, for the output; `None` when they read everything.
    pub(crate) fn coverage(&self) -> Option<CoverageOutput> {
        CoverageOutput::new(&self.coverage.borrow())
    }

    /// Ends the operation when its caller no longer waits.
    pub fn check(&self) -> Result<(), Failure> {
        self.limits.check().map_err(|error| self.failure(error, default_hint))
    }

    /// The diagnostics of the answer; unread files come first.
    pub(crate) fn into_diagnostics(self) -> (Vec<Diagnostic>, Coverage, DataSource) {
        let coverage = self.coverage.into_inner();
        let unread = coverage_diagnostics(&coverage, self.session.engine_kind());
        let unread = unread.into_iter().map(|it| Diagnostic::new(DiagnosticKind::Unread, it));
        let mut diagnostics: Vec<Diagnostic> = unread.collect();
        for message in self.diagnostics.into_inner() {
            // Two readings for one answer may report the same.
            if !diagnostics.iter().any(|known| known.message == message) {
                diagnostics.push(message.into());
            }
        }
        (diagnostics, coverage, self.source.get())
    }

    /// The failure for something that does not exist, with similar names among those that do.
    pub(crate) fn not_found<'c>(
        &self,
        what: Subject,
        path: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Failure {
        let error = EngineError::NotFound { what, path: path.to_owned() };
        self.to_failure(&error, nearest(path, candidates), None)
    }

    /// The failure for a name inside a scene that matches nothing, or several things.
    pub(crate) fn name_failure(&self, error: NameError) -> Failure {
        self.failure(EngineError::Name(error), default_hint)
    }

    /// The point of no return of a call that makes a change.
    pub fn begin_commit(&self) -> Result<CommitPermit, Failure> {
        self.limits.begin_commit().map_err(|error| self.failure(error, default_hint))
    }

    pub(crate) fn engine_failure(&self, error: EngineError) -> Failure {
        self.failure(error, default_hint)
    }

    fn failure(&self, error: EngineError, advice: fn(&EngineError) -> Option<Hint>) -> Failure {
        if let EngineError::InEdit { index, error } = error {
            return self.failure(*error, advice).in_edit(index);
        }
        let similar = match &error {
            EngineError::NotFound { what: Subject::SceneFile, path } => self.similar_scenes(path),
            EngineError::NotFound { what: Subject::Class, path } => self.similar_classes(path),
            EngineError::Name(error) => similar_names(error),
            EngineError::Game(failure) => {
                nearest(&failure.asked, failure.names.iter().map(String::as_str))
            }
            _ => Vec::new(),
        };
        let instead = || match &error {
            EngineError::Unsupported { engine, .. } => {
                crate::instead::alternative_hint(self.tool, *engine)
            }
            _ => None,
        };
        self.to_failure(&error, similar, advice(&error).or_else(instead))
    }

    fn to_failure(&self, error: &EngineError, similar: Vec<String>, hint: Option<Hint>) -> Failure {
        let kind = match self.kind(error) {
            Ok(kind) => kind,
            Err(failure) => return failure,
        };
        Failure::Engine(Box::new(EngineFailure {
            engine: self.session.engine_kind(),
            kind,
            message: error.to_string(),
            similar,
            hint: hint.or_else(|| self.unread_hint(error)),
            edit: None,
        }))
    }

    /// The kind of an error, or the failure for the caller if the engine is not its cause.
    fn kind(&self, error: &EngineError) -> Result<EngineFailureKind, Failure> {
        Ok(match error {
            EngineError::Cancelled => return Err(Failure::Cancelled),
            EngineError::DeadlinePassed => return Err(Failure::TimedOut { after: self.timeout }),
            EngineError::NotReady { need, reason } => {
                return Err(Failure::NotReady { need: *need, message: reason.clone() });
            }
            EngineError::InEdit { error, .. } => self.kind(error)?,
            EngineError::NotFound { what, path } => {
                EngineFailureKind::NotFound { what: *what, name: shorten(path) }
            }
            EngineError::Name(NameError { kind: what, asked, problem }) => {
                let (what, name) = (*what, shorten(asked));
                match problem {
                    NameProblem::Unknown { .. } => EngineFailureKind::UnknownName { what, name },
                    NameProblem::Ambiguous { .. } => {
                        EngineFailureKind::AmbiguousName { what, name }
                    }
                }
            }
            EngineError::NotAScene { .. } => EngineFailureKind::NotAScene,
            EngineError::OutsideProject { .. } => EngineFailureKind::OutsideProject,
            EngineError::Unreadable { .. } | EngineError::Unread(_) => {
                EngineFailureKind::Unreadable
            }
            EngineError::Malformed { .. } => EngineFailureKind::Malformed,
            EngineError::Unsupported { .. } => EngineFailureKind::NotSupported,
            EngineError::Refused { .. } | EngineError::UnsavedInEditor { .. } => {
                EngineFailureKind::EditRefused
            }
            EngineError::HeldByEditor { .. } => EngineFailureKind::HeldByEditor,
            EngineError::MissingDependencies { .. } => EngineFailureKind::MissingDependencies,
            EngineError::UnsavedChanges { .. } => EngineFailureKind::UnsavedChanges,
            EngineError::Changed { .. } | EngineError::ChangedUnderEditor { .. } => {
                EngineFailureKind::FileChanged
            }
            EngineError::NoJournal => EngineFailureKind::NoJournal,
            EngineError::Game(failure) => EngineFailureKind::Game(failure.kind),
        })
    }

    fn unread_hint(&self, error: &EngineError) -> Option<Hint> {
        let EngineError::Unread(unread) = error else { return None };
        let advice = unread_advice(unread.reason.kind(), self.session.engine_kind());
        advice.map(|advice| Hint::Text(advice.to_owned()))
    }

    fn similar_scenes(&self, path: &str) -> Vec<String> {
        let scenes = self.session.engine().scenes(&self.limits).map(|reading| reading.value);
        let scenes = scenes.iter().flat_map(|scenes| scenes.iter());
        nearest_paths(path, scenes.map(|scene| scene.path.as_str()))
    }

    fn similar_classes(&self, name: &str) -> Vec<String> {
        let docs = self.session.engine().as_docs();
        let names = docs.and_then(|docs| docs.class_names(&self.limits).ok());
        nearest(name, names.iter().flat_map(|names| &names.value).map(String::as_str))
    }
}

/// Similar names that can be sent as they are.
fn similar_names(error: &NameError) -> Vec<String> {
    match &error.problem {
        NameProblem::Unknown { similar } => similar.clone(),
        NameProblem::Ambiguous { choices } => {
            choices.iter().map(|choice| choice.name.clone()).collect()
        }
    }
}

/// The hint for an error, independent of the operation.
pub(crate) fn default_hint(error: &EngineError) -> Option<Hint> {
    Some(match error {
        EngineError::Changed { .. } => Hint::ReadAgain,
        EngineError::NoJournal => Hint::SetDataFolder,
        EngineError::UnsavedChanges { .. } => Hint::IncludeOthers,
        EngineError::UnsavedInEditor { .. } => Hint::SaveOrReload,
        EngineError::ChangedUnderEditor { .. } => Hint::ReloadOrOverwrite,
        EngineError::HeldByEditor { hold: EditorHold::PluginFailed { .. }, .. } => {
            Hint::RepairPlugin
        }
        EngineError::HeldByEditor { .. } => Hint::WaitForEditor,
        EngineError::MissingDependencies { .. } => Hint::FindMissing,
        EngineError::NotAScene { kind, .. } => match kind {
            FileKind::Folder => Hint::ListScenes,
            FileKind::Settings => Hint::ReadSettings,
            FileKind::Asset(_) => Hint::ReadAsset,
        },
        EngineError::NotFound { what: Subject::SceneFile, .. } => Hint::ListScenes,
        EngineError::NotFound { what: Subject::Asset, .. } => Hint::FindAssets,
        EngineError::Name(error) => return name_hint(error),
        EngineError::Game(failure) => return game_hint(failure.kind),
        _ => return None,
    })
}

fn name_hint(error: &NameError) -> Option<Hint> {
    if let NameProblem::Ambiguous { .. } = error.problem {
        return Some(Hint::Choose(error.names()));
    }
    match error.kind {
        NameKind::Object => Some(Hint::FindObjects),
        NameKind::Component => Some(Hint::ListComponents),
        NameKind::Member => Some(Hint::ReadMembers),
        NameKind::ComponentType => Some(Hint::ListClasses),
        NameKind::NodeClass => None,
    }
}

fn game_hint(kind: GameFailureKind) -> Option<Hint> {
    Some(match kind {
        GameFailureKind::NoGame | GameFailureKind::Ended => Hint::StartOwnGame,
        GameFailureKind::NoEngine | GameFailureKind::WrongVersion => Hint::NameGodot,
        GameFailureKind::NotConnected => Hint::CheckGodot,
        GameFailureKind::NotImported => Hint::ImportGame,
        GameFailureKind::StillImporting => Hint::WaitForImport,
        GameFailureKind::Stuck => Hint::EndGame,
        GameFailureKind::Unfinished => Hint::PlayLess,
        GameFailureKind::NoNode => Hint::LookAtGame,
        GameFailureKind::NoProperty => Hint::ReadGame,
        GameFailureKind::Broken => Hint::ContinueInEditor,
        GameFailureKind::NoDisplay => Hint::StartOnDisplay,
        GameFailureKind::Stopped => Hint::ContinueGame,
        GameFailureKind::NotStopped => Hint::StopInScript,
        _ => return None,
    })
}

/// The error for an engine without the interface that an operation needs.
pub(crate) fn missing_interface(engine: &dyn Engine, what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: engine.kind(),
        what: what.to_owned(),
        reason: "this connection does not offer it".to_owned(),
    }
}
