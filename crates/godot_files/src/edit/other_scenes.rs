//! Finds other scenes that refer to the nodes of this one. They refer to nodes by path, and an edit does not
//! change them.

use scenewright_engine::{EngineError, Subject};

use super::buffer::SceneBuffer;
use super::node_paths::rebase;
use super::session::EditSession;
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, extension, res_path};
use crate::text::{GodotDocument, Section};
use crate::value;

/// Adds a diagnostic for each scene that overrides, extends or connects the node at a path below the root.
pub(super) fn note_scenes_naming(
    session: &mut EditSession<'_>,
    buffer: &SceneBuffer,
    local: &str,
    what: &str,
) -> Result<(), EngineError> {
    let index = session.files.index()?;
    let Some(own) = index.find(&buffer.relative) else { return Ok(()) };
    let sources = index.sources(own).iter().map(|number| index.file(*number).path.to_string());
    let scenes: Vec<String> = sources.filter(|path| extension(path) == "tscn").collect();
    for scene in scenes {
        let Ok(document) = session.files.document(Subject::SceneFile, &scene) else { continue };
        for instance in instances(session, &document, &scene, &buffer.relative) {
            let path =
                if instance.is_empty() { local.to_owned() } else { format!("{instance}/{local}") };
            if document.sections().any(|section| names_node(section, &path)) {
                let file = res_path(&scene);
                session.add_note(format!(
                    "'{file}' refers to the node '{path}', which {what} in '{}'",
                    buffer.path()
                ));
            }
        }
    }
    Ok(())
}

/// The paths of the instances of a scene in a document; the root's is empty.
fn instances(
    session: &EditSession<'_>,
    document: &GodotDocument,
    from: &str,
    of: &str,
) -> Vec<String> {
    let externals = ExternalResources::new(document, from);
    let nodes = document.sections().filter(|section| section.tag() == "node");
    let instance = |section: Section<'_>| {
        let target = externals.locate(section.attribute("instance")?, &session.files).ok()??;
        (target == ReferenceTarget::File(of.to_owned())).then(|| node_path(section)).flatten()
    };
    nodes.filter_map(instance).collect()
}

fn node_path(section: Section<'_>) -> Option<String> {
    let text = |key| section.attribute(key).and_then(value::string);
    let name = text("name")?;
    Some(match text("parent") {
        None => String::new(),
        Some(parent) if parent == "." => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    })
}

fn names_node(section: Section<'_>, path: &str) -> bool {
    let leads =
        |raw: &str| value::string(raw).is_some_and(|text| rebase(&text, path, "").is_some());
    match section.tag() {
        "node" => node_path(section).is_some_and(|full| rebase(&full, path, "").is_some()),
        "connection" => ["from", "to"].iter().any(|key| section.attribute(key).is_some_and(leads)),
        _ => false,
    }
}
