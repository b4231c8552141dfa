//! Which of several edits a failure is about, in the words of the client.

use scenewright_engine::quote::QuotedText;
use scenewright_model::{Edit, EditTarget, ObjectRef};

use crate::ops::scene::edit_tool;

/// One edit of many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditLocation {
    /// Its place among the edits, from 0.
    pub index: usize,
    /// The tool that makes such edits.
    pub tool: &'static str,
    /// What it was to change.
    pub target: String,
}

impl EditLocation {
    pub(crate) fn new(index: usize, edit: &Edit) -> EditLocation {
        let EditTarget { scene, object } = edit.target();
        let tool = edit_tool(edit.kind()).info.id;
        let scene = QuotedText(scene);
        let target = match object {
            Some(ObjectRef::Path(path)) => format!("{} in {scene}", QuotedText(path)),
            Some(ObjectRef::Id(id)) => format!("object {} in {scene}", id.get()),
            None => scene.to_string(),
        };
        EditLocation { index, tool, target }
    }
}
