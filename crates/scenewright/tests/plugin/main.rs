//! The plugin in a real Godot editor, driven by a bare WebSocket client as any program could be.
//! Few tests, each with many steps: an editor takes seconds to start.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "tells what was skipped and how long things took")]

mod agent;
mod client;
mod editor;
mod needs_display_game;
mod needs_display_pictures;
mod needs_godot_editor_game;
mod needs_godot_edits;
mod needs_godot_faults;
mod needs_godot_game;
mod needs_godot_game_debug;
mod needs_godot_game_examples;
mod needs_godot_game_faults;
mod needs_godot_game_scenes;
mod needs_godot_health;
mod needs_godot_live;
mod needs_godot_models;
mod needs_godot_names;
mod needs_godot_play;
mod needs_godot_protocol;
mod needs_godot_reload;
mod needs_godot_scenes;
mod needs_godot_scripts;
mod needs_godot_silent;
mod needs_godot_trees;
mod needs_godot_values;
mod server;
mod shape;
