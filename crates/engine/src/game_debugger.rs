//! The debugger of games that run under our control.

use scenewright_model::{
    DebugCommand, FrameVariables, GameCall, GameDebug, GameMonitors, ScriptReload,
};

use crate::{Context, ReadResult};

/// `game` is an id; without one, the game that was started last is meant.
pub trait GameDebugger {
    /// Sets or clears breakpoints, or lets a stopped script go on; then shows where the game stands. `stop_on_errors`
    /// is changed if there is a value.
    fn debug(
        &self,
        game: Option<&str>,
        command: &DebugCommand,
        stop_on_errors: Option<bool>,
        cx: &Context,
    ) -> ReadResult<GameDebug>;

    /// The variables of a function on the stack: 0 is the innermost.
    fn variables(&self, game: Option<&str>, frame: u32, cx: &Context)
    -> ReadResult<FrameVariables>;

    /// Evaluates an expression in a function on the stack.
    fn evaluate_in_frame(
        &self,
        game: Option<&str>,
        frame: u32,
        expression: &str,
        cx: &Context,
    ) -> ReadResult<GameCall>;

    /// Reads scripts that were changed on disk again: all of them, or those that are named.
    fn reload_scripts(
        &self,
        game: Option<&str>,
        paths: &[String],
        cx: &Context,
    ) -> ReadResult<ScriptReload>;

    /// The last values of the performance monitors.
    fn monitors(&self, game: Option<&str>, limit: u32, cx: &Context) -> ReadResult<GameMonitors>;
}
