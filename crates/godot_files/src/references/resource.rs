//! Checks the external resources and sub-resources that the values of scenes and resources use.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReason, FindingKind};

use super::report::{FindingOwner, GodotFileReport, ReferenceProblem};
use super::stale::{is_certainly_missing, stale_reference};
use crate::externals::ExternalResource;
use crate::files::{GodotFileView, ReferenceTarget};
use crate::text::{GodotDocument, Section};
use crate::value::{self, NamedResource};

/// The attribute of an instance that is loaded on demand.
const PLACEHOLDER: &str = "instance_placeholder";

pub(super) fn check(
    files: &GodotFileView<'_>,
    document: &GodotDocument,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    let mut known = DeclaredResources::read(files, document, report)?;
    let mut root = None;
    for section in document.sections() {
        let owner = FindingOwner::of_section(section, &mut root);
        known.check(section, &owner, report);
        check_placeholder(files, section, &owner, report)?;
    }
    for missing in known.missing.into_iter().filter(|missing| !missing.is_used) {
        let offset = missing.offset;
        missing.report(&FindingOwner::default(), "", report, offset);
    }
    Ok(())
}

/// A scene that is loaded on demand is given by its path and not as an external resource.
fn check_placeholder(
    files: &GodotFileView<'_>,
    section: Section<'_>,
    owner: &FindingOwner,
    report: &mut GodotFileReport<'_>,
) -> Result<(), EngineError> {
    if let Some(path) = section.attribute(PLACEHOLDER).and_then(value::string)
        && let ReferenceTarget::Missing { target, reason } =
            files.locate(&path, None, report.relative)?
    {
        let offset = section.attribute_offset(PLACEHOLDER);
        let missing = MissingResource { target, reason, is_used: true, offset };
        missing.report(owner, PLACEHOLDER, report, offset);
    }
    Ok(())
}

/// The resources that a document declares, and those whose files are missing.
struct DeclaredResources<'d> {
    /// With the index in `missing`.
    externals: HashMap<Cow<'d, str>, Option<usize>>,
    inner: HashSet<Cow<'d, str>>,
    missing: Vec<MissingResource>,
}

#[derive(Clone)]
struct MissingResource {
    target: String,
    reason: BrokenReason,
    is_used: bool,
    /// Where it is declared.
    offset: usize,
}

impl<'d> DeclaredResources<'d> {
    fn read(
        files: &GodotFileView<'_>,
        document: &'d GodotDocument,
        report: &mut GodotFileReport<'_>,
    ) -> Result<DeclaredResources<'d>, EngineError> {
        let inner = document.sections().filter(|section| section.tag() == "sub_resource");
        let inner = inner.filter_map(|section| section.attribute("id").map(value::id)).collect();
        let mut known = DeclaredResources { externals: HashMap::new(), inner, missing: Vec::new() };
        for (section, external) in ExternalResource::with_sections(document) {
            let missing = known.locate(files, section, &external, report)?;
            known.externals.insert(external.id, missing);
        }
        Ok(known)
    }

    fn locate(
        &mut self,
        files: &GodotFileView<'_>,
        section: Section<'_>,
        external: &ExternalResource<'_>,
        report: &mut GodotFileReport<'_>,
    ) -> Result<Option<usize>, EngineError> {
        match external.locate(files, report.relative)? {
            ReferenceTarget::Missing { target, reason } => {
                // Only a file with a uid can have been moved.
                if external.uid.is_some() && !is_certainly_missing(files, &target)? {
                    return Ok(None);
                }
                let offset = section.attribute_offset(key_of(&target));
                self.missing.push(MissingResource { target, reason, is_used: false, offset });
                return Ok(Some(self.missing.len() - 1));
            }
            ReferenceTarget::File(found) => {
                if let Some(problem) = stale_reference(files, external, report.relative, &found)? {
                    let offset = section.attribute_offset(key_of(&problem.target));
                    report.add(&FindingOwner::default(), "ext_resource", problem, offset);
                }
            }
            ReferenceTarget::Elsewhere(_) => {}
        }
        Ok(None)
    }

    fn check(
        &mut self,
        section: Section<'_>,
        owner: &FindingOwner,
        report: &mut GodotFileReport<'_>,
    ) {
        let instance = section.attribute("instance").map(|raw| ("instance", raw));
        for (property, raw) in instance.into_iter().chain(section.properties()) {
            // Each of them once, however often the value names it.
            let named: BTreeSet<NamedResource<'_>> = value::resources(raw).into_iter().collect();
            for named in named {
                let offset = section.offset_of(raw) + use_offset(raw, &named);
                self.check_use(&named, owner, property, offset, report);
            }
        }
    }

    fn check_use(
        &mut self,
        named: &NamedResource<'_>,
        owner: &FindingOwner,
        property: &str,
        offset: usize,
        report: &mut GodotFileReport<'_>,
    ) {
        let (target, reason) = match named {
            NamedResource::External(id) => match self.externals.get(id) {
                Some(None) => return,
                Some(Some(missing)) => {
                    let missing = &mut self.missing[*missing];
                    missing.is_used = true;
                    return missing.clone().report(owner, property, report, offset);
                }
                None => (format!("ExtResource(\"{id}\")"), BrokenReason::NoExternalResource),
            },
            NamedResource::Inner(id) if self.inner.contains(id) => return,
            NamedResource::Inner(id) => {
                (format!("SubResource(\"{id}\")"), BrokenReason::NoSubResource)
            }
        };
        let kind = FindingKind::DanglingFileId;
        report.add(owner, property, ReferenceProblem { kind, target, reason }, offset);
    }
}

/// The attribute that holds a target.
fn key_of(target: &str) -> &'static str {
    if target.starts_with("uid://") { "uid" } else { "path" }
}

/// Where a value names a resource for the first time.
fn use_offset(raw: &str, named: &NamedResource<'_>) -> usize {
    let (call, id) = match named {
        NamedResource::External(id) => ("ExtResource", id),
        NamedResource::Inner(id) => ("SubResource", id),
    };
    let mut calls = raw.match_indices(call).map(|(at, _)| at);
    let is_named = |at: &usize| {
        let rest = raw[at + call.len()..].trim_start().strip_prefix('(');
        let argument = rest.and_then(|rest| rest.split(')').next()).unwrap_or_default();
        argument.trim().trim_matches('"') == *id
    };
    calls.find(is_named).unwrap_or_default()
}

impl MissingResource {
    fn report(
        self,
        owner: &FindingOwner,
        property: &str,
        report: &mut GodotFileReport<'_>,
        offset: usize,
    ) {
        let MissingResource { target, reason, .. } = self;
        let kind = match property {
            "script" => return report.add_script(owner, target, reason, offset),
            "instance" | PLACEHOLDER => FindingKind::MissingPrefab,
            _ => FindingKind::MissingFile,
        };
        report.add(owner, property, ReferenceProblem { kind, target, reason }, offset);
    }
}
