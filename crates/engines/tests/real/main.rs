//! The readers against reality: a real Godot, and real projects. What a module needs is in its
//! name, so that `cargo xtask test` can leave out what is not there.

#![expect(clippy::print_stdout, reason = "tells how much was read")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damages;
mod load_verdicts;
mod needs_corpus;
mod needs_corpus_changes;
mod needs_corpus_edit_kinds;
mod needs_corpus_edits;
mod needs_corpus_models;
mod needs_corpus_positions;
mod needs_corpus_unity;
mod needs_corpus_values;
mod needs_corpus_verdicts;
mod needs_godot;
mod needs_godot_check;
mod needs_godot_classes;
mod needs_godot_docs;
mod needs_godot_edits;
mod needs_godot_families;
mod needs_godot_load;
mod needs_godot_models;
mod needs_godot_older_names;
mod needs_godot_properties;
mod needs_godot_shaders;
mod needs_godot_variants;
mod project_findings;
