//! The type name of a component, and what is known about its script.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use foldhash::fast::RandomState;
use scenewright_engine::EngineError;
use scenewright_model::{
    BrokenReason, Component, ComponentScript, MissingTarget, UnknownReason, UnreadOwners,
};

use super::document::UnityDocument;
use super::editor_dlls;
use super::guids::{ResolvedGuid, UnityAssets};
use super::index::AssetFile;
use super::package_table::{self, AssetKinds};
use super::pointer::{Guid, Pointer};
use crate::class_ids::MONO_BEHAVIOUR;

/// The components of a file, each kind once: most are alike, and a script is looked up only once.
#[derive(Default)]
pub(crate) struct ComponentTable<'a>(HashMap<ComponentKey<'a>, Arc<Component>, RandomState>);

/// All that a document's component depends on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct ComponentKey<'a> {
    class: u32,
    class_name: &'a str,
    enabled: Cow<'a, str>,
    script: Pointer,
    class_identifier: Cow<'a, str>,
}

impl<'a> ComponentKey<'a> {
    pub(crate) fn read(document: &UnityDocument<'a>) -> Result<ComponentKey<'a>, EngineError> {
        let is_script = document.class == MONO_BEHAVIOUR;
        Ok(ComponentKey {
            class: document.class,
            class_name: document.class_name(),
            enabled: document.text_ref("m_Enabled")?,
            script: if is_script { document.pointer("m_Script")? } else { Pointer::default() },
            class_identifier: match is_script {
                true => document.text_ref("m_EditorClassIdentifier")?,
                false => Cow::Borrowed(""),
            },
        })
    }
}

impl<'a> ComponentTable<'a> {
    pub(crate) fn component(
        &mut self,
        document: &UnityDocument<'a>,
        key: ComponentKey<'a>,
        assets: &UnityAssets<'_>,
    ) -> Result<Arc<Component>, EngineError> {
        match self.0.entry(key) {
            Entry::Occupied(known) => Ok(Arc::clone(known.get())),
            Entry::Vacant(free) => {
                Ok(Arc::clone(free.insert(Arc::new(component(document, assets)?))))
            }
        }
    }
}

pub(crate) fn component(
    document: &UnityDocument<'_>,
    assets: &UnityAssets<'_>,
) -> Result<Component, EngineError> {
    let enabled = document.text_ref("m_Enabled")?;
    let enabled = (!enabled.is_empty()).then_some(enabled != "0");
    Ok(Component { enabled, ..identify(document, assets)? })
}

fn identify(
    document: &UnityDocument<'_>,
    assets: &UnityAssets<'_>,
) -> Result<Component, EngineError> {
    if document.class != MONO_BEHAVIOUR {
        return Ok(Component::built_in(document.class_name()));
    }
    let script = document.pointer("m_Script")?;
    let Some(guid) = script.guid else {
        return null_or_local_script(document, script);
    };
    Ok(match assets.resolve_reference(guid, AssetKinds::SCRIPTS) {
        ResolvedGuid::Found(dll) if dll.has_extension("dll") => {
            dll_script(dll, assets.dll_class(guid, dll, script.file_id), document)?
        }
        ResolvedGuid::Found(asset) => {
            Component::new(asset.stem().to_owned(), ComponentScript::Found(asset.path.to_string()))
        }
        ResolvedGuid::OnlyMeta(asset) => Component::new(
            asset.stem().to_owned(),
            ComponentScript::Missing { target: guid.to_target(), reason: asset.deleted() },
        ),
        ResolvedGuid::Package { name, script } => package_script(document, name, script)?,
        ResolvedGuid::BuiltIn => {
            let class = editor_dlls::class_name(script.file_id).map(str::to_owned);
            built_in_script(document, class)?
        }
        ResolvedGuid::Missing { reason } => {
            let class = package_table::find(guid).find_map(|asset| asset.class);
            missing_script(class, guid.to_target(), reason)
        }
        ResolvedGuid::Unknown { reason } => unknown_script(document, guid, reason)?,
    })
}

/// The name is the class if the file has it, else the guid with the package, if only one can hold
/// it.
fn unknown_script(
    document: &UnityDocument<'_>,
    guid: Guid,
    reason: UnknownReason,
) -> Result<Component, EngineError> {
    let name = match (class_identifier(document)?, only_owner(&reason)) {
        (Some(class), _) => class,
        (None, Some(package)) => format!("(unknown script {guid} perhaps of {package})"),
        (None, None) => format!("(unknown script {guid})"),
    };
    Ok(Component::new(name, ComponentScript::Unknown { target: guid.to_target(), reason }))
}

fn only_owner(reason: &UnknownReason) -> Option<&str> {
    match reason {
        UnknownReason::PerhapsDependency { package, .. }
        | UnknownReason::PerhapsSample { package, .. } => Some(package),
        UnknownReason::UnresolvedGuid(UnreadOwners { packages, submodules, files: false })
            if submodules.is_empty() =>
        {
            let [package] = &**packages else { return None };
            Some(&package.name)
        }
        _ => None,
    }
}

/// The package is known, the script's folder in it is not.
fn package_script(
    document: &UnityDocument<'_>,
    package: &str,
    class: Option<&str>,
) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class.to_owned()),
        None => class_identifier(document)?,
    };
    Ok(Component::new(
        class.unwrap_or_else(|| format!("Script in {package}")),
        ComponentScript::Found(format!("Packages/{package}")),
    ))
}

/// A script can be an object of the same file, created by code and saved with the scene.
fn null_or_local_script(
    document: &UnityDocument<'_>,
    script: Pointer,
) -> Result<Component, EngineError> {
    if script.is_null() && !is_editor_class(document)? {
        return Ok(missing_script(None, MissingTarget::Null, BrokenReason::NullScript));
    }
    built_in_script(document, None)
}

fn built_in_script(
    document: &UnityDocument<'_>,
    class: Option<String>,
) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class),
        None => class_identifier(document)?,
    };
    Ok(Component::built_in(class.unwrap_or_else(|| document.class_name().to_owned())))
}

/// The class is known if the script is in a package that the project does not have.
fn missing_script(class: Option<&str>, target: MissingTarget, reason: BrokenReason) -> Component {
    let name = class.unwrap_or("(missing script)");
    Component::new(name, ComponentScript::Missing { target, reason })
}

/// A source file holds the class of its name; a DLL holds many.
fn dll_script(
    dll: &AssetFile,
    class: Option<String>,
    document: &UnityDocument<'_>,
) -> Result<Component, EngineError> {
    let class = match class {
        Some(class) => Some(class),
        None => class_identifier(document)?,
    };
    let name = class.unwrap_or_else(|| format!("Script in {}.dll", dll.stem()));
    Ok(Component::new(name, ComponentScript::Found(dll.path.to_string())))
}

/// Whether the class is in an assembly of the editor, which saves some of its settings without a script.
pub(crate) fn is_editor_class(document: &UnityDocument<'_>) -> Result<bool, EngineError> {
    let text = document.text_ref("m_EditorClassIdentifier")?;
    Ok(["UnityEditor.", "UnityEngine."].iter().any(|start| text.starts_with(start)))
}

/// The last part of `Assembly::Namespace.Class` or `Assembly:Namespace:Class`, which only the newest editors write.
fn class_identifier(document: &UnityDocument<'_>) -> Result<Option<String>, EngineError> {
    let text = document.text_ref("m_EditorClassIdentifier")?;
    let class = text.rsplit([':', '.']).next().unwrap_or_default();
    Ok((!class.is_empty()).then(|| class.to_owned()))
}
