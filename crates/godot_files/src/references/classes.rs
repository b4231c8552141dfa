//! Checks that Godot can create the nodes and resources of a file.

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind};

use super::LazyApi;
use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use crate::api::{Api, ApiClass};
use crate::files::{GodotFileView, extension};
use crate::scene::is_override;
use crate::text::{GodotDocument, Section};
use crate::value;

/// Only the C# version of Godot has it.
const CSHARP_SCRIPT: &str = "CSharpScript";

pub(super) fn check(
    files: &GodotFileView<'_>,
    classes: &LazyApi<'_>,
    document: &GodotDocument,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let Some(api) = classes.api() else { return Ok(()) };
    let is_complete = classes.is_complete() && !has_extensions(files)?;
    let mut root = None;
    for section in document.sections() {
        let owner = FindingOwner::of_section(section, &mut root);
        let Some((class, base)) = created_class(section) else { continue };
        let problem = match &*class {
            "" => Some(BrokenReason::NoRootClass),
            class => problem(api, class, base, is_complete),
        };
        if let Some(reason) = problem {
            let (kind, target) = (FindingKind::InvalidClass, class.into_owned());
            let problem = ReferenceProblem { kind, target, reason };
            report.add(&owner, "type", problem, section.attribute_offset("type"));
        }
    }
    Ok(())
}

/// What a section creates.
#[derive(Clone, Copy, PartialEq)]
enum CreatedObject {
    Node,
    Resource,
}

/// The class that Godot creates for a section; empty for a root node without one.
fn created_class(section: Section<'_>) -> Option<(std::borrow::Cow<'_, str>, CreatedObject)> {
    let class = section.attribute("type").and_then(value::string);
    match section.tag() {
        "node" if section.attribute("parent").is_none() && is_override(section) => {
            Some(("".into(), CreatedObject::Node))
        }
        "node" if section.attribute("instance").is_some() => None,
        "node" => class.map(|class| (class, CreatedObject::Node)),
        "sub_resource" | "gd_resource" => class.map(|class| (class, CreatedObject::Resource)),
        _ => None,
    }
}

fn problem(
    api: &Api,
    name: &str,
    created: CreatedObject,
    is_complete: bool,
) -> Option<BrokenReason> {
    let class = name.to_owned();
    let Some(found) = api.class_or_renamed(name) else {
        let is_certain = is_complete && name != CSHARP_SCRIPT;
        return is_certain.then_some(BrokenReason::NoClass { class });
    };
    match created {
        CreatedObject::Node if !found.is_a("Node") => Some(BrokenReason::NotNodeClass { class }),
        CreatedObject::Resource if !found.is_a("Resource") => {
            Some(BrokenReason::NotResourceClass { class })
        }
        _ if !found.is_instantiable() && !is_of_editor(found) => {
            Some(BrokenReason::AbstractClass { class })
        }
        _ => None,
    }
}

/// Godot only creates these in the editor, where plugins use them.
fn is_of_editor(class: ApiClass<'_>) -> bool {
    class.name().starts_with("Editor")
}

/// Extensions add classes.
fn has_extensions(files: &GodotFileView<'_>) -> Result<bool, EngineError> {
    let files = files.index()?.files();
    Ok(files.iter().any(|file| extension(&file.path) == "gdextension"))
}
