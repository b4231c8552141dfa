//! Where the game stands: each thread may be held by the probe or in a script, and the main thread by both at once.

use crate::message::MAIN_THREAD;
use crate::variant::Variant;

/// Godot's word for a breakpoint and for the end of a step.
const BREAKPOINT: &str = "Breakpoint";

/// Why a script does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// The probe, or a `break` that was sent: the game is frozen.
    Frozen,
    /// A breakpoint, or the end of a step.
    Breakpoint,
    /// An error of a script, in Godot's words.
    Error(String),
}

/// Invariant: a `debug_exit` ends the last `debug_enter` of its thread.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    held: Vec<(i64, StopReason)>,
    /// How often a script was stopped since the start.
    pub(crate) in_scripts: u64,
    /// How often a thread went on since the start.
    pub(crate) exits: u64,
}

impl Stops {
    pub(crate) fn enter(&mut self, thread: i64, reason: &str) {
        let reason = match reason {
            "" => StopReason::Frozen,
            BREAKPOINT => StopReason::Breakpoint,
            error => StopReason::Error(error.to_owned()),
        };
        self.in_scripts += u64::from(reason != StopReason::Frozen);
        self.held.push((thread, reason));
    }

    pub(crate) fn exit(&mut self, thread: i64) {
        self.exits += 1;
        if let Some(index) = self.held.iter().rposition(|(held, _)| *held == thread) {
            self.held.remove(index);
        }
    }

    pub(crate) fn holds(&self, thread: i64) -> bool {
        self.held.iter().any(|(held, _)| *held == thread)
    }

    /// The thread that stands in a script, and why: the main thread before others.
    pub(crate) fn in_script(&self) -> Option<(i64, &StopReason)> {
        let last = |thread: i64| {
            let held = self.held.iter().rev().find(|(held, _)| *held == thread);
            held.filter(|(_, reason)| *reason != StopReason::Frozen)
        };
        let other = || self.held.iter().find(|(thread, _)| *thread != MAIN_THREAD);
        last(MAIN_THREAD).or_else(other).map(|(thread, reason)| (*thread, reason))
    }
}

/// One variable of a frame.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FrameVariable {
    pub(crate) name: String,
    /// 0 is a local, 1 a member, 2 a global.
    pub(crate) kind: i64,
    pub(crate) value: Variant,
}

/// The variables of a frame come one by one, after their number.
#[derive(Debug, Default)]
pub(crate) struct FrameVariables {
    expected: Option<usize>,
    received: Vec<FrameVariable>,
}

impl FrameVariables {
    pub(super) fn begin(&mut self, count: &Variant) {
        self.received.clear();
        self.expected = count.as_int().and_then(|count| usize::try_from(count).ok());
    }

    /// Name, kind, type and value.
    pub(super) fn add(&mut self, variable: &[Variant]) {
        if let [name, kind, .., value] = variable {
            let name = name.as_text().unwrap_or_default().to_owned();
            let kind = kind.as_int().unwrap_or_default();
            self.received.push(FrameVariable { name, kind, value: value.clone() });
        }
    }

    pub(crate) fn take(&mut self) -> Option<Vec<FrameVariable>> {
        self.expected.filter(|expected| *expected == self.received.len())?;
        self.expected = None;
        Some(std::mem::take(&mut self.received))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_goes_on_from_its_last_stop() {
        let mut stops = Stops::default();
        stops.enter(MAIN_THREAD, "");
        assert_eq!((stops.in_script(), stops.holds(MAIN_THREAD)), (None, true));
        stops.enter(MAIN_THREAD, BREAKPOINT);
        stops.enter(7, "no such index");
        assert_eq!(stops.in_script(), Some((MAIN_THREAD, &StopReason::Breakpoint)));
        stops.exit(MAIN_THREAD);
        let error = StopReason::Error("no such index".to_owned());
        assert_eq!(stops.in_script(), Some((7, &error)));
        stops.exit(7);
        assert_eq!((stops.in_script(), stops.holds(MAIN_THREAD)), (None, true));
        stops.exit(MAIN_THREAD);
        assert!(!stops.holds(MAIN_THREAD));
    }

    #[test]
    fn variables_are_complete_when_all_have_come() {
        let mut variables = FrameVariables::default();
        variables.begin(&Variant::Int(1));
        assert_eq!(variables.take(), None);
        variables.add(&["x".into(), Variant::Int(0), Variant::Int(2), Variant::Int(5)]);
        let x = FrameVariable { name: "x".to_owned(), kind: 0, value: Variant::Int(5) };
        assert_eq!(variables.take(), Some(vec![x]));
    }
}
