//! The value of a member for an editor, which does not know the ids of the file's resources.

use scenewright_model::{EditValue, ObjectRef};

use super::coerce::{ValueTarget, is_object};
use super::literal::Literal;
use super::property_type::PropertyType;
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, res_path};
use crate::node_paths::{NodeTarget, follow};
use crate::value;

impl ValueTarget<'_> {
    /// `None` if the value of the client says it as well.
    pub(super) fn resolved_value(
        &self,
        literal: &Literal,
        wanted: &PropertyType,
    ) -> Option<EditValue> {
        match (literal, wanted) {
            (Literal::Null, _) => Some(EditValue::Null),
            (literal, _) if is_object(literal) => self.resource_reference(literal),
            (Literal::Array { items, .. }, PropertyType::Array(element))
                if matches!(**element, PropertyType::Resource(_)) =>
            {
                let items = items.iter().map(|item| self.resolved_value(item, element));
                Some(EditValue::List(items.collect::<Option<_>>()?))
            }
            (Literal::NodePath(path), wanted) if wanted.takes_nodes() => {
                let scene = &self.buffer.resolved.scene;
                match follow(scene, self.node, path) {
                    NodeTarget::Node(node) => {
                        let object = ObjectRef::Path(scene.object(node).path.clone());
                        Some(EditValue::Object { object, component: None })
                    }
                    _ => None,
                }
            }
            (_, wanted) if wanted.takes_nodes() => None,
            (literal, _) => Some(EditValue::Literal(literal.text())),
        }
    }

    fn resource_reference(&self, literal: &Literal) -> Option<EditValue> {
        let text = literal.text();
        if let Some(id) = value::sub_resource(&text) {
            let path = res_path(&self.buffer.relative);
            return Some(EditValue::Asset { path, inner: Some(id.into_owned()) });
        }
        let id = value::ext_resource(&text)?;
        let added = self.buffer.added.borrow();
        let file = match added.iter().find(|(_, new)| **new == *id) {
            Some((relative, _)) => relative.clone(),
            None => {
                let all = ExternalResources::new(self.buffer.document(), &self.buffer.relative);
                match all.locate(&text, &self.session.files) {
                    Ok(Some(ReferenceTarget::File(file))) => file,
                    _ => return None,
                }
            }
        };
        Some(EditValue::Asset { path: res_path(&file), inner: None })
    }
}
