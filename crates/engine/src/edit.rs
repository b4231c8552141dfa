//! Changing a project: from edits to the files that they come to.

use scenewright_model::{Edit, EditPlan};

use crate::{Context, Result};

/// Working out what edits come to. Nothing is written here.
pub trait Editing {
    /// All edits in their order, each on what those before it left; one that is refused refuses all.
    fn plan(&self, edits: &[Edit], cx: &Context) -> Result<EditPlan>;
}
