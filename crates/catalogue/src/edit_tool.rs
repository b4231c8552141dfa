//! An edit as a tool: on its own, and as one of several in `edit.apply`.

use scenewright_model::Edit;
use serde_json::{Map, Value};

use crate::catalogue::CatalogueEntry;
use crate::editing::{EditOperation, SingleEdit};
use crate::failure::Failure;
use crate::operation::{Operation, OperationInfo};
use crate::schema;

/// One kind of edit.
pub(crate) struct EditTool {
    pub(crate) info: OperationInfo,
    /// Creates the edit from the tool's arguments.
    pub(crate) parse: fn(Map<String, Value>) -> Result<Edit, Failure>,
    /// The schema of the arguments, with marks on parameters that hold JSON as text.
    pub(crate) schema: fn() -> Value,
    /// The edit as an operation of its own.
    pub(crate) entry: fn() -> Result<CatalogueEntry, String>,
}

impl EditTool {
    pub(crate) fn new<E: EditOperation>() -> EditTool {
        EditTool {
            info: E::ABOUT,
            parse: parse::<E>,
            schema: schema::with_marks::<<SingleEdit<E> as Operation>::Args>,
            entry: CatalogueEntry::for_operation::<SingleEdit<E>>,
        }
    }
}

fn parse<E: EditOperation>(arguments: Map<String, Value>) -> Result<Edit, Failure> {
    let args = serde_json::from_value(Value::Object(arguments));
    E::edit(
        args.map_err(|error| Failure::Crashed { message: format!("{}: {error}", E::ABOUT.id) })?,
    )
}
