//! What a component is called, and what is known of its script.

use scenewright_engine::EngineError;
use scenewright_model::{Component, Script};

use super::document::Document;
use super::editor_ui;
use super::guids::{Asset, Assets, Verdict, listed};
use super::pointer::Pointer;

pub(crate) const MONO_BEHAVIOUR: u32 = 114;

pub(crate) fn component(
    document: &Document<'_>,
    assets: &Assets<'_>,
) -> Result<Component, EngineError> {
    let enabled = document.text("m_Enabled")?;
    let enabled = (!enabled.is_empty()).then_some(enabled != "0");
    Ok(Component { enabled, ..named(document, assets)? })
}

fn named(document: &Document<'_>, assets: &Assets<'_>) -> Result<Component, EngineError> {
    if document.class != MONO_BEHAVIOUR {
        return Ok(Component::built_in(document.class_name()));
    }
    let script = document.pointer("m_Script")?;
    let Some(guid) = script.guid else {
        return null_or_local(document, script);
    };
    Ok(match assets.verdict(guid) {
        Verdict::Found(asset) => found(asset, document)?,
        Verdict::BuiltIn => {
            let class = editor_ui::class_name(script.file_id).map(str::to_owned);
            built_in(document, class)?
        }
        Verdict::Missing => missing(format!("no asset has its script's guid {guid}")),
        Verdict::Unknown { absent } => {
            let reason = format!(
                "its script's guid {guid} may belong to a package that is not on disk: {}",
                listed(absent)
            );
            Component::new("(unknown script)", Script::Unknown { reason })
        }
    })
}

/// A script can be an object of the same file, made by code and saved with the scene.
fn null_or_local(document: &Document<'_>, script: Pointer) -> Result<Component, EngineError> {
    if script.is_null() {
        return Ok(missing("its script is null".to_owned()));
    }
    built_in(document, None)
}

fn built_in(document: &Document<'_>, class: Option<String>) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class),
        None => class_identifier(document)?,
    };
    Ok(Component::built_in(class.unwrap_or_else(|| document.class_name().to_owned())))
}

fn missing(reason: String) -> Component {
    Component::new("(missing script)", Script::Missing { reason })
}

/// A source file holds the class of its name; a DLL holds many.
fn found(asset: &Asset, document: &Document<'_>) -> Result<Component, EngineError> {
    let class = if asset.has_extension("dll") { class_identifier(document)? } else { None };
    let name = class.unwrap_or_else(|| asset.stem().to_owned());
    Ok(Component::new(name, Script::Found(asset.path.clone())))
}

/// The last part of `Assembly::Namespace.Class`, which only the newest editors write.
fn class_identifier(document: &Document<'_>) -> Result<Option<String>, EngineError> {
    let text = document.text("m_EditorClassIdentifier")?;
    let class = text.rsplit([':', '.']).next().unwrap_or_default();
    Ok((!class.is_empty()).then(|| class.to_owned()))
}
