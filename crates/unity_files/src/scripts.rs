//! What a component is called, and what is known of its script.

use scenewright_engine::EngineError;
use scenewright_model::{Component, Script};

use super::document::Document;
use super::editor_ui;
use super::guids::{Assets, Verdict, whereabouts};
use super::index::AssetFile;
use super::pointer::{Guid, Pointer};

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
        Verdict::Found(dll) if dll.has_extension("dll") => {
            in_dll(dll, assets.dll_class(guid, dll, script.file_id), document)?
        }
        Verdict::Found(asset) => {
            Component::new(asset.stem().to_owned(), Script::Found(asset.path.to_string()))
        }
        Verdict::Gone(asset) => {
            Component::new(asset.stem().to_owned(), Script::Missing { reason: asset.gone() })
        }
        Verdict::Package { name, script } => packaged(document, name, script)?,
        Verdict::BuiltIn => {
            let class = editor_ui::class_name(script.file_id).map(str::to_owned);
            built_in(document, class)?
        }
        Verdict::Missing => missing(format!("no asset has its script's guid {guid}")),
        Verdict::Unknown { absent } => unknown(document, guid, absent)?,
    })
}

/// Named by what is known of it: its class where the file has it, else its guid and, if only one
/// package can hold it, that.
fn unknown(
    document: &Document<'_>,
    guid: Guid,
    absent: &[String],
) -> Result<Component, EngineError> {
    let reason = format!("its script's guid {guid} may {}", whereabouts(absent));
    let name = match (class_identifier(document)?, absent) {
        (Some(class), _) => class,
        (None, [package]) => format!("(unknown script {guid} perhaps of {package})"),
        (None, _) => format!("(unknown script {guid})"),
    };
    Ok(Component::new(name, Script::Unknown { reason }))
}

/// The package is known, the script's folder in it is not.
fn packaged(
    document: &Document<'_>,
    package: &str,
    class: Option<&str>,
) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class.to_owned()),
        None => class_identifier(document)?,
    };
    Ok(Component::new(
        class.unwrap_or_else(|| format!("Script in {package}")),
        Script::Found(format!("Packages/{package}")),
    ))
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
fn in_dll(
    dll: &AssetFile,
    class: Option<String>,
    document: &Document<'_>,
) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class),
        None => class_identifier(document)?,
    };
    let name = class.unwrap_or_else(|| format!("Script in {}.dll", dll.stem()));
    Ok(Component::new(name, Script::Found(dll.path.to_string())))
}

/// The last part of `Assembly::Namespace.Class`, which only the newest editors write.
fn class_identifier(document: &Document<'_>) -> Result<Option<String>, EngineError> {
    let text = document.text("m_EditorClassIdentifier")?;
    let class = text.rsplit([':', '.']).next().unwrap_or_default();
    Ok((!class.is_empty()).then(|| class.to_owned()))
}
