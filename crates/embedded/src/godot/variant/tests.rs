//! Every literal that Godot has, and what is refused.
