//! Parses outlines of scenes, to compare them with the scenes. An outline that cannot be parsed
//! causes a panic, because an ambiguous outline is a bug.

use std::collections::HashMap;

use serde_json::{Value, json};

/// An object as shown in an outline.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutlinedObject {
    /// In the form that tools accept: `A/B[1]` for the second of two namesakes.
    pub path: String,
    pub name: String,
    /// For a part of a scene, where only the id identifies the object.
    pub id: Option<u64>,
    pub components: Vec<String>,
    pub active: bool,
    pub unique_name: bool,
    pub groups: Vec<String>,
    pub instance_of: Option<String>,
    /// As JSON.
    pub properties: Option<String>,
    /// The line only refers to another one that lists its children.
    pub is_folded: bool,
}

#[derive(Debug)]
pub struct Outline {
    pub scene_path: String,
    /// The numbers in the heading: objects shown, and in total.
    pub shown: usize,
    pub total: usize,
    pub objects: Vec<OutlinedObject>,
    pub cursor: Option<String>,
}

/// The objects in an output of `scene.hierarchy.dump` or `scene.tree.read`, as its outline must
/// show them.
pub fn objects_of(output: &Value) -> Vec<OutlinedObject> {
    let mut all = Vec::new();
    match output.get("tree") {
        Some(tree) => gather(&json!([tree]), "", &mut all),
        None => gather(&output["rootObjects"], "", &mut all),
    }
    all
}

fn gather(nodes: &Value, above: &str, all: &mut Vec<OutlinedObject>) {
    let nodes = nodes.as_array().map_or(&[][..], Vec::as_slice);
    let text = |node: &Value, name: &str| node[name].as_str().map(str::to_owned);
    let list = |value: &Value| {
        let items = value.as_array().into_iter().flatten();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    for (index, node) in nodes.iter().enumerate() {
        let name = text(node, "name").unwrap_or_default();
        let is_same = |other: &&Value| other["name"] == node["name"];
        let own = match nodes.iter().filter(is_same).count() {
            1 => name.clone(),
            _ => format!("{name}[{}]", nodes[..index].iter().filter(is_same).count()),
        };
        let path = if above.is_empty() { own } else { format!("{above}/{own}") };
        let class = text(node, "type").into_iter().chain(text(node, "script"));
        let properties = node["properties"].as_object().filter(|own| !own.is_empty());
        all.push(OutlinedObject {
            path: path.clone(),
            name,
            id: None,
            components: class.chain(list(&node["components"])).collect(),
            active: node["active"] != false,
            unique_name: node["uniqueName"] == true,
            groups: list(&node["groups"]),
            instance_of: text(node, "instanceOf"),
            properties: properties.map(|own| json!(own).to_string()),
            is_folded: false,
        });
        gather(&node["children"], &path, all);
    }
}

/// A line with its child lines.
#[derive(Debug, Clone)]
struct OutlineLine {
    names: Vec<(String, NameMark)>,
    kind: String,
    state: Vec<String>,
    mark: Option<usize>,
    below: Vec<OutlineLine>,
}

/// The text after a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameMark {
    Nothing,
    Nth(usize),
    Id(u64),
}

impl Outline {
    pub fn read(text: &str) -> Outline {
        let mut lines = text.lines().peekable();
        let (scene_path, shown, total) = head(lines.next().expect("an outline has a head"));
        let mut codes: HashMap<String, String> = HashMap::new();
        while let Some(line) = lines.next_if(|line| line.starts_with([':', '?'])) {
            let (code, kind) = line.split_once(' ').expect("a code and what it stands for");
            codes.insert(code.to_owned(), kind.to_owned());
        }
        let mut reader = OutlineReader {
            codes,
            marks: HashMap::new(),
            is_godot: scene_path.starts_with("res://"),
        };
        let (mut objects, mut cursor, mut above) = (Vec::new(), None, String::new());
        while let Some(line) = lines.peek() {
            if let Some(more) = line.strip_prefix('…') {
                let quoted = more.split_once("cursor ").expect("a cursor").1;
                cursor = Some(string(quoted).0);
                break;
            }
            if let Some(path) = parent(line) {
                above = path;
                lines.next();
                continue;
            }
            let level = usize::from(!above.is_empty() && line.starts_with(' '));
            if level == 0 {
                above.clear();
            }
            let line = reader.line(&mut lines, level);
            reader.objects(&line, &above, false, &mut objects);
        }
        Outline { scene_path, shown, total, objects, cursor }
    }
}

/// `path: 3 objects`, `path: 3 of 9 objects; …`.
fn head(line: &str) -> (String, usize, usize) {
    let start = line.find(": ").expect("a head");
    let ends = line.match_indices(": ").find_map(|(at, _)| {
        let counts = line[at + 2..].split(" object").next()?;
        let mut counts = counts.split(" of ").map(str::parse::<usize>);
        let shown = counts.next()?.ok()?;
        Some((at, shown, counts.next().map_or(Some(shown), Result::ok)?))
    });
    let (at, shown, total) = ends.unwrap_or_else(|| panic!("no counts after {start}: {line}"));
    (line[..at].to_owned(), shown, total)
}

/// The path in a line that names the parent of the objects below it.
fn parent(line: &str) -> Option<String> {
    let path = line.strip_suffix('/')?;
    if path.starts_with(' ') {
        return None;
    }
    if path.starts_with('"') {
        let (path, rest) = string(path);
        return rest.is_empty().then_some(path);
    }
    Some(path.to_owned())
}

/// Parses a JSON string; returns it and the rest of the text.
fn string(text: &str) -> (String, &str) {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let value = values.next().and_then(Result::ok).unwrap_or_else(|| panic!("no string: {text}"));
    (value, &text[values.byte_offset()..])
}

struct OutlineReader {
    codes: HashMap<String, String>,
    /// The first line with each mark.
    marks: HashMap<usize, OutlineLine>,
    is_godot: bool,
}

impl OutlineReader {
    /// Parses a line and all lines that are indented deeper.
    fn line<'a>(
        &mut self,
        lines: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
        level: usize,
    ) -> OutlineLine {
        let text = lines.next().expect("a line");
        let mut line = self.parse(&text[level..]);
        let depth = |line: &&str| line.len() - line.trim_start_matches(' ').len();
        while lines.peek().is_some_and(|next| depth(next) > level && !next.starts_with('…')) {
            let below = self.line(lines, level + 1);
            line.below.push(below);
        }
        if let Some(mark) = line.mark {
            self.marks.entry(mark).or_insert_with(|| line.clone());
        }
        line
    }

    fn parse(&self, text: &str) -> OutlineLine {
        let (names, rest) = names(text);
        let (rest, mark) = match rest.rsplit_once(" *") {
            Some((rest, mark)) if mark.bytes().all(|b| b.is_ascii_digit()) => {
                (rest, mark.parse().ok())
            }
            _ => (rest, None),
        };
        let (mut kind, mut state) = (rest, Vec::new());
        while let Some((rest, word)) =
            kind.rsplit_once(' ').filter(|(_, word)| ["off", "unique"].contains(word))
        {
            state.push(word.to_owned());
            kind = rest;
        }
        let kind = match kind.strip_prefix(": ") {
            Some(kind) => kind.to_owned(),
            None if kind.is_empty() => String::new(),
            None => self.codes.get(kind).unwrap_or_else(|| panic!("{kind:?} of {text:?}")).clone(),
        };
        OutlineLine { names, kind, state, mark, below: Vec::new() }
    }

    fn objects(
        &self,
        line: &OutlineLine,
        above: &str,
        is_folded: bool,
        all: &mut Vec<OutlinedObject>,
    ) {
        let first = line.mark.and_then(|mark| self.marks.get(&mark));
        // A line that only refers to another one has no content of its own.
        let refers = line.below.is_empty() && line.kind.is_empty() && line.state.is_empty();
        let reported = first.filter(|_| refers).unwrap_or(line);
        let is_folded = is_folded || (refers && first.is_some());
        for (name, mark) in &line.names {
            let own = match mark {
                NameMark::Nth(nth) => format!("{name}[{nth}]"),
                NameMark::Nothing | NameMark::Id(_) => name.clone(),
            };
            let path = if above.is_empty() { own } else { format!("{above}/{own}") };
            let id = if let NameMark::Id(id) = mark { Some(*id) } else { None };
            all.push(self.object(name, path.clone(), id, reported, is_folded));
            for below in &reported.below {
                self.objects(below, &path, is_folded, all);
            }
        }
    }

    fn object(
        &self,
        name: &str,
        path: String,
        id: Option<u64>,
        line: &OutlineLine,
        is_folded: bool,
    ) -> OutlinedObject {
        let (components, mut rest) = self.components(name, &line.kind);
        let (mut groups, mut instance_of, mut properties) = (Vec::new(), None, None);
        if let Some(after) = rest.strip_prefix('[') {
            (groups, rest) = self::groups(after);
        }
        if let Some(after) = rest.strip_prefix("← ") {
            let end = after.find(" {\"").unwrap_or(after.len());
            instance_of = Some(after[..end].to_owned());
            rest = after[end..].trim_start();
        }
        if !rest.is_empty() {
            properties = Some(rest.to_owned());
        }
        OutlinedObject {
            path,
            name: name.to_owned(),
            id,
            components,
            active: !line.state.iter().any(|word| word == "off"),
            unique_name: line.state.iter().any(|word| word == "unique"),
            groups,
            instance_of,
            properties,
            is_folded,
        }
    }

    /// The components, including omitted ones, and the rest of the text.
    fn components<'k>(&self, name: &str, kind: &'k str) -> (Vec<String>, &'k str) {
        let class = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let left_out = if self.is_godot { class } else { "Transform" };
        let (kind, is_more) = match kind.strip_prefix('+') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let has_none = kind == "-" || kind.starts_with("-, ") || kind.starts_with("- ");
        let (mut own, rest) = self.listed(kind);
        let has_transform = own.iter().any(|one| one == "Transform" || one == "RectTransform");
        if has_none {
            own.remove(0);
        } else if (self.is_godot && (is_more || own.is_empty()))
            || (!self.is_godot && !has_transform)
        {
            own.insert(0, left_out.to_owned());
        }
        (own, rest)
    }

    fn listed<'k>(&self, mut kind: &'k str) -> (Vec<String>, &'k str) {
        let mut all = Vec::new();
        while !kind.is_empty() && !kind.starts_with(['[', '←', '{']) {
            let marks = [", ", " ×", " [", " ←", " {\""];
            let end = marks.iter().filter_map(|mark| kind.find(mark)).min().unwrap_or(kind.len());
            let (name, rest) = match kind.starts_with('"') {
                true => string(kind),
                false => (kind[..end].to_owned(), &kind[end..]),
            };
            let name = match self.codes.get(&name) {
                Some(long) if kind.starts_with('?') => self.listed(long).0.remove(0),
                _ => name,
            };
            let (count, rest) = match rest.strip_prefix(" ×") {
                Some(rest) => {
                    let end = rest.find([',', ' ']).unwrap_or(rest.len());
                    (rest[..end].parse().expect("a count"), &rest[end..])
                }
                None => (1, rest),
            };
            all.extend(std::iter::repeat_n(name, count));
            match rest.strip_prefix(", ") {
                Some(more) => kind = more,
                None => return (all, rest.trim_start()),
            }
        }
        (all, kind)
    }
}

/// Parses `group: a]` or `groups: a, "b"]`; returns the groups and the rest of the text.
fn groups(text: &str) -> (Vec<String>, &str) {
    let mut rest = text.split_once(": ").expect("groups").1;
    let mut all = Vec::new();
    loop {
        let end = rest.find([',', ']']).expect("an end of groups");
        let (name, after) = match rest.starts_with('"') {
            true => string(rest),
            false => (rest[..end].to_owned(), &rest[end..]),
        };
        all.push(name);
        match after.strip_prefix(", ") {
            Some(more) => rest = more,
            None => return (all, after.trim_start_matches(']').trim_start()),
        }
    }
}

/// Parses the names at the start of a line; returns them and the rest of the line.
fn names(text: &str) -> (Vec<(String, NameMark)>, &str) {
    let (mut all, mut rest) = (Vec::new(), text);
    loop {
        let (name, is_quoted, after) = match rest.starts_with('"') {
            true => {
                let (name, after) = string(rest);
                (name, true, after)
            }
            false => {
                let end = name_end(rest);
                (rest[..end].to_owned(), false, &rest[end..])
            }
        };
        let (mut named, after) = marked(&name, is_quoted, after);
        all.append(&mut named);
        match after.strip_prefix(", ") {
            Some(more) => rest = more,
            None => return (all, after),
        }
    }
}

/// Braces contain commas of their own.
fn name_end(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let is_word = |word: &str| {
            let after = rest.strip_prefix(word);
            after.is_some_and(|after| after.is_empty() || after.starts_with(' '))
        };
        match c {
            '{' => depth += 1,
            '[' if rest[1..].split(']').next().is_some_and(is_numbers) => depth += 1,
            '}' => depth -= 1,
            ']' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            ',' | ':' | '×' | '#' => return at,
            ' ' if rest.starts_with(" *") || is_word(" off") || is_word(" unique") => return at,
            _ => {}
        }
    }
    text.len()
}

/// The names that one entry stands for, each with the mark that follows it.
fn marked<'a>(name: &str, is_quoted: bool, after: &'a str) -> (Vec<(String, NameMark)>, &'a str) {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if let Some(rest) = after.strip_prefix('×') {
        let end = digits(rest);
        let count: usize = rest[..end].parse().expect("a count");
        let each = (0..count).map(|nth| (name.to_owned(), NameMark::Nth(nth)));
        return (each.collect(), &rest[end..]);
    }
    if let Some(rest) = after.strip_prefix('#') {
        let end = digits(rest);
        return (
            vec![(name.to_owned(), NameMark::Id(rest[..end].parse().expect("an id")))],
            &rest[end..],
        );
    }
    let (inner, name, after) = match is_quoted {
        true => match after.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((numbers, after)) => (Some(numbers), name, after),
            None => (None, name, after),
        },
        false => match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
            Some((name, numbers)) if is_numbers(numbers) => (Some(numbers), name, after),
            _ => (None, name, after),
        },
    };
    if let Some(numbers) = inner {
        let each = expanded(numbers).into_iter();
        let each = each.map(|nth| (name.to_owned(), NameMark::Nth(nth.parse().expect("a number"))));
        return (each.collect(), after);
    }
    if is_quoted || !name.contains('{') {
        return (vec![(name.to_owned(), NameMark::Nothing)], after);
    }
    let (before, rest) = name.split_once('{').expect("a brace");
    let (parts, end) = rest.split_once('}').expect("its end");
    let each =
        expanded(parts).into_iter().map(|part| (format!("{before}{part}{end}"), NameMark::Nothing));
    (each.collect(), after)
}

fn is_numbers(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || b",-".contains(&byte))
}

/// Expands `01-03,7,x` to `01`, `02`, `03`, `7`, `x`.
fn expanded(parts: &str) -> Vec<String> {
    let mut all = Vec::new();
    for part in parts.split(',') {
        let range = part.split_once('-').and_then(|(from, to)| {
            let width = from.len();
            Some((width, from.parse::<u64>().ok()?, to.parse::<u64>().ok()?))
        });
        match range {
            Some((width, from, to)) => {
                all.extend((from..=to).map(|number| format!("{number:0width$}")));
            }
            None => all.push(part.to_owned()),
        }
    }
    all
}
