//! Who runs a game: this process, or the editor.

use std::sync::Arc;
use std::time::Duration;

use scenewright_engine::Context;

use crate::connection::Connection;
use crate::output::OutputLine;
use crate::process::{GameProcess, ProcessEnd};

pub(super) enum GameHost {
    Own(GameProcess),
    Editor(EditorHost),
}

pub(super) struct EditorHost {
    pub(super) pid: Option<u32>,
    pub(super) connection: Arc<Connection>,
}

impl GameHost {
    pub(super) fn pid(&self) -> Option<u32> {
        match self {
            GameHost::Own(process) => Some(process.pid()),
            GameHost::Editor(editor) => editor.pid,
        }
    }

    /// How it ended; `None` while it runs.
    pub(super) fn end(&self) -> Option<ProcessEnd> {
        match self {
            GameHost::Own(process) => process.end(),
            GameHost::Editor(editor) => editor.end(),
        }
    }

    /// The output of the editor's game is the editor's.
    pub(super) fn output(&self, count: usize) -> (Vec<OutputLine>, usize) {
        match self {
            GameHost::Own(process) => process.output(count),
            GameHost::Editor(_) => (Vec::new(), 0),
        }
    }

    pub(super) fn telling_output(&self) -> Vec<OutputLine> {
        match self {
            GameHost::Own(process) => process.telling_output(),
            GameHost::Editor(_) => Vec::new(),
        }
    }

    pub(super) fn wait_for_end(&self, limit: Duration) -> Option<ProcessEnd> {
        match self {
            GameHost::Own(process) => process.wait_for_end(limit),
            GameHost::Editor(editor) => editor.wait_for_end(limit),
        }
    }

    /// The editor's game is only left.
    pub(super) fn kill(&self) -> Option<ProcessEnd> {
        match self {
            GameHost::Own(process) => process.kill(),
            GameHost::Editor(editor) => {
                editor.connection.close();
                editor.end()
            }
        }
    }
}

impl EditorHost {
    fn end(&self) -> Option<ProcessEnd> {
        let told = self.connection.relayed_state().and_then(|relayed| relayed.end);
        told.or_else(|| self.connection.closed().map(|_| ProcessEnd::EditorLost))
    }

    fn wait_for_end(&self, limit: Duration) -> Option<ProcessEnd> {
        let told = |inbox: &mut crate::connection::Inbox| inbox.relayed.as_ref()?.end;
        let _ = self.connection.wait_for(limit, &Context::unbounded(), told);
        self.end()
    }
}

impl Drop for EditorHost {
    /// Then the probe leaves the game.
    fn drop(&mut self) {
        self.connection.close();
    }
}
