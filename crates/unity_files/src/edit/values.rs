//! Converts a client's values to what a file stores: references become ids, names become numbers.

mod assets;
mod enums;

use scenewright_engine::EngineError;
use scenewright_model::{ComponentRef, EditValue, ObjectRef};

use super::emit;
use super::set::NewValue;
use super::target::{self, TargetObject};
use super::{Planner, refuse};

/// A hostile request may nest without end.
const MAX_VALUE_DEPTH: usize = 32;

pub(super) use enums::number_of as enum_number;

impl Planner<'_> {
    /// `target` is an object of the scene that the value is written to.
    pub(super) fn resolve_value(
        &mut self,
        target: &TargetObject,
        value: &EditValue,
        depth: usize,
    ) -> Result<NewValue, EngineError> {
        if depth > MAX_VALUE_DEPTH {
            return Err(refuse("The value", "it is nested too deep"));
        }
        Ok(match value {
            EditValue::Null => NewValue::Null,
            EditValue::Bool(is_set) => NewValue::Number(i32::from(*is_set).to_string()),
            EditValue::Int(number) => NewValue::Number(number.to_string()),
            EditValue::Float(number) => NewValue::Number(emit::float(*number)),
            EditValue::Text(text) => NewValue::Text(text.clone()),
            EditValue::Literal(text) if text.contains(['\n', '\r']) => {
                return Err(refuse("The literal", "it must be on one line"));
            }
            EditValue::Literal(text) => NewValue::Raw(text.clone()),
            EditValue::List(items) => NewValue::List(
                items
                    .iter()
                    .map(|item| self.resolve_value(target, item, depth + 1))
                    .collect::<Result<_, _>>()?,
            ),
            EditValue::Fields(fields) => NewValue::Fields(
                fields
                    .iter()
                    .map(|(key, value)| {
                        Ok((key.clone(), self.resolve_value(target, value, depth + 1)?))
                    })
                    .collect::<Result<_, EngineError>>()?,
            ),
            EditValue::Object { object, component } => {
                let id = self.object_id(target, object, component.as_ref())?;
                NewValue::Pointer(vec![("fileID", id.to_string())])
            }
            EditValue::Asset { path, inner } => {
                NewValue::Pointer(self.asset_pointer(path, inner.as_deref())?)
            }
        })
    }

    /// The id that the file gives to an object or component.
    fn object_id(
        &mut self,
        target: &TargetObject,
        object: &ObjectRef,
        component: Option<&ComponentRef>,
    ) -> Result<i64, EngineError> {
        let node = target::find_object(&target.path, &target.tree, object)?;
        let nodes = target.tree.nodes.clone();
        let tree = crate::tree::UnityTree { nodes };
        let other = TargetObject { path: target.path.clone(), tree, node };
        let component =
            component.map(|component| self.find_component(&other, component)).transpose()?;
        self.handle_id(&other, component)
    }
}
