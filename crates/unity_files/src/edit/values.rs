//! From a client's values to what a file takes: references become ids, names become numbers.

mod assets;
mod enums;

use scenewright_engine::EngineError;
use scenewright_model::{ComponentRef, EditValue, ObjectRef};

use super::emit;
use super::set::Written;
use super::target::{self, Target};
use super::{Planner, refuse};

/// A hostile request may nest without end.
const MAX_DEPTH: usize = 32;

pub(super) use enums::number as enum_number;

impl Planner<'_> {
    /// `target` is in the scene that the value is written to.
    pub(super) fn written(
        &mut self,
        target: &Target,
        value: &EditValue,
        depth: usize,
    ) -> Result<Written, EngineError> {
        if depth > MAX_DEPTH {
            return Err(refuse("The value", "it is nested too deep"));
        }
        Ok(match value {
            EditValue::Null => Written::Null,
            EditValue::Bool(is_set) => Written::Number(i32::from(*is_set).to_string()),
            EditValue::Int(number) => Written::Number(number.to_string()),
            EditValue::Float(number) => Written::Number(emit::float(*number)),
            EditValue::Text(text) => Written::Text(text.clone()),
            EditValue::Literal(text) if text.contains(['\n', '\r']) => {
                return Err(refuse("The literal", "it must stand on one line"));
            }
            EditValue::Literal(text) => Written::Raw(text.clone()),
            EditValue::List(items) => Written::List(
                items
                    .iter()
                    .map(|item| self.written(target, item, depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            EditValue::Fields(fields) => Written::Fields(
                fields
                    .iter()
                    .map(|(key, value)| Ok((key.clone(), self.written(target, value, depth + 1)?)))
                    .collect::<Result<_, EngineError>>()?,
            ),
            EditValue::Object { object, component } => {
                let id = self.object_id(target, object, component.as_ref())?;
                Written::Pointer(vec![("fileID", id.to_string())])
            }
            EditValue::Asset { path, inner } => {
                Written::Pointer(self.asset_pointer(path, inner.as_deref())?)
            }
        })
    }

    /// The id that the file gives an object of it or a component of one.
    fn object_id(
        &mut self,
        target: &Target,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
    ) -> Result<i64, EngineError> {
        let node = target::find(&target.path, &target.tree, object)?;
        let nodes = target.tree.nodes.clone();
        let tree = crate::tree::Tree { nodes };
        let other = Target { path: target.path.clone(), tree, node };
        let component = component.map(|component| self.component(&other, component)).transpose()?;
        self.handle(&other, component)
    }
}
