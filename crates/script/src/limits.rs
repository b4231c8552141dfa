//! How much a script may take.

use std::time::{Duration, Instant};

use rhai::{Dynamic, Engine};

/// Bounds that hold whatever a script does. Together they keep the worst one at some 300 MB: every
/// variable of every function that is running holds the largest value that there may be.
#[derive(Debug, Clone, Copy)]
pub struct ScriptLimits {
    pub time: Duration,
    /// Steps of the evaluator, some millions a second.
    pub steps: u64,
    /// Functions that call functions.
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

/// Says in the evaluator's own way that the time is up.
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

    /// The time runs from now on.
    pub(crate) fn start_clock(&self, engine: &mut Engine) {
        let until = Instant::now() + self.time;
        engine.on_progress(move |_| {
            (Instant::now() >= until).then(|| Dynamic::from(TIME_UP.to_owned()))
        });
    }
}
