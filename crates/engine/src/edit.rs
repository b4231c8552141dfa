//! Changing a project: from edits to the files as they would be. Writing them is somebody else's.

use scenewright_model::{Edit, EditPlan};

use crate::{Context, Result};

/// Working out what edits come to.
pub trait Editing {
    /// All of the edits, one after the other, or an error and none of them. Nothing is written.
    fn plan(&self, edits: &[Edit], cx: &Context) -> Result<EditPlan>;
}
