//! Where objects are.

use scenewright_engine::{Context, Result};
use scenewright_model::{ObjectId, Placement};

use crate::unity::UnityFiles;

pub(super) fn placements(
    _: &UnityFiles,
    _: &str,
    _: &[ObjectId],
    _: &Context,
) -> Result<Vec<Option<Placement>>> {
    todo!()
}
