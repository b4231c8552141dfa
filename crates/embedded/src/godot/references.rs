//! What points at nothing: scripts, scenes and other files that are named and are not there.

use std::collections::{BTreeSet, HashMap};

use scenewright_engine::EngineError;
use scenewright_model::{BrokenReference, FindingKind, Findings, MissingScript};

use super::externals::External;
use super::files::{Files, Target, extension, res};
use super::notes::Notes;
use super::settings::{self, Settings};
use super::text::{Document, Section};
use super::value;

pub(super) fn missing(files: &Files<'_>) -> Result<(Findings, Vec<String>), EngineError> {
    let paths = files.list(|name| matches!(extension(name), "tscn" | "tres"))?;
    let mut scan = files.cx.scan(paths.len() + 1);
    let mut findings = Findings::default();
    let mut notes = Notes::default();
    if scan.advance()? {
        let checked = check_settings(files, &mut findings);
        or_skip(checked, settings::FILE, &mut notes)?;
    }
    for path in &paths {
        if !scan.advance()? {
            break;
        }
        let checked = check_resource(files, path, &mut findings);
        or_skip(checked, path, &mut notes)?;
    }
    let mut diagnostics = notes.into_diagnostics();
    diagnostics.extend(scan.diagnostic());
    Ok((findings, diagnostics))
}

/// One bad file does not end a scan; being told to stop does.
fn or_skip(
    checked: Result<(), EngineError>,
    relative: &str,
    notes: &mut Notes,
) -> Result<(), EngineError> {
    let path = res(relative);
    match checked {
        Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => return Err(error),
        Err(EngineError::Malformed { line, reason, .. }) => {
            notes.add(&format!("skipped '{path}', line {line}: {reason}"));
        }
        Err(error) => notes.add(&format!("skipped '{path}': {error}")),
        Ok(()) => {}
    }
    Ok(())
}

fn check_settings(files: &Files<'_>, findings: &mut Findings) -> Result<(), EngineError> {
    let settings = Settings::read(files.root)?;
    let main = settings.main_scene.map(|path| ("application", "run/main_scene".to_owned(), path));
    let autoloads =
        settings.autoloads.into_iter().map(|autoload| ("autoload", autoload.name, autoload.path));
    for (section, key, path) in main.into_iter().chain(autoloads) {
        if let Target::Missing { target, reason } = files.locate(&path, None, "")? {
            findings.broken_references.push(BrokenReference {
                kind: FindingKind::MissingFile,
                file: res(settings::FILE),
                object_path: String::new(),
                component: String::new(),
                property: format!("{section}/{key}"),
                target,
                reason,
            });
        }
    }
    Ok(())
}

fn check_resource(
    files: &Files<'_>,
    relative: &str,
    findings: &mut Findings,
) -> Result<(), EngineError> {
    let document = files.document("Resource", relative)?;
    let mut gone = Gone::default();
    for external in External::all(&document) {
        if let Target::Missing { target, reason } = external.locate(files, relative)? {
            gone.add(&external, target, reason);
        }
    }
    if !gone.by_id.is_empty() {
        gone.find_uses(&document, &res(relative), findings);
    }
    check_placeholders(files, relative, &document, findings)
}

/// The attribute of a scene that is loaded on demand.
const PLACEHOLDER: &str = "instance_placeholder";

/// A scene that is loaded on demand is named by its path, not as an external.
fn check_placeholders(
    files: &Files<'_>,
    relative: &str,
    document: &Document,
    findings: &mut Findings,
) -> Result<(), EngineError> {
    if memchr::memmem::find(document.text().as_bytes(), PLACEHOLDER.as_bytes()).is_none() {
        return Ok(());
    }
    let mut root = None;
    for section in document.sections() {
        let owner = Owner::of(section, &mut root);
        let Some(path) = section.attribute(PLACEHOLDER).and_then(value::string) else {
            continue;
        };
        if let Target::Missing { target, reason } = files.locate(&path, None, relative)? {
            let external = GoneExternal::new(target, reason);
            report(&res(relative), &owner, PLACEHOLDER, &external, findings);
        }
    }
    Ok(())
}

/// The externals of one document whose files are gone.
#[derive(Default)]
struct Gone {
    by_id: HashMap<String, usize>,
    all: Vec<GoneExternal>,
}

struct GoneExternal {
    target: String,
    reason: String,
    used: bool,
}

impl GoneExternal {
    fn new(target: String, reason: String) -> GoneExternal {
        GoneExternal { target, reason, used: false }
    }
}

impl Gone {
    fn add(&mut self, external: &External<'_>, target: String, reason: String) {
        self.by_id.insert(external.id.to_string(), self.all.len());
        self.all.push(GoneExternal::new(target, reason));
    }

    fn find_uses(mut self, document: &Document, file: &str, findings: &mut Findings) {
        let mut root = None;
        for section in document.sections() {
            let owner = Owner::of(section, &mut root);
            let instance = section.attribute("instance").map(|raw| ("instance", raw));
            for (property, raw) in instance.into_iter().chain(section.properties()) {
                for index in self.named_in(raw) {
                    let external = &mut self.all[index];
                    external.used = true;
                    report(file, &owner, property, external, findings);
                }
            }
        }
        for external in self.all.iter().filter(|external| !external.used) {
            report(file, &Owner::default(), "", external, findings);
        }
    }

    /// Each of them once, however often the value names it.
    fn named_in(&self, raw: &str) -> BTreeSet<usize> {
        value::ext_resources(raw).iter().filter_map(|id| self.by_id.get(&**id).copied()).collect()
    }
}

/// Whose property it is: a node, or a resource inside the file.
#[derive(Default)]
struct Owner {
    object_path: String,
    class: String,
}

impl Owner {
    /// `root` remembers the root node's name, which paths in the file leave out.
    fn of(section: Section<'_>, root: &mut Option<String>) -> Owner {
        let text = |key| section.attribute(key).and_then(value::string);
        let class = text("type").unwrap_or_default().into_owned();
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
        Owner { object_path, class }
    }
}

fn report(
    file: &str,
    owner: &Owner,
    property: &str,
    external: &GoneExternal,
    findings: &mut Findings,
) {
    let (target, reason) = (external.target.clone(), external.reason.clone());
    if property == "script" {
        findings.missing_scripts.push(MissingScript {
            file: file.to_owned(),
            object_path: owner.object_path.clone(),
            // A node's class comes first; a resource has nothing but its script.
            component_index: usize::from(!owner.object_path.is_empty()),
            reason: format!("{target}: {reason}"),
        });
        return;
    }
    let is_source = matches!(property, "instance" | PLACEHOLDER);
    findings.broken_references.push(BrokenReference {
        kind: if is_source { FindingKind::MissingPrefab } else { FindingKind::MissingFile },
        file: file.to_owned(),
        object_path: owner.object_path.clone(),
        component: owner.class.clone(),
        property: property.to_owned(),
        target,
        reason,
    });
}
