//! Damages to Godot projects, one at a time, chosen by a seed: what `check` and Godot are compared on.

use std::collections::BTreeMap;

/// The text files of a project by `res://` path.
pub(crate) type ProjectTexts = BTreeMap<String, String>;

/// One damage. Nothing else is different from the project as it was.
pub(crate) struct Damage {
    pub(crate) kind: &'static str,
    /// The file that is changed or removed.
    pub(crate) file: String,
    /// The text of the file afterwards; `None` if it is removed.
    pub(crate) text: Option<String>,
    pub(crate) what: String,
}

impl Damage {
    /// The files that are changed or removed: a file is removed with what Godot keeps beside it.
    pub(crate) fn files(&self) -> Vec<String> {
        let beside = [".import", ".uid"].map(|end| format!("{}{end}", self.file));
        let beside = beside.into_iter().filter(|_| self.text.is_none());
        [self.file.clone()].into_iter().chain(beside).collect()
    }
}

/// A generator of numbers that is the same everywhere (SplitMix64).
struct SeededNumbers(u64);

impl SeededNumbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }
}

/// Up to `each` damages of every kind, as far as the project has places for them.
pub(crate) fn damages(texts: &ProjectTexts, each: usize, seed: u64) -> Vec<Damage> {
    let mut random = SeededNumbers(seed);
    let mut chosen = Vec::new();
    for (kind, find) in KINDS {
        let mut places = find(texts);
        for _ in 0..each.min(places.len()) {
            let place = places.swap_remove(random.below(places.len()));
            chosen.push(Damage { kind, file: place.file, text: place.text, what: place.what });
        }
    }
    chosen
}

pub(crate) struct DamagePlace {
    file: String,
    text: Option<String>,
    what: String,
}

pub(crate) type FindPlaces = fn(&ProjectTexts) -> Vec<DamagePlace>;

pub(crate) const KINDS: [(&str, FindPlaces); 20] = [
    ("remove a file", removed_files),
    ("remove an ext_resource", |texts| without_lines(texts, |line| has_tag(line, "ext_resource"))),
    ("remove a sub_resource", |texts| without_sections(texts, "[sub_resource ")),
    ("remove a node", |texts| without_sections(texts, "[node ")),
    ("rename a node", |texts| renamed(texts, "[node ", " name=\"")),
    ("rename a parent", |texts| renamed(texts, "[node ", " parent=\"")),
    ("unknown class of a node", |texts| changed(texts, "[node ", " type=\"", "NoSuchClass")),
    ("class Tween of a node", |texts| changed(texts, "[node ", " type=\"", "Tween")),
    ("abstract class of a node", |texts| changed(texts, "[node ", " type=\"", "Viewport")),
    ("old class of a node", |texts| changed(texts, "[node ", " type=\"", "VisibilityNotifier2D")),
    ("removed class of a node", |texts| changed(texts, "[node ", " type=\"", "InterpolatedCamera")),
    ("unknown class of a resource", |texts| {
        changed(texts, "[sub_resource ", " type=\"", "NoSuchResource")
    }),
    ("path of an ext_resource", |texts| renamed(texts, "[ext_resource ", " path=\"")),
    ("uid of an ext_resource", |texts| changed(texts, "[ext_resource ", " uid=\"", "uid://b0gus")),
    ("start of a connection", |texts| renamed(texts, "[connection ", " from=\"")),
    ("end of a connection", |texts| renamed(texts, "[connection ", " to=\"")),
    ("signal of a connection", |texts| renamed(texts, "[connection ", " signal=\"")),
    ("method of a script", renamed_methods),
    ("node path", renamed_node_paths),
    ("preload of a script", |texts| renamed(texts, "", "preload(\"res://")),
];

fn is_scene_or_resource(path: &str) -> bool {
    path.ends_with(".tscn") || path.ends_with(".tres")
}

fn has_tag(line: &str, tag: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.starts_with(tag))
}

/// Files that a scene or resource names.
fn removed_files(texts: &ProjectTexts) -> Vec<DamagePlace> {
    let mut files: Vec<&str> = Vec::new();
    for (_, text) in texts.iter().filter(|(path, _)| is_scene_or_resource(path)) {
        let externals = text.lines().filter(|line| has_tag(line, "ext_resource"));
        files.extend(externals.filter_map(|line| quoted_after(line, " path=\"")));
    }
    files.sort_unstable();
    files.dedup();
    let place = |file: &str| DamagePlace { file: file.into(), text: None, what: file.into() };
    files.into_iter().map(place).collect()
}

fn quoted_after<'t>(line: &'t str, start: &str) -> Option<&'t str> {
    let at = line.find(start)? + start.len();
    line[at..].split('"').next()
}

fn without_lines(texts: &ProjectTexts, wanted: impl Fn(&str) -> bool) -> Vec<DamagePlace> {
    each_line(texts, |path, text, at, line| {
        let is_wanted = is_scene_or_resource(path) && wanted(line);
        is_wanted.then(|| text[..at].to_owned() + &text[at + line.len()..])
    })
}

/// Without a section and its properties.
fn without_sections(texts: &ProjectTexts, start: &str) -> Vec<DamagePlace> {
    each_line(texts, |path, text, at, line| {
        if !is_scene_or_resource(path) || !line.starts_with(start) {
            return None;
        }
        let rest = &text[at + 1..];
        let end = rest.find("\n[").map_or(text.len(), |end| at + 1 + end + 1);
        Some(text[..at].to_owned() + &text[end..])
    })
}

/// With another word in the quotes after `mark`.
fn changed(texts: &ProjectTexts, start: &str, mark: &str, word: &str) -> Vec<DamagePlace> {
    replaced(texts, start, mark, &|_| word.to_owned())
}

/// With a name in the quotes after `mark` that nothing has.
fn renamed(texts: &ProjectTexts, start: &str, mark: &str) -> Vec<DamagePlace> {
    replaced(texts, start, mark, &|old| format!("Odd{}", old.replace("res://", "res://Odd")))
        .into_iter()
        .map(|place| DamagePlace {
            text: place.text.map(|text| text.replace("\"Oddres://Odd", "\"res://Odd")),
            ..place
        })
        .collect()
}

fn replaced(
    texts: &ProjectTexts,
    start: &str,
    mark: &str,
    new: &dyn Fn(&str) -> String,
) -> Vec<DamagePlace> {
    each_line(texts, |path, text, at, line| {
        let is_wanted =
            if start.is_empty() { path.ends_with(".gd") } else { line.starts_with(start) };
        let old = quoted_after(line, mark).filter(|old| is_wanted && !old.is_empty())?;
        // The root is named by no path.
        if mark == " name=\"" && !line.contains(" parent=\"") {
            return None;
        }
        let from = at + line.find(mark)? + mark.len();
        Some(text[..from].to_owned() + &new(old) + &text[from + old.len()..])
    })
}

/// Methods that connections name, in the scripts that declare them.
fn renamed_methods(texts: &ProjectTexts) -> Vec<DamagePlace> {
    let mut methods: Vec<&str> = Vec::new();
    for text in texts.values() {
        let connections = text.lines().filter(|line| has_tag(line, "connection"));
        methods.extend(connections.filter_map(|line| quoted_after(line, " method=\"")));
    }
    each_line(texts, |path, text, at, line| {
        let name = line.strip_prefix("func ").filter(|_| path.ends_with(".gd"))?;
        let name = name.split('(').next()?;
        let from = at + "func ".len();
        // A script that calls the method itself does not compile without it.
        let uses: usize =
            texts.values().map(|text| text.matches(&format!("{name}(")).count()).sum();
        (uses == 1 && methods.contains(&name))
            .then(|| format!("{}odd_{}", &text[..from], &text[from..]))
    })
}

fn renamed_node_paths(texts: &ProjectTexts) -> Vec<DamagePlace> {
    each_line(texts, |path, text, at, line| {
        let mark = "NodePath(\"";
        let is_in_node =
            text[..at].rfind("\n[").is_some_and(|head| text[head..].starts_with("\n[node "));
        if !path.ends_with(".tscn") || line.starts_with('[') || !is_in_node {
            return None;
        }
        let from = at + line.find(mark)? + mark.len();
        let old = text[from..].split(['"', ':']).next().filter(|old| !old.is_empty())?;
        Some(format!("{}{old}Odd{}", &text[..from], &text[from + old.len()..]))
    })
}

fn each_line(
    texts: &ProjectTexts,
    damage: impl Fn(&str, &str, usize, &str) -> Option<String>,
) -> Vec<DamagePlace> {
    let mut places = Vec::new();
    for (path, text) in texts {
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            if let Some(damaged) = damage(path, text, at, line) {
                let what = line.trim_end().chars().take(120).collect();
                places.push(DamagePlace { file: path.clone(), text: Some(damaged), what });
            }
            at += line.len();
        }
    }
    places
}
