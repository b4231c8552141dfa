//! What other scenes say of the nodes of this one: they name them by their paths, and nobody tells
//! them that these change.

use scenewright_engine::EngineError;

use super::desk::Desk;
use super::node_paths::moved;
use super::sheet::Sheet;
use crate::externals::Externals;
use crate::files::{Target, extension, res};
use crate::text::{Document, Section};
use crate::value;

/// Notes the scenes that change, extend or connect the node at a path below the root.
pub(super) fn note(
    desk: &mut Desk<'_>,
    sheet: &Sheet,
    local: &str,
    what: &str,
) -> Result<(), EngineError> {
    let index = desk.files.index()?;
    let Some(own) = index.find(&sheet.relative) else { return Ok(()) };
    let sources = index.sources(own).iter().map(|number| index.file(*number).path.to_string());
    let scenes: Vec<String> = sources.filter(|path| extension(path) == "tscn").collect();
    for scene in scenes {
        let Ok(document) = desk.files.document("Scene file", &scene) else { continue };
        for instance in instances(desk, &document, &scene, &sheet.relative) {
            let path =
                if instance.is_empty() { local.to_owned() } else { format!("{instance}/{local}") };
            if document.sections().any(|section| names(section, &path)) {
                let file = res(&scene);
                desk.note(format!(
                    "'{file}' names the node '{path}', which {what} in '{}'",
                    sheet.path()
                ));
            }
        }
    }
    Ok(())
}

/// Where instances of a scene stand in a document; the root is empty.
fn instances(desk: &Desk<'_>, document: &Document, from: &str, of: &str) -> Vec<String> {
    let externals = Externals::new(document, from);
    let nodes = document.sections().filter(|section| section.tag() == "node");
    let instance = |section: Section<'_>| {
        let target = externals.locate(section.attribute("instance")?, &desk.files).ok()??;
        (target == Target::File(of.to_owned())).then(|| full(section)).flatten()
    };
    nodes.filter_map(instance).collect()
}

fn full(section: Section<'_>) -> Option<String> {
    let text = |key| section.attribute(key).and_then(value::string);
    let name = text("name")?;
    Some(match text("parent") {
        None => String::new(),
        Some(parent) if parent == "." => name.into_owned(),
        Some(parent) => format!("{parent}/{name}"),
    })
}

fn names(section: Section<'_>, path: &str) -> bool {
    let leads = |raw: &str| value::string(raw).is_some_and(|text| moved(&text, path, "").is_some());
    match section.tag() {
        "node" => full(section).is_some_and(|full| moved(&full, path, "").is_some()),
        "connection" => ["from", "to"].iter().any(|key| section.attribute(key).is_some_and(leads)),
        _ => false,
    }
}
