//! New scene files, and the scene that a project starts with.

use scenewright_engine::{EngineError, Subject};

use super::create::node_class;
use super::desk::EditSession;
use super::externals;
use super::ids;
use super::lines::NodeHeader;
use super::literal::quote;
use super::refusal;
use super::rename::check_name;
use crate::files::{extension, file_name, res_path};
use crate::lexer::HeaderStyle;
use crate::scene;
use crate::scene::naming;
use crate::settings::GodotSettings;
use crate::text::GodotDocument;
use scenewright_project_files::patch::TextPatch;

pub(super) fn create_scene(
    desk: &mut EditSession<'_>,
    path: &str,
    class: Option<&str>,
    name: Option<&str>,
) -> Result<(), EngineError> {
    let relative = desk.new_scene_file(path)?;
    let class = class.unwrap_or("Node");
    let class = node_class(desk, class)?;
    let name = name.map_or_else(|| pascal_case(&relative), str::to_owned);
    check_name(&name)?;
    let root = NodeHeader {
        name: name.clone(),
        class: Some(class.to_owned()),
        unique_id: root_unique_id(desk, &relative),
        ..NodeHeader::default()
    };
    let uid = ids::new_uid(desk, &relative);
    let text = format!("[gd_scene format=3 uid={}]\n\n{}\n", quote(&uid), root.text());
    desk.write(&relative, None, text);
    desk.record_created(&relative, name);
    Ok(())
}

/// The root keeps the name and the number that it has in the scene that is inherited.
pub(super) fn inherit_scene(
    desk: &mut EditSession<'_>,
    base: &str,
    path: &str,
) -> Result<(), EngineError> {
    let relative = desk.new_scene_file(path)?;
    let base = desk.existing_file(Subject::SceneFile, base)?;
    if extension(&base) != "tscn" {
        return Err(refusal(&res_path(&base), "only text scenes can be inherited from here"));
    }
    let sheet = super::sheet::SceneBuffer::new(base.clone(), scene::resolve(&desk.files, &base)?);
    let Some(root) = sheet.scene().objects.first() else {
        return Err(refusal(&res_path(&base), "the scene has no root"));
    };
    let id = format!("1_{}", ids::resource_suffix((&relative, &base), |_| true));
    let header = NodeHeader {
        name: root.name.clone(),
        unique_id: sheet.unique_id(super::sheet::ROOT),
        instance: Some(id.clone()),
        ..NodeHeader::default()
    };
    let uid = quote(&ids::new_uid(desk, &relative));
    let external = externals::ext_resource_line(desk, &base, &id);
    let steps = if writes_unique_ids(desk) { "" } else { "load_steps=2 " };
    let text = format!("[gd_scene {steps}format=3 uid={uid}]\n\n{external}\n\n{}\n", header.text());
    let name = root.name.clone();
    desk.write(&relative, None, text);
    desk.record_created(&relative, name);
    Ok(())
}

/// As "Save Scene As" does it. Godot 3 had no uids.
pub(super) fn with_own_uid(
    desk: &EditSession<'_>,
    relative: &str,
    content: Vec<u8>,
) -> Result<Vec<u8>, EngineError> {
    let path = res_path(relative);
    let document = GodotDocument::parse(content, HeaderStyle::Attributes, &path)?;
    let header = document.sections().next().filter(|header| header.tag() == "gd_scene");
    let header = header.ok_or_else(|| refusal(&path, "the scene has no [gd_scene] header"))?;
    let uid = quote(&desk.uid(relative).unwrap_or_else(|| ids::new_uid(desk, relative)));
    let mut patch = TextPatch::default();
    let own = header.attribute_places().find(|place| place.key == "uid");
    match (own, header.attribute("format").and_then(crate::value::integer)) {
        (Some(own), _) => patch.replace(own.value_bytes, uid),
        (None, Some(3..)) => {
            let last = header.attribute_places().last().map(|place| place.value_bytes.end);
            let end = last.unwrap_or(header.header_bytes().end - 1);
            patch.insert(end, format!(" uid={uid}"));
        }
        (None, _) => {}
    }
    let text = patch.apply(document.text());
    let text = text.ok_or_else(|| refusal(&path, "its changes contradict each other"))?;
    Ok(text.into_bytes())
}

/// Godot 4.6 and later number the nodes of their scenes, and count no resources.
pub(super) fn writes_unique_ids(desk: &EditSession<'_>) -> bool {
    let version =
        GodotSettings::read(desk.files.root).ok().and_then(|settings| settings.engine_version);
    let Some(version) = version else { return true };
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or_default());
    (parts.next(), parts.next()) >= (Some(4), Some(6))
}

fn root_unique_id(desk: &EditSession<'_>, relative: &str) -> Option<i64> {
    writes_unique_ids(desk).then(|| ids::new_node_id((relative, "root"), |_| true))
}

/// `main_menu.tscn` has a root `MainMenu`.
fn pascal_case(relative: &str) -> String {
    let stem = file_name(relative).trim_end_matches(".tscn");
    let words = stem.split(['_', '-', ' ', '.']).filter(|word| !word.is_empty());
    let name: String = words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        })
        .collect();
    let name = naming::valid_name(&name);
    if name.is_empty() { "Root".to_owned() } else { name }
}

/// `application/run/main_scene`, by uid where the scene has one, as the editor has it.
pub(super) fn set_main_scene(
    desk: &mut EditSession<'_>,
    scene: &str,
    enabled: bool,
) -> Result<(), EngineError> {
    crate::scene_file(scene, &desk.files)?;
    let relative = desk.existing_file(Subject::SceneFile, scene)?;
    let bytes = desk.files.read(Subject::ProjectFile, "project.godot")?;
    let document = GodotDocument::parse(bytes, HeaderStyle::Plain, "res://project.godot")?;
    let target = desk.uid(&relative).unwrap_or_else(|| res_path(&relative));
    let application = document.sections().find(|section| section.tag() == "application");
    let place = application
        .and_then(|section| section.property_places().find(|place| place.key == "run/main_scene"));
    let is_main = match &place {
        Some(place) => {
            let path = crate::value::string(place.value).unwrap_or_default();
            desk.existing_file(Subject::SceneFile, &path).is_ok_and(|main| main == relative)
        }
        None => false,
    };
    if enabled == is_main {
        return Ok(());
    }
    if !enabled {
        return Err(refusal(scene, "it is not taken as the main scene"));
    }
    let mut patch = TextPatch::default();
    let line = format!("run/main_scene={}", quote(&target));
    match (place, application) {
        (Some(place), _) => patch.replace(place.value_bytes, quote(&target)),
        (None, Some(section)) => {
            let before = section.property_places().take_while(|place| place.key < "run/main_scene");
            let end =
                before.last().map_or(section.header_bytes().end, |place| place.value_bytes.end);
            let gap = if section.properties().next().is_none() { "\n\n" } else { "\n" };
            patch.insert(end, format!("{gap}{line}"));
        }
        (None, None) => {
            let end = document.text().trim_end().len();
            patch.insert(end, format!("\n\n[application]\n\n{line}"));
        }
    }
    let text = patch.apply(document.text());
    let text = text.ok_or_else(|| refusal("project.godot", "its changes contradict each other"))?;
    desk.write("project.godot", Some(document.text()), text);
    Ok(())
}
