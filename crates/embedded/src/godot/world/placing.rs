//! Where objects are.

use scenewright_engine::{Context, Result};
use scenewright_model::{ObjectId, Placement};

use crate::godot::GodotFiles;

pub(super) fn placements(
    _: &GodotFiles,
    _: &str,
    _: &[ObjectId],
    _: &Context,
) -> Result<Vec<Option<Placement>>> {
    todo!()
}
