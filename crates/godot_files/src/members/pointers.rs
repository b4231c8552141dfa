//! Resolves the references of a value, which depend on its file and its node.

use scenewright_model::{BrokenReason, MemberReference, MissingTarget, ObjectIndex, UnknownReason};

use super::paths;
use super::values::ReferenceResolver;
use crate::externals::ExternalResource;
use crate::files::{GodotFileView, ReferenceTarget, res_path};
use crate::node_paths::{self, NodeTarget};
use crate::scene::ResolvedScene;
use crate::text::GodotDocument;
use crate::value;
use crate::variant::{Variant, VariantKind};

pub(super) struct ValueLocation<'a> {
    files: &'a GodotFileView<'a>,
    resolved: &'a ResolvedScene,
    document: usize,
    node: ObjectIndex,
}

impl<'a> ValueLocation<'a> {
    pub(super) fn new(
        files: &'a GodotFileView<'a>,
        resolved: &'a ResolvedScene,
        document: usize,
        node: ObjectIndex,
    ) -> ValueLocation<'a> {
        ValueLocation { files, resolved, document, node }
    }

    /// The property of a sub-resource at the start of a path, and the rest of the path.
    pub(super) fn inside<'p>(
        &self,
        variant: Variant<'_>,
        path: &'p str,
    ) -> Option<(&'a str, &'p str)> {
        let VariantKind::SubResource(id) = variant.kind() else {
            return None;
        };
        let path = path.strip_prefix(['.', ':', '/'])?;
        let section = self.document()?.sub_resource(&id.unescape())?;
        let found = section.properties().filter_map(|(key, raw)| {
            let name = value::string(key).unwrap_or(key.into());
            Some((raw, paths::rest_after(path, &name)?))
        });
        found.min_by_key(|(_, rest)| rest.len())
    }

    fn document(&self) -> Option<&'a GodotDocument> {
        self.resolved.documents.get(self.document).map(|source| &source.document)
    }

    fn relative(&self) -> &'a str {
        self.resolved.documents.get(self.document).map_or("", |source| &source.relative)
    }
}

impl ReferenceResolver for ValueLocation<'_> {
    fn external(&self, id: &str) -> MemberReference {
        let missing = |target: String, reason: BrokenReason| MemberReference::Missing {
            target: MissingTarget::Address(target),
            reason,
        };
        let all = self.document().into_iter().flat_map(ExternalResource::all);
        let Some(external) = all.into_iter().find(|external| external.id == id) else {
            return missing(format!("ExtResource({id:?})"), BrokenReason::NoExternalResource);
        };
        let type_name = Some(external.kind.to_string()).filter(|kind| !kind.is_empty());
        match external.locate(self.files, self.relative()) {
            Ok(ReferenceTarget::File(file)) => {
                MemberReference::Asset { path: res_path(&file), type_name, inner: None }
            }
            Ok(ReferenceTarget::Elsewhere(path)) => {
                MemberReference::Asset { path, type_name, inner: None }
            }
            Ok(ReferenceTarget::Missing { target, reason }) => missing(target, reason),
            Err(error) => MemberReference::Unknown {
                target: MissingTarget::Address(id.to_owned()),
                reason: UnknownReason::Unreadable { error: error.to_string() },
            },
        }
    }

    fn internal(&self, id: &str) -> MemberReference {
        let section = self.document().and_then(|document| document.sub_resource(id));
        match section {
            Some(section) => MemberReference::Asset {
                path: res_path(self.relative()),
                type_name: section.attribute("type").and_then(value::string).map(Into::into),
                inner: Some(id.to_owned()),
            },
            None => MemberReference::Missing {
                target: MissingTarget::Address(format!("SubResource({id:?})")),
                reason: BrokenReason::NoSubResource,
            },
        }
    }

    fn node(&self, path: &str) -> MemberReference {
        if path.is_empty() {
            return MemberReference::None;
        }
        let scene = &self.resolved.scene;
        match node_paths::follow(scene, self.node, path) {
            NodeTarget::Node(index) => {
                let object = scene.object(index);
                let class = object.components.first().map(|class| class.type_name.clone());
                MemberReference::Object {
                    id: object.id,
                    path: object.path.clone(),
                    type_name: class.unwrap_or_default(),
                }
            }
            NodeTarget::Nowhere => MemberReference::Missing {
                target: MissingTarget::Address(path.to_owned()),
                reason: BrokenReason::NoNodeAtPath,
            },
            NodeTarget::Beyond => MemberReference::Unknown {
                target: MissingTarget::Address(path.to_owned()),
                reason: UnknownReason::OutsideScene,
            },
        }
    }
}
