//! Finds the external resource of a scene file that leads to a file, or adds it.

use scenewright_engine::EngineError;

use super::buffer::SceneBuffer;
use super::ids;
use super::literal::quote;
use super::session::EditSession;
use crate::api::Api;
use crate::externals::ExternalResource;
use crate::files::{ReferenceTarget, extension, res_path};

/// Godot writes the class of a resource. For subclasses of these it writes the base, so that resources can be
/// exchanged.
const SAVED_BASE_CLASSES: [&str; 9] = [
    "Script",
    "Texture2D",
    "Material",
    "AudioStream",
    "VideoStream",
    "Shader",
    "Shape2D",
    "Shape3D",
    "StyleBox",
];

impl SceneBuffer {
    /// The id of the external resource for a file of the project; adds it if necessary.
    pub(super) fn external_id(
        &self,
        session: &EditSession<'_>,
        relative: &str,
    ) -> Result<String, EngineError> {
        let added = self.added.borrow();
        if let Some((_, id)) = added.iter().find(|(known, _)| known == relative) {
            return Ok(id.clone());
        }
        for external in ExternalResource::all(self.document()) {
            if external.locate(&session.files, &self.relative)?
                == ReferenceTarget::File(relative.to_owned())
            {
                return Ok(external.id.into_owned());
            }
        }
        drop(added);
        Ok(self.add_external(session, relative))
    }

    fn add_external(&self, session: &EditSession<'_>, relative: &str) -> String {
        let path = res_path(relative);
        let count = ExternalResource::all(self.document()).count() + self.added.borrow().len();
        let id =
            format!("{}_{}", count + 1, ids::resource_suffix((&self.relative, &path), |_| true));
        let line = ext_resource_line(session, relative, &id);
        let sections = self.document().sections();
        match sections.filter(|section| section.tag() == "ext_resource").last() {
            Some(last) => self.insert_line(last, &line),
            None if self.added.borrow().is_empty() => {
                if let Some(head) = self.document().sections().next() {
                    self.insert_section(head, &line);
                }
            }
            None => {
                if let Some(head) = self.document().sections().next() {
                    self.insert_line(head, &line);
                }
            }
        }
        self.added.borrow_mut().push((relative.to_owned(), id.clone()));
        id
    }
}

/// The `[ext_resource …]` line for a file of the project.
pub(super) fn ext_resource_line(session: &EditSession<'_>, relative: &str, id: &str) -> String {
    let class = resource_class(session, relative);
    let uid = session.uid(relative).map(|uid| format!(" uid={}", quote(&uid))).unwrap_or_default();
    let path = quote(&res_path(relative));
    format!("[ext_resource type={}{uid} path={path} id={}]", quote(&class), quote(id))
}

/// The class of a file, as Godot writes it.
pub(super) fn resource_class(session: &EditSession<'_>, relative: &str) -> String {
    if extension(relative) == "tscn" {
        return "PackedScene".to_owned();
    }
    let index = session.files.index().ok();
    let file = index.and_then(|index| Some(index.file(index.find(relative)?)));
    let imported = file.and_then(|file| file.import()?.class.as_deref());
    let inside = || file.and_then(|file| file.scan()?.class.as_deref());
    let class = imported.or_else(inside).unwrap_or_else(|| class_by_extension(relative));
    saved_class(session.api, class).to_owned()
}

fn class_by_extension(relative: &str) -> &'static str {
    match extension(relative) {
        "gd" | "cs" => "Script",
        "gdshader" => "Shader",
        "glb" | "gltf" | "fbx" | "scn" | "blend" => "PackedScene",
        _ => "Resource",
    }
}

fn saved_class<'a>(api: &Api, class: &'a str) -> &'a str {
    let known = api.class(class);
    let base =
        SAVED_BASE_CLASSES.into_iter().find(|base| known.is_some_and(|class| class.is_a(base)));
    base.unwrap_or(class)
}
