//! A game that the editor runs, as the editor's plugin tells of it.
//!
//! Invariant: the debugger there is the user's. The game is frozen by the probe alone, and what stops it in the debugger
//! is told apart from that.

use crate::process::ProcessEnd;
use crate::variant::Variant;

#[derive(Debug, Clone, Default)]
pub(crate) struct RelayedState {
    /// Whether messages are passed on.
    pub(crate) is_open: bool,
    /// Why it stands in the editor's debugger.
    pub(crate) break_reason: Option<String>,
    /// How often it has been stopped there.
    pub(crate) breaks: u64,
    pub(crate) end: Option<ProcessEnd>,
}

impl RelayedState {
    /// Returns whether the message is done with.
    pub(crate) fn receive(&mut self, command: &str, data: &[Variant]) -> bool {
        match (command, data) {
            ("scenewright:relay", [reason]) => {
                self.is_open = true;
                self.break_reason = reason.as_text().map(str::to_owned);
            }
            ("debug_enter", [_, reason, ..]) => {
                self.breaks += 1;
                self.break_reason = Some(reason.as_text().unwrap_or_default().to_owned());
            }
            ("debug_exit", _) => self.break_reason = None,
            ("scenewright:ended", [reason, code]) => self.end = Some(end(reason, code)),
            _ => return false,
        }
        true
    }

    /// Why the game was stopped in the debugger after it had been `breaks` times.
    pub(crate) fn break_since(&self, breaks: u64) -> Option<&str> {
        self.break_reason.as_deref().filter(|_| self.breaks > breaks)
    }
}

fn end(reason: &Variant, code: &Variant) -> ProcessEnd {
    let code = code.as_int().and_then(|code| i32::try_from(code).ok()).unwrap_or(-1);
    match reason.as_text() {
        Some("exited") if code < 0 => ProcessEnd::ByItself,
        Some("exited") => ProcessEnd::Exited(code),
        Some("crashed") => ProcessEnd::Killed(code),
        Some("user_stopped") => ProcessEnd::StoppedInEditor,
        _ => ProcessEnd::EditorLost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_told_in_the_words_of_the_plugin() {
        for (reason, code, expected) in [
            ("exited", 7, "exit code 7"),
            ("exited", -1, "by itself"),
            ("crashed", 11, "signal 11"),
            ("user_stopped", 0, "stopped in the editor"),
        ] {
            let mut state = RelayedState::default();
            assert!(state.receive("scenewright:ended", &[reason.into(), Variant::Int(code)]));
            assert_eq!(state.end.unwrap().to_string(), expected);
        }
    }

    #[test]
    fn a_break_counts_only_while_the_game_stands_there() {
        let mut state = RelayedState::default();
        state.receive("scenewright:relay", &["Breakpoint".into()]);
        assert_eq!((state.break_since(0), state.break_reason.is_some()), (None, true));
        state.receive("debug_exit", &[]);
        state.receive("debug_enter", &[true.into(), "Breakpoint".into(), true.into()]);
        assert_eq!(state.break_since(0), Some("Breakpoint"));
        state.receive("debug_exit", &[]);
        assert_eq!(state.break_since(0), None);
    }
}
