//! What a real Godot says about the files of a project, before and after each of several damages.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use scenewright_testkit::Fixture;
use serde_json::{Value, json};

use crate::damages::{Damage, ProjectTexts};
use crate::needs_godot::godot;

const JUDGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/real/load_errors.gd");

/// The sources of Godot that load and instantiate scenes and resources.
const LOADERS: [&str; 5] = [
    "resource_format_text.cpp",
    "resource_format_binary.cpp",
    "resource_loader.cpp",
    "packed_scene.cpp",
    "core/object/object.cpp",
];

/// What Godot says about one file.
#[derive(Debug, Default, Clone)]
pub(crate) struct FileVerdict {
    /// Load errors and warnings.
    pub(crate) errors: Vec<String>,
    /// Those of them that the loaders of scenes and resources report, and not the resources themselves.
    pub(crate) loader_errors: Vec<String>,
    /// Kind and target of what leads nowhere.
    pub(crate) dead: Vec<(String, String)>,
}

pub(crate) struct ProjectVerdicts {
    /// By step and file. Step 0 is the project as it is, step `n` the one with damage `n - 1`.
    files: HashMap<(usize, String), FileVerdict>,
    /// The files that each damage can show in.
    loads: Vec<Vec<String>>,
    /// Files that Godot does not load even without a damage: nothing can be said about them.
    unloadable: BTreeSet<String>,
    existing: BTreeSet<String>,
}

impl ProjectVerdicts {
    pub(crate) fn is_loadable(&self, file: &str) -> bool {
        !self.unloadable.contains(file)
    }

    /// Whether the undamaged project has a text file.
    pub(crate) fn has_file(&self, file: &str) -> bool {
        self.existing.contains(file)
    }

    /// What Godot says only about the damaged project, by file.
    pub(crate) fn new_of(&self, damage: usize) -> BTreeMap<&str, FileVerdict> {
        let of = |step, file: &str| {
            self.files.get(&(step, file.to_owned())).cloned().unwrap_or_default()
        };
        let files = self.loads[damage].iter().filter(|file| self.is_loadable(file));
        files.map(|file| (file.as_str(), of(damage + 1, file).without(of(0, file)))).collect()
    }
}

impl FileVerdict {
    pub(crate) fn is_of_unloadable(&self, file: &str) -> bool {
        self.errors.contains(&format!("Error loading resource: '{file}'."))
    }

    fn without(self, before: FileVerdict) -> FileVerdict {
        FileVerdict {
            errors: without(self.errors, before.errors),
            loader_errors: without(self.loader_errors, before.loader_errors),
            dead: without(self.dead, before.dead),
        }
    }
}

/// Each item of `before` takes one equal item away.
fn without<T: PartialEq>(mut after: Vec<T>, before: Vec<T>) -> Vec<T> {
    for known in before {
        if let Some(at) = after.iter().position(|item| *item == known) {
            after.remove(at);
        }
    }
    after
}

/// Asks one Godot about all damages, one after the other.
pub(crate) fn judge(
    project: &Fixture,
    texts: &ProjectTexts,
    damages: &[Damage],
) -> ProjectVerdicts {
    let loads: Vec<Vec<String>> = damages.iter().map(|damage| dependents(texts, damage)).collect();
    let all: BTreeSet<&String> = loads.iter().flatten().collect();
    let mut plan = vec![json!({ "write": {}, "remove": [], "load": all })];
    for (damage, load) in damages.iter().zip(&loads) {
        plan.push(match &damage.text {
            Some(text) => json!({ "write": { &damage.file: text }, "remove": [], "load": load }),
            None => json!({ "write": {}, "remove": damage.files(), "load": load }),
        });
    }
    let steps = plan.len();
    let files = run_plan(project, plan);
    let last = loads.iter().rposition(|load| !load.is_empty());
    let is_judged =
        |last: usize| loads[last].iter().all(|file| files.contains_key(&(last + 1, file.clone())));
    assert!(last.is_none_or(is_judged), "Godot ended before the last of {steps} steps");
    let unloadable = all.into_iter().filter(|file| is_unloadable(&files, file)).cloned().collect();
    ProjectVerdicts { files, loads, unloadable, existing: texts.keys().cloned().collect() }
}

/// Asks Godot about files of the project as it is.
pub(crate) fn judge_files(project: &Fixture, files: &[&String]) -> BTreeMap<String, FileVerdict> {
    let plan = vec![json!({ "write": {}, "remove": [], "load": files })];
    let verdicts = run_plan(project, plan).into_iter();
    let verdicts: BTreeMap<_, _> = verdicts.map(|((_, file), verdict)| (file, verdict)).collect();
    assert_eq!(verdicts.len(), files.len(), "Godot judges every file");
    verdicts
}

fn run_plan(project: &Fixture, plan: Vec<Value>) -> HashMap<(usize, String), FileVerdict> {
    project.write("plan.json", Value::from(plan).to_string());
    let path = project.path("plan.json");
    let output = godot(project, &["--script", JUDGE, "--", path.to_str().unwrap()]);
    read_verdicts(&output)
}

fn is_unloadable(files: &HashMap<(usize, String), FileVerdict>, file: &str) -> bool {
    let verdict = files.get(&(0, file.to_owned()));
    verdict.is_some_and(|verdict| verdict.is_of_unloadable(file))
}

/// The scenes, resources and scripts that a damage can show in: the file itself, and what names it, directly
/// or not.
fn dependents(texts: &ProjectTexts, damage: &Damage) -> Vec<String> {
    let mut reached = vec![damage.file.clone()];
    let mut next = 0;
    while next < reached.len() {
        let file = reached[next].clone();
        let uid = texts.get(&file).and_then(|text| text.lines().next()?.split("uid=\"").nth(1));
        let uid = uid.and_then(|rest| rest.split('"').next());
        for (path, text) in texts {
            let names = text.contains(&file) || uid.is_some_and(|uid| text.contains(uid));
            if names && !reached.contains(path) {
                reached.push(path.clone());
            }
        }
        next += 1;
    }
    let is_loaded = |path: &str| [".tscn", ".tres", ".gd"].iter().any(|end| path.ends_with(end));
    reached.retain(|path| is_loaded(path) && (damage.text.is_some() || *path != damage.file));
    reached
}

fn read_verdicts(output: &str) -> HashMap<(usize, String), FileVerdict> {
    let mut verdicts = HashMap::new();
    for line in output.lines().filter(|line| line.starts_with("{\"")) {
        let Ok(line) = serde_json::from_str::<Value>(line) else { continue };
        let (Some(step), Some(file)) = (line["step"].as_f64(), line["file"].as_str()) else {
            continue;
        };
        verdicts.insert((step as usize, file.to_owned()), verdict(&line));
    }
    verdicts
}

fn verdict(line: &Value) -> FileVerdict {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let mut found = FileVerdict::default();
    for error in line["errors"].as_array().into_iter().flatten() {
        let is_script = error["script"] == true;
        // What the code of a script does when it is created is not an error of loading.
        if is_script && text(error, "function") != "GDScript::reload" {
            continue;
        }
        let file = if is_script { text(error, "file") + " " } else { String::new() };
        let said = without_lines(&(file + &text(error, "text")));
        if LOADERS.iter().any(|loader| text(error, "file").ends_with(loader)) {
            found.loader_errors.push(said.clone());
        }
        found.errors.push(said);
    }
    for dead in line["dead"].as_array().into_iter().flatten() {
        found.dead.push((text(dead, "kind"), text(dead, "target")));
    }
    found
}

/// Without the numbers of lines, which a damage moves: `res://a.tscn:12` is `res://a.tscn`.
fn without_lines(text: &str) -> String {
    let mut parts = text.split(':');
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|char: char| char.is_ascii_digit());
        let is_line = rest.len() < part.len() && (rest.is_empty() || rest.starts_with([' ', ']']));
        if !is_line {
            kept.push(':');
        }
        kept.push_str(if is_line { rest } else { part });
    }
    kept
}
