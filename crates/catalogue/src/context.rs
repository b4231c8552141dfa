//! What an operation sees of the world: its engine, its caller's limits, and the catalogue itself.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use scenewright_engine::{CommitPermit, Context, Engine, EngineError, Reading};
use scenewright_model::Source;

use crate::failure::Failure;
use crate::nearest::nearest;
use crate::session::Session;

/// Handed to [`Operation::run`](crate::Operation::run); collects what readings say beside their values.
pub struct Cx<'a> {
    session: &'a Session,
    limits: Context,
    timeout: Duration,
    source: Cell<Source>,
    diagnostics: RefCell<Vec<String>>,
}

impl<'a> Cx<'a> {
    pub(crate) fn new(session: &'a Session, limits: Context, timeout: Duration) -> Cx<'a> {
        Cx {
            session,
            limits,
            timeout,
            source: Cell::new(Source::Files),
            diagnostics: RefCell::default(),
        }
    }

    pub(crate) fn session(&self) -> &'a Session {
        self.session
    }

    /// Reads something from the engine.
    pub(crate) fn ask<T>(
        &self,
        read: impl FnOnce(&dyn Engine, &Context) -> Result<Reading<T>, EngineError>,
    ) -> Result<T, Failure> {
        self.ask_or(hint, read)
    }

    /// The same, with an advice of the operation's own for what may go wrong.
    pub(crate) fn ask_or<T>(
        &self,
        advice: fn(&EngineError) -> Option<&'static str>,
        read: impl FnOnce(&dyn Engine, &Context) -> Result<Reading<T>, EngineError>,
    ) -> Result<T, Failure> {
        let reading = read(self.session.engine(), &self.limits)
            .map_err(|error| self.failure(error, advice))?;
        self.source.set(reading.source);
        self.diagnostics.borrow_mut().extend(reading.diagnostics);
        Ok(reading.value)
    }

    pub(crate) fn source(&self) -> Source {
        self.source.get()
    }

    /// Tells the caller something about the answer.
    pub fn note(&self, diagnostic: impl Into<String>) {
        self.diagnostics.borrow_mut().push(diagnostic.into());
    }

    /// Ends the operation when nobody waits for it any longer.
    pub fn check(&self) -> Result<(), Failure> {
        self.limits.check().map_err(|error| self.failure(error, hint))
    }

    pub(crate) fn into_notes(self) -> (Vec<String>, Source) {
        (self.diagnostics.into_inner(), self.source.get())
    }

    /// Something inside a scene that is not there, and of the ones that are what may have been meant.
    pub(crate) fn not_found<'c>(
        &self,
        what: &'static str,
        path: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Failure {
        let error = EngineError::NotFound { what, path: path.to_owned() };
        self.told(&error, nearest(path, candidates), None)
    }

    /// The point of no return of a call that changes something.
    pub fn begin_commit(&self) -> Result<CommitPermit, Failure> {
        self.limits.begin_commit().map_err(|error| self.failure(error, hint))
    }

    pub(crate) fn engine_failure(&self, error: EngineError) -> Failure {
        self.failure(error, hint)
    }

    fn failure(
        &self,
        error: EngineError,
        advice: fn(&EngineError) -> Option<&'static str>,
    ) -> Failure {
        let similar = match &error {
            EngineError::NotFound { what: "Scene file", path } => self.similar_scenes(path),
            EngineError::NotFound { what: "Class", path } => self.similar_classes(path),
            _ => Vec::new(),
        };
        self.told(&error, similar, advice(&error))
    }

    fn told(
        &self,
        error: &EngineError,
        similar: Vec<String>,
        hint: Option<&'static str>,
    ) -> Failure {
        let headline = match error {
            EngineError::Cancelled => return Failure::Cancelled,
            EngineError::DeadlinePassed => {
                return Failure::TimedOut { after: self.timeout };
            }
            EngineError::NotReady { need, reason } => {
                return Failure::NotReady { need: *need, message: reason.clone() };
            }
            EngineError::NotFound { what, .. } => format!("{what} not found"),
            EngineError::OutsideProject { .. } => "Path is outside the project".to_owned(),
            EngineError::Unreadable { .. } => "File cannot be read".to_owned(),
            EngineError::Malformed { .. } => "File is malformed".to_owned(),
            EngineError::Unsupported { .. } => "Not supported".to_owned(),
            EngineError::Refused { .. } => "Edit refused".to_owned(),
            EngineError::Changed { .. } => "File has changed".to_owned(),
            EngineError::NoJournal => "Nowhere to keep a journal".to_owned(),
        };
        let missing = match error {
            EngineError::NotFound { path, .. } => Some(path.clone()),
            _ => None,
        };
        Failure::Engine {
            engine: self.session.engine_kind().title(),
            headline: headline.into(),
            message: error.to_string(),
            missing,
            similar,
            hint,
        }
    }

    fn similar_scenes(&self, path: &str) -> Vec<String> {
        let scenes = self.session.engine().scenes(&self.limits).map(|reading| reading.value);
        nearest(path, scenes.iter().flatten().map(|scene| scene.path.as_str()))
    }

    fn similar_classes(&self, name: &str) -> Vec<String> {
        let docs = self.session.engine().as_docs();
        let names = docs.and_then(|docs| docs.class_names(&self.limits).ok());
        nearest(name, names.iter().flat_map(|names| &names.value).map(String::as_str))
    }
}

/// What to do about an error, whichever operation meets it.
pub(crate) fn hint(error: &EngineError) -> Option<&'static str> {
    match error {
        EngineError::Changed { .. } => Some(
            "somebody else wrote the file in between: read it again, then repeat the edit on what it says now",
        ),
        EngineError::NoJournal => Some(
            "nothing is written that could not be taken back: set SCENEWRIGHT_DATA to a folder outside the project, and start again",
        ),
        _ => None,
    }
}

/// What an operation says when the engine does not have the interface that it needs.
pub(crate) fn lacking(engine: &dyn Engine, what: &str) -> EngineError {
    EngineError::Unsupported {
        engine: engine.kind(),
        what: what.to_owned(),
        reason: "this connection does not offer it".to_owned(),
    }
}
