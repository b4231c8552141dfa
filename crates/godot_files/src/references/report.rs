//! The findings of one file.

use scenewright_engine::EngineError;
use scenewright_model::{
    BrokenReason, BrokenReference, FindingKind, Findings, MissingScript, MissingTarget,
    SourcePosition, source_positions,
};

use super::CheckedFile;
use crate::files::res_path;
use crate::text::Section;
use crate::value;

pub(super) struct GodotFileReport<'f> {
    /// The project-relative path of the file.
    pub(super) relative: &'f str,
    findings: Findings,
    /// Where they are in the text, in the same order.
    script_offsets: Vec<usize>,
    reference_offsets: Vec<usize>,
}

/// The node or sub-resource with the property; empty for neither.
#[derive(Debug, Clone, Default)]
pub(super) struct FindingOwner {
    pub(super) object_path: String,
    pub(super) component: String,
}

/// A broken reference of a property.
pub(super) struct ReferenceProblem {
    pub(super) kind: FindingKind,
    pub(super) target: String,
    pub(super) reason: BrokenReason,
}

impl<'f> GodotFileReport<'f> {
    pub(super) fn new(relative: &'f str) -> GodotFileReport<'f> {
        GodotFileReport {
            relative,
            findings: Findings::default(),
            script_offsets: Vec::new(),
            reference_offsets: Vec::new(),
        }
    }

    pub(super) fn finish(self, checked: Result<(), EngineError>) -> CheckedFile {
        CheckedFile {
            relative: self.relative.to_owned(),
            findings: self.findings,
            problem: checked.err(),
        }
    }

    /// Adds a finding at an offset of the checked file's text.
    pub(super) fn add(
        &mut self,
        owner: &FindingOwner,
        property: &str,
        problem: ReferenceProblem,
        offset: usize,
    ) {
        self.reference_offsets.push(offset);
        self.add_to(self.relative, owner, property, problem, None);
    }

    /// Gives the findings that were added to the checked file their positions in its text.
    pub(super) fn locate(&mut self, text: &str) {
        let scripts = source_positions(text.as_bytes(), &self.script_offsets);
        for (found, position) in self.findings.missing_scripts.iter_mut().zip(scripts) {
            found.position = Some(position);
        }
        let references = source_positions(text.as_bytes(), &self.reference_offsets);
        for (found, position) in self.findings.broken_references.iter_mut().zip(references) {
            found.position = Some(position);
        }
    }

    /// Adds a finding of any file. It is not located later.
    pub(super) fn add_to(
        &mut self,
        relative: &str,
        owner: &FindingOwner,
        property: &str,
        problem: ReferenceProblem,
        position: Option<SourcePosition>,
    ) {
        self.findings.broken_references.push(BrokenReference {
            kind: problem.kind,
            file: res_path(relative),
            object_path: owner.object_path.clone(),
            component: owner.component.clone(),
            property: property.to_owned(),
            target: MissingTarget::Address(problem.target),
            reason: problem.reason,
            position,
        });
    }

    pub(super) fn add_script(
        &mut self,
        owner: &FindingOwner,
        target: String,
        reason: BrokenReason,
        offset: usize,
    ) {
        self.script_offsets.push(offset);
        self.findings.missing_scripts.push(MissingScript {
            file: res_path(self.relative),
            object_path: owner.object_path.clone(),
            // The class of a node comes first; a resource only has a script.
            component_index: usize::from(!owner.object_path.is_empty()),
            target: MissingTarget::Address(target),
            reason,
            position: None,
        });
    }
}

impl FindingOwner {
    /// `root` keeps the name of the root node, which is not part of paths in the file.
    pub(super) fn of_section(section: Section<'_>, root: &mut Option<String>) -> FindingOwner {
        let text = |key| section.attribute(key).and_then(value::string);
        let component = text("type").unwrap_or_default().into_owned();
        let name = text("name").unwrap_or_default();
        let object_path = match (section.tag(), text("parent").as_deref()) {
            ("node", None) => {
                *root = Some(name.to_string());
                name.to_string()
            }
            ("node", Some(".")) => format!("{}/{name}", root.as_deref().unwrap_or_default()),
            ("node", Some(parent)) => {
                format!("{}/{parent}/{name}", root.as_deref().unwrap_or_default())
            }
            _ => String::new(),
        };
        FindingOwner { object_path, component }
    }
}
