//! Running Godot games. A stock Godot started with `--remote-debug` connects to this process, which then is its
//! debugger; a probe script that is loaded from outside the project does what the debugger cannot.
//!
//! Invariant: nothing is written into the project, and no game outlives the process that started it.

mod answer;
mod connection;
mod descendants;
mod display;
mod engine;
mod error;
mod game;
mod games;
mod guard;
mod inspector;
mod listeners;
mod marks;
mod message;
mod output;
mod probe;
mod process;
mod profile;
mod relay;
mod request;
mod scripts;
mod socket;
mod values;
pub mod variant;

pub use engine::with_games;
pub use games::GameEnvironment;
pub use guard::guard_process;
