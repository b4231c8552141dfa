//! Scenes in memory of both engines: loading, editing, saving, undo and ownership, on small projects with a
//! data folder beside them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "tells how many answers were compared")]

mod at_once;
mod conflicts;
mod freshness;
mod keeping;
mod loading;
mod owners;
mod owners_random;
mod placing;
mod pseudo;
mod random;
mod restarting;
mod selecting;
mod side;
mod undoing;
