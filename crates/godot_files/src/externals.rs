//! The external resources of a text resource: its `[ext_resource]` sections.

use std::borrow::Cow;
use std::collections::HashMap;

use scenewright_engine::EngineError;
use scenewright_model::BrokenReason;

use super::files::{GodotFileView, ReferenceTarget};
use super::text::{GodotDocument, Section};
use super::value;

pub(super) struct ExternalResource<'d> {
    pub id: Cow<'d, str>,
    /// The class of the resource.
    pub kind: Cow<'d, str>,
    /// As written; the uid if there is no path.
    pub path: Cow<'d, str>,
    pub uid: Option<Cow<'d, str>>,
}

impl<'d> ExternalResource<'d> {
    pub(super) fn all(document: &'d GodotDocument) -> impl Iterator<Item = ExternalResource<'d>> {
        ExternalResource::with_sections(document).map(|(_, external)| external)
    }

    pub(super) fn with_sections(
        document: &'d GodotDocument,
    ) -> impl Iterator<Item = (Section<'d>, ExternalResource<'d>)> {
        let sections = document.sections().filter(|section| section.tag() == "ext_resource");
        sections.map(|section| (section, ExternalResource::from_section(section)))
    }

    fn from_section(section: Section<'d>) -> ExternalResource<'d> {
        let text = |key| section.attribute(key).and_then(value::string);
        let uid = text("uid");
        ExternalResource {
            id: section.attribute("id").map(value::id).unwrap_or_default(),
            kind: text("type").unwrap_or_default(),
            path: text("path").or_else(|| uid.clone()).unwrap_or_default(),
            uid,
        }
    }

    /// The target, relative to the project-relative file `from`.
    pub(super) fn locate(
        &self,
        files: &GodotFileView<'_>,
        from: &str,
    ) -> Result<ReferenceTarget, EngineError> {
        files.locate(&self.path, self.uid.as_deref(), from)
    }
}

/// The external resources of a document by id, located on use.
pub(super) struct ExternalResources<'d> {
    by_id: HashMap<Cow<'d, str>, ExternalResource<'d>>,
    from: &'d str,
}

impl<'d> ExternalResources<'d> {
    pub(super) fn new(document: &'d GodotDocument, from: &'d str) -> ExternalResources<'d> {
        let by_id = ExternalResource::all(document).map(|external| (external.id.clone(), external));
        ExternalResources { by_id: by_id.collect(), from }
    }

    /// The path of the value `ExtResource(…)`.
    pub(super) fn path(&self, raw: &str) -> Option<Cow<'d, str>> {
        let external = self.by_id.get(&value::ext_resource(raw)?)?;
        Some(external.path.clone())
    }

    /// The target of the value `ExtResource(…)`; `None` for any other value.
    pub(super) fn locate(
        &self,
        raw: &str,
        files: &GodotFileView<'_>,
    ) -> Result<Option<ReferenceTarget>, EngineError> {
        let Some(id) = value::ext_resource(raw) else {
            return Ok(None);
        };
        match self.by_id.get(&id) {
            Some(external) => external.locate(files, self.from).map(Some),
            None => Ok(Some(ReferenceTarget::Missing {
                target: raw.to_owned(),
                reason: BrokenReason::NoExternalResource,
            })),
        }
    }
}
