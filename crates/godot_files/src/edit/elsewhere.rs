//! What other scenes say of the nodes of this one: they name them by their paths, and nobody tells
//! them that these change.

use scenewright_engine::{EngineError, Subject};

use super::desk::EditSession;
use super::node_paths::rebase;
use super::sheet::SceneBuffer;
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, extension, res_path};
use crate::text::{GodotDocument, Section};
use crate::value;

/// Notes the scenes that change, extend or connect the node at a path below the root.
pub(super) fn note_scenes_naming(
    desk: &mut EditSession<'_>,
    sheet: &SceneBuffer,
    local: &str,
    what: &str,
) -> Result<(), EngineError> {
    let index = desk.files.index()?;
    let Some(own) = index.find(&sheet.relative) else { return Ok(()) };
    let sources = index.sources(own).iter().map(|number| index.file(*number).path.to_string());
    let scenes: Vec<String> = sources.filter(|path| extension(path) == "tscn").collect();
    for scene in scenes {
        let Ok(document) = desk.files.document(Subject::SceneFile, &scene) else { continue };
        for instance in instances(desk, &document, &scene, &sheet.relative) {
            let path =
                if instance.is_empty() { local.to_owned() } else { format!("{instance}/{local}") };
            if document.sections().any(|section| names_node(section, &path)) {
                let file = res_path(&scene);
                desk.add_note(format!(
                    "'{file}' names the node '{path}', which {what} in '{}'",
                    sheet.path()
                ));
            }
        }
    }
    Ok(())
}

/// Where instances of a scene stand in a document; the root is empty.
fn instances(
    desk: &EditSession<'_>,
    document: &GodotDocument,
    from: &str,
    of: &str,
) -> Vec<String> {
    let externals = ExternalResources::new(document, from);
    let nodes = document.sections().filter(|section| section.tag() == "node");
    let instance = |section: Section<'_>| {
        let target = externals.locate(section.attribute("instance")?, &desk.files).ok()??;
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
