//! Operations on the class reference.

pub(super) mod class_read;
mod member;
pub(super) mod method_read;
pub(super) mod search;

pub use member::{DocEnumValue, DocMember};

use scenewright_engine::{Context, DocsReader, EngineError, Reading};

use crate::context::{Cx, missing_interface};
use crate::failure::Failure;

const DOCS_NOTES: &str = "For Godot projects. Descriptions are Markdown and come from a live editor or a local Godot (SCENEWRIGHT_GODOT, or one on the PATH with the project's version); without one, only names, types and defaults are returned, with a diagnostic. Script classes are described by their ## comments; one without class_name is named by its path.";

fn ask_docs<T>(
    cx: &Cx<'_>,
    read: impl FnOnce(&dyn DocsReader, &Context) -> Result<Reading<T>, EngineError>,
) -> Result<T, Failure> {
    cx.ask(|engine, cx| {
        let docs = engine.as_docs().ok_or_else(|| missing_interface(engine, "look up classes"))?;
        read(docs, cx)
    })
}
