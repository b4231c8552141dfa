//! Creates scene files and sets the main scene of a project.

use scenewright_engine::{EngineError, Subject};

use super::create::NewNodeClass;
use super::externals;
use super::ids;
use super::lines::NodeHeader;
use super::literal::quote;
use super::refusal;
use super::rename::check_name;
use super::session::EditSession;
use crate::files::{file_name, res_path};
use crate::imported::is_scene_file;
use crate::lexer::HeaderStyle;
use crate::scene;
use crate::scene::naming;
use crate::settings::GodotSettings;
use crate::text::GodotDocument;
use scenewright_project_files::patch::TextPatch;

pub(super) fn create_scene(
    session: &mut EditSession<'_>,
    path: &str,
    class: Option<&str>,
    name: Option<&str>,
) -> Result<(), EngineError> {
    let relative = session.new_scene_file(path)?;
    let class = class.unwrap_or("Node");
    let class = NewNodeClass::find(session, class)?;
    let name = name.map_or_else(|| pascal_case(&relative), str::to_owned);
    check_name(&name)?;
    let root = NodeHeader {
        name: name.clone(),
        class: Some(class.engine_class.clone()),
        unique_id: root_unique_id(session, &relative),
        ..NodeHeader::default()
    };
    let uid = ids::new_uid(session, &relative);
    let text = format!("[gd_scene format=3 uid={}]\n\n{}\n", quote(&uid), root.text());
    session.write(&relative, None, text);
    session.record_created(&relative, name.clone());
    class.attach_script(session, path, name)
}

/// The root keeps the name and the unique id that it has in the base scene.
pub(super) fn inherit_scene(
    session: &mut EditSession<'_>,
    base: &str,
    path: &str,
) -> Result<(), EngineError> {
    let relative = session.new_scene_file(path)?;
    let base = session.existing_file(Subject::SceneFile, base)?;
    if !is_scene_file(&base) {
        return Err(refusal(&res_path(&base), "it is not a scene"));
    }
    let buffer =
        super::buffer::SceneBuffer::new(base.clone(), scene::resolve(&session.files, &base)?);
    let Some(root) = buffer.scene().objects.first() else {
        return Err(refusal(&res_path(&base), "the scene has no root"));
    };
    let id = format!("1_{}", ids::resource_suffix((&relative, &base), |_| true));
    let header = NodeHeader {
        name: root.name.clone(),
        unique_id: buffer.unique_id(super::buffer::ROOT),
        instance: Some(id.clone()),
        ..NodeHeader::default()
    };
    let uid = quote(&ids::new_uid(session, &relative));
    let external = externals::ext_resource_line(session, &base, &id);
    let steps = if writes_unique_ids(session) { "" } else { "load_steps=2 " };
    let text = format!("[gd_scene {steps}format=3 uid={uid}]\n\n{external}\n\n{}\n", header.text());
    let name = root.name.clone();
    session.write(&relative, None, text);
    session.record_created(&relative, name);
    Ok(())
}

/// Like "Save Scene As" in the editor. Godot 3 has no uids.
pub(super) fn with_own_uid(
    session: &EditSession<'_>,
    relative: &str,
    content: Vec<u8>,
) -> Result<Vec<u8>, EngineError> {
    let path = res_path(relative);
    let document = GodotDocument::parse(content, HeaderStyle::Attributes, &path)?;
    let header = document.sections().next().filter(|header| header.tag() == "gd_scene");
    let header = header.ok_or_else(|| refusal(&path, "the scene has no [gd_scene] header"))?;
    let uid = quote(&session.uid(relative).unwrap_or_else(|| ids::new_uid(session, relative)));
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
    let text = text.ok_or_else(|| refusal(&path, "its changes conflict with each other"))?;
    Ok(text.into_bytes())
}

/// Godot 4.6 and later write unique ids of nodes, and do not count resources.
pub(super) fn writes_unique_ids(session: &EditSession<'_>) -> bool {
    let version =
        GodotSettings::read(session.files.root).ok().and_then(|settings| settings.engine_version);
    let Some(version) = version else { return true };
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or_default());
    (parts.next(), parts.next()) >= (Some(4), Some(6))
}

fn root_unique_id(session: &EditSession<'_>, relative: &str) -> Option<i64> {
    writes_unique_ids(session).then(|| ids::new_node_id((relative, "root"), |_| true))
}

/// The root of `main_menu.tscn` is `MainMenu`.
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

/// Sets `application/run/main_scene`, to the uid if the scene has one, like the editor.
pub(super) fn set_main_scene(
    session: &mut EditSession<'_>,
    scene: &str,
    enabled: bool,
) -> Result<(), EngineError> {
    crate::scene_file(scene, &session.files)?;
    let relative = session.existing_file(Subject::SceneFile, scene)?;
    let bytes = session.files.read(Subject::ProjectFile, "project.godot")?;
    let document = GodotDocument::parse(bytes, HeaderStyle::Plain, "res://project.godot")?;
    let target = session.uid(&relative).unwrap_or_else(|| res_path(&relative));
    let application = document.sections().find(|section| section.tag() == "application");
    let place = application
        .and_then(|section| section.property_places().find(|place| place.key == "run/main_scene"));
    let is_main = match &place {
        Some(place) => {
            let path = crate::value::string(place.value).unwrap_or_default();
            session.existing_file(Subject::SceneFile, &path).is_ok_and(|main| main == relative)
        }
        None => false,
    };
    if enabled == is_main {
        return Ok(());
    }
    if !enabled {
        return Err(refusal(scene, "it is not the main scene"));
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
    let text =
        text.ok_or_else(|| refusal("project.godot", "its changes conflict with each other"))?;
    session.write("project.godot", Some(document.text()), text);
    Ok(())
}
