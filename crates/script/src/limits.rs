//! The limits of a script.

use std::time::{Duration, Instant};

use rhai::{Dynamic, Engine};

/// Bounds that hold whatever a script does. Together they limit the worst script to about 300 MB: every
/// variable of every running function holds the largest possible value.
#[derive(Debug, Clone, Copy)]
pub struct ScriptLimits {
    pub time: Duration,
    /// Steps of the evaluator, which does some millions per second.
    pub steps: u64,
    /// How deep functions may call functions.
    pub depth: usize,
    /// Bytes of text, also of all texts in one list or map.
    pub text: usize,
    /// Items of a list or a map, with those inside its items.
    pub items: usize,
    pub variables: usize,
    /// Bytes of the source.
    pub source: usize,
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits {
            time: Duration::from_secs(2),
            steps: 20_000_000,
            depth: 24,
            text: 64 * 1024,
            items: 8_000,
            variables: 64,
            source: 256 * 1024,
        }
    }
}

/// Marks a script that the evaluator stopped because its time was up.
pub(crate) const TIME_UP: &str = "time is up";

impl ScriptLimits {
    pub(crate) fn apply(&self, engine: &mut Engine) {
        engine.set_max_operations(self.steps);
        engine.set_max_call_levels(self.depth);
        engine.set_max_expr_depths(64, 32);
        engine.set_max_string_size(self.text);
        engine.set_max_array_size(self.items);
        engine.set_max_map_size(self.items);
        engine.set_max_variables(self.variables);
        engine.set_max_functions(100);
    }

    /// Starts the time limit.
    pub(crate) fn start_clock(&self, engine: &mut Engine) {
        let until = Instant::now() + self.time;
        engine.on_progress(move |_| {
            (Instant::now() >= until).then(|| Dynamic::from(TIME_UP.to_owned()))
        });
    }
}
