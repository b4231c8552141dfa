//! Identifies the edit that failed among several, in terms of the client.

use scenewright_engine::quote::QuotedText;
use scenewright_model::{Edit, EditTarget, ObjectRef};

use crate::ops::scene::edit_tool;

/// One edit among several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditLocation {
    /// Its index among the edits, starting at 0.
    pub index: usize,
    /// The tool that makes such edits.
    pub tool: &'static str,
    /// The target of the edit.
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
