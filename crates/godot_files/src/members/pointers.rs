//! Where the references of a value lead, which depends on the file and the node that it stands at.

use scenewright_model::{ObjectIndex, Reference};

use super::paths;
use super::values::Pointers;
use crate::externals::External;
use crate::files::{Files, Target, res};
use crate::node_paths::{self, Lead};
use crate::scene::Resolved;
use crate::text::Document;
use crate::value;
use crate::variant::{Kind, Variant};

pub(super) struct Place<'a> {
    files: &'a Files<'a>,
    resolved: &'a Resolved,
    document: usize,
    node: ObjectIndex,
}

impl<'a> Place<'a> {
    pub(super) fn new(
        files: &'a Files<'a>,
        resolved: &'a Resolved,
        document: usize,
        node: ObjectIndex,
    ) -> Place<'a> {
        Place { files, resolved, document, node }
    }

    /// Into a resource that the same file holds: the value at the path's first step, and the rest of
    /// the path.
    pub(super) fn inside<'p>(
        &self,
        variant: Variant<'_>,
        path: &'p str,
    ) -> Option<(&'a str, &'p str)> {
        let Kind::SubResource(id) = variant.kind() else {
            return None;
        };
        let path = path.strip_prefix('.')?;
        let section = self.document()?.sub_resource(&id.plain())?;
        let found = section.properties().filter_map(|(key, raw)| {
            let name = value::string(key).unwrap_or(key.into());
            Some((raw, paths::rest(path, &name)?))
        });
        found.min_by_key(|(_, rest)| rest.len())
    }

    fn document(&self) -> Option<&'a Document> {
        self.resolved.documents.get(self.document).map(|source| &source.document)
    }

    fn relative(&self) -> &'a str {
        self.resolved.documents.get(self.document).map_or("", |source| &source.relative)
    }
}

impl Pointers for Place<'_> {
    fn external(&self, id: &str) -> Reference {
        let missing = |target: String, reason: String| Reference::Missing { target, reason };
        let all = self.document().into_iter().flat_map(External::all);
        let Some(external) = all.into_iter().find(|external| external.id == id) else {
            let reason = "the file has no external resource of this id".to_owned();
            return missing(format!("ExtResource({id:?})"), reason);
        };
        let type_name = Some(external.kind.to_string()).filter(|kind| !kind.is_empty());
        match external.locate(self.files, self.relative()) {
            Ok(Target::File(file)) => Reference::Asset { path: res(&file), type_name, inner: None },
            Ok(Target::Elsewhere(path)) => Reference::Asset { path, type_name, inner: None },
            Ok(Target::Missing { target, reason }) => missing(target, reason),
            Err(error) => Reference::Unknown { target: id.to_owned(), reason: error.to_string() },
        }
    }

    fn internal(&self, id: &str) -> Reference {
        let section = self.document().and_then(|document| document.sub_resource(id));
        match section {
            Some(section) => Reference::Asset {
                path: res(self.relative()),
                type_name: section.attribute("type").and_then(value::string).map(Into::into),
                inner: Some(id.to_owned()),
            },
            None => Reference::Missing {
                target: format!("SubResource({id:?})"),
                reason: "the file has no resource of this id".to_owned(),
            },
        }
    }

    fn node(&self, path: &str) -> Reference {
        if path.is_empty() {
            return Reference::None;
        }
        let scene = &self.resolved.scene;
        match node_paths::follow(scene, self.node, path) {
            Lead::Node(index) => {
                let object = scene.object(index);
                let class = object.components.first().map(|class| class.type_name.clone());
                Reference::Object {
                    id: object.id,
                    path: object.path.clone(),
                    type_name: class.unwrap_or_default(),
                }
            }
            Lead::Nowhere => Reference::Missing {
                target: path.to_owned(),
                reason: "the scene has no node there".to_owned(),
            },
            Lead::Beyond => Reference::Unknown {
                target: path.to_owned(),
                reason: "the path leaves what the scene's files tell".to_owned(),
            },
        }
    }
}
