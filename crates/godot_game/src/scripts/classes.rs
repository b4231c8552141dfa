//! Godot's list of global classes, which only its editor writes: it misses what was added since.

#[cfg(any(unix, test))]
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use scenewright_model::{ScriptClass, ScriptLanguage};
use tempfile::TempDir;

const CLASSES: &str = "global_script_class_cache.cfg";
const GODOT: &str = ".godot";
/// What Godot does not read.
#[cfg(unix)]
const LEFT_OUT: [&str; 3] = [GODOT, ".git", ".scenewright"];

/// An entry of Godot's list.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ListedClass<'a> {
    name: &'a str,
    path: &'a str,
    /// The whole entry.
    source: &'a str,
}

/// Whether Godot's list names exactly these classes of scripts.
pub(super) fn is_current(project: &Path, classes: &[ScriptClass]) -> bool {
    let list = fs::read_to_string(project.join(GODOT).join(CLASSES)).unwrap_or_default();
    let listed: BTreeSet<(&str, &str)> = listed_classes(&list)
        .into_iter()
        .filter(|class| class.path.ends_with(".gd"))
        .map(|class| (class.name, class.path))
        .collect();
    let declared: BTreeSet<(&str, &str)> =
        global(classes).map(|class| (class.name.as_str(), class.path.as_str())).collect();
    listed == declared
}

/// A folder of links to the project, but with a current list of classes.
#[cfg(unix)]
pub(super) fn linked_project(project: &Path, classes: &[ScriptClass]) -> io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("scenewright-links-").tempdir()?;
    link_entries(project, folder.path(), &LEFT_OUT)?;
    let (from, to) = (project.join(GODOT), folder.path().join(GODOT));
    fs::create_dir(&to)?;
    if from.is_dir() {
        link_entries(&from, &to, &[CLASSES])?;
    }
    let list = fs::read_to_string(from.join(CLASSES)).unwrap_or_default();
    fs::write(to.join(CLASSES), current_list(&list, classes))?;
    Ok(folder)
}

/// Links need a privilege elsewhere.
#[cfg(not(unix))]
pub(super) fn linked_project(_: &Path, _: &[ScriptClass]) -> io::Result<TempDir> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn link_entries(from: &Path, to: &Path, left_out: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let name = entry?.file_name();
        if !left_out.iter().any(|left_out| name == *left_out) {
            std::os::unix::fs::symlink(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

fn global(classes: &[ScriptClass]) -> impl Iterator<Item = &ScriptClass> {
    classes.iter().filter(|it| it.is_global && it.language == ScriptLanguage::GdScript)
}

/// The list as Godot writes it; classes in other languages are kept as they are.
#[cfg(any(unix, test))]
fn current_list(list: &str, classes: &[ScriptClass]) -> String {
    let bases = Bases::new(classes);
    let kept = listed_classes(list).into_iter().filter(|class| !class.path.ends_with(".gd"));
    let kept = kept.map(|class| class.source.to_owned());
    let declared = global(classes).map(|class| {
        let (name, path, base) = (&class.name, &class.path, bases.named_base(class));
        let (is_abstract, is_tool) = (class.is_abstract, class.is_tool);
        format!(
            "{{\n\"base\": &\"{base}\",\n\"class\": &\"{name}\",\n\"icon\": \"\",\n\"is_abstract\": {is_abstract},\n\"is_tool\": {is_tool},\n\"language\": &\"GDScript\",\n\"path\": \"{path}\"\n}}"
        )
    });
    let entries: Vec<String> = kept.chain(declared).collect();
    format!("list=[{}]\n", entries.join(", "))
}

#[cfg(any(unix, test))]
struct Bases<'a>(BTreeMap<&'a str, &'a ScriptClass>);

#[cfg(any(unix, test))]
impl<'a> Bases<'a> {
    /// The class of each file comes before its inner ones.
    fn new(classes: &'a [ScriptClass]) -> Bases<'a> {
        let mut by_path = BTreeMap::new();
        for class in classes.iter().filter(|class| !class.name.contains(".gd.")) {
            by_path.entry(class.path.as_str()).or_insert(class);
        }
        Bases(by_path)
    }

    /// The nearest base with a name: a script that extends a file without one has the base of that file.
    fn named_base(&self, class: &'a ScriptClass) -> &'a str {
        let mut base = class.bases.first().map_or("RefCounted", String::as_str);
        for _ in 0..self.0.len() {
            let Some(script) = self.0.get(base) else { break };
            if script.is_global {
                return &script.name;
            }
            base = script.bases.first().map_or("RefCounted", String::as_str);
        }
        base.split('.').next().unwrap_or(base)
    }
}

/// The entries between braces; neither names nor paths contain braces.
fn listed_classes(list: &str) -> Vec<ListedClass<'_>> {
    let mut classes = Vec::new();
    let mut rest = list;
    while let Some(start) = rest.find('{') {
        let Some(length) = rest[start..].find('}') else { break };
        let source = &rest[start..=start + length];
        let value = |key: &str| {
            let after = source.split_once(key)?.1;
            after.trim_start_matches([':', ' ', '&']).strip_prefix('"')?.split('"').next()
        };
        if let (Some(name), Some(path)) = (value("\"class\""), value("\"path\"")) {
            classes.push(ListedClass { name, path, source });
        }
        rest = &rest[start + length + 1..];
    }
    classes
}

#[cfg(test)]
mod tests {
    use scenewright_model::{ClassKind, ClassMembers};

    use super::*;

    fn class(name: &str, path: &str, base: &str, is_global: bool) -> ScriptClass {
        ScriptClass {
            name: name.to_owned(),
            namespace: String::new(),
            bases: vec![base.to_owned()],
            kind: ClassKind::Other,
            language: ScriptLanguage::GdScript,
            is_abstract: false,
            is_global,
            is_tool: false,
            description: None,
            path: path.to_owned(),
            guid: None,
            assembly: None,
            members: ClassMembers::default(),
        }
    }

    const LIST: &str = "list=[{\n\"base\": &\"Node\",\n\"class\": &\"Old\",\n\"icon\": \"\",\n\"language\": &\"GDScript\",\n\"path\": \"res://old.gd\"\n}, {\n\"base\": &\"Node\",\n\"class\": &\"Sharp\",\n\"icon\": \"\",\n\"language\": &\"C#\",\n\"path\": \"res://Sharp.cs\"\n}]\n";

    #[test]
    fn a_current_list_has_what_the_scripts_declare() {
        let classes = [
            class("Klass", "res://klass.gd", "res://base.gd", true),
            class("base.gd", "res://base.gd", "Node2D", false),
            class("base.gd.Inner", "res://base.gd", "Resource", false),
            class("Child", "res://child.gd", "Klass.Part", true),
        ];
        let list = current_list(LIST, &classes);
        let short: Vec<_> = listed_classes(&list)
            .into_iter()
            .map(|class| {
                let base = class.source.split('"').nth(3).unwrap();
                format!("{} {} {base}", class.name, class.path)
            })
            .collect();
        assert_eq!(
            short,
            [
                "Sharp res://Sharp.cs Node",
                "Klass res://klass.gd Node2D",
                "Child res://child.gd Klass"
            ]
        );
    }

    #[test]
    fn broken_lists_have_no_classes() {
        for list in ["", "list=[]", "list=[{", "list=[{\"class\": 3}]", "}{"] {
            assert_eq!(listed_classes(list), [], "{list}");
        }
    }
}
