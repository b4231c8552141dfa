//! Scenes and resources: the files and the resources inside the file that their values name.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use scenewright_engine::EngineError;
use scenewright_model::FindingKind;

use super::report::{Owner, Problem, Report};
use super::stale::{is_certain, stale};
use crate::externals::External;
use crate::files::{Files, Target};
use crate::text::{Document, Section};
use crate::value::{self, Named};

/// The attribute of a scene that is loaded on demand.
const PLACEHOLDER: &str = "instance_placeholder";

pub(super) fn check(
    files: &Files<'_>,
    document: &Document,
    report: &mut Report<'_>,
) -> Result<(), EngineError> {
    let mut known = Known::read(files, document, report)?;
    let mut root = None;
    for section in document.sections() {
        let owner = Owner::of(section, &mut root);
        known.check(section, &owner, report);
        check_placeholder(files, section, &owner, report)?;
    }
    for gone in known.gone.into_iter().filter(|gone| !gone.is_used) {
        gone.report(&Owner::default(), "", report);
    }
    Ok(())
}

/// A scene that is loaded on demand is named by its path, not as an external.
fn check_placeholder(
    files: &Files<'_>,
    section: Section<'_>,
    owner: &Owner,
    report: &mut Report<'_>,
) -> Result<(), EngineError> {
    if let Some(path) = section.attribute(PLACEHOLDER).and_then(value::string)
        && let Target::Missing { target, reason } = files.locate(&path, None, report.relative)?
    {
        Gone { target, reason, is_used: true }.report(owner, PLACEHOLDER, report);
    }
    Ok(())
}

/// The resources that a document declares, and those of them whose files are gone.
struct Known<'d> {
    /// With the position in `gone`.
    externals: HashMap<Cow<'d, str>, Option<usize>>,
    inner: HashSet<Cow<'d, str>>,
    gone: Vec<Gone>,
}

#[derive(Clone)]
struct Gone {
    target: String,
    reason: String,
    is_used: bool,
}

impl<'d> Known<'d> {
    fn read(
        files: &Files<'_>,
        document: &'d Document,
        report: &mut Report<'_>,
    ) -> Result<Known<'d>, EngineError> {
        let inner = document.sections().filter(|section| section.tag() == "sub_resource");
        let inner = inner.filter_map(|section| section.attribute("id").map(value::id)).collect();
        let mut known = Known { externals: HashMap::new(), inner, gone: Vec::new() };
        for external in External::all(document) {
            let gone = known.locate(files, &external, report)?;
            known.externals.insert(external.id, gone);
        }
        Ok(known)
    }

    fn locate(
        &mut self,
        files: &Files<'_>,
        external: &External<'_>,
        report: &mut Report<'_>,
    ) -> Result<Option<usize>, EngineError> {
        match external.locate(files, report.relative)? {
            Target::Missing { target, reason } => {
                // Without a uid nothing can have moved.
                if external.uid.is_some() && !is_certain(files, &target)? {
                    return Ok(None);
                }
                self.gone.push(Gone { target, reason, is_used: false });
                return Ok(Some(self.gone.len() - 1));
            }
            Target::File(found) => {
                if let Some(problem) = stale(files, external, report.relative, &found)? {
                    report.add(&Owner::default(), "ext_resource", problem);
                }
            }
            Target::Elsewhere(_) => {}
        }
        Ok(None)
    }

    fn check(&mut self, section: Section<'_>, owner: &Owner, report: &mut Report<'_>) {
        let instance = section.attribute("instance").map(|raw| ("instance", raw));
        for (property, raw) in instance.into_iter().chain(section.properties()) {
            // Each of them once, however often the value names it.
            let named: BTreeSet<Named<'_>> = value::resources(raw).into_iter().collect();
            for named in named {
                self.check_use(&named, owner, property, report);
            }
        }
    }

    fn check_use(
        &mut self,
        named: &Named<'_>,
        owner: &Owner,
        property: &str,
        report: &mut Report<'_>,
    ) {
        let (target, reason) = match named {
            Named::External(id) => match self.externals.get(id) {
                Some(None) => return,
                Some(Some(gone)) => {
                    let gone = &mut self.gone[*gone];
                    gone.is_used = true;
                    return gone.clone().report(owner, property, report);
                }
                None => (format!("ExtResource(\"{id}\")"), "the file has no external of this id"),
            },
            Named::Inner(id) if self.inner.contains(id) => return,
            Named::Inner(id) => {
                (format!("SubResource(\"{id}\")"), "the file has no resource of this id")
            }
        };
        let kind = FindingKind::DanglingFileId;
        report.add(owner, property, Problem { kind, target, reason: reason.to_owned() });
    }
}

impl Gone {
    fn report(self, owner: &Owner, property: &str, report: &mut Report<'_>) {
        let Gone { target, reason, .. } = self;
        let kind = match property {
            "script" => return report.add_script(owner, format!("{target}: {reason}")),
            "instance" | PLACEHOLDER => FindingKind::MissingPrefab,
            _ => FindingKind::MissingFile,
        };
        report.add(owner, property, Problem { kind, target, reason });
    }
}
