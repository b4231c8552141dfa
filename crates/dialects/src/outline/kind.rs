//! The kind of an object: its components, groups and origin. Frequent kinds have a short code, which the
//! legend of an outline explains.

use std::collections::{BTreeMap, HashMap};

use serde_json::json;

use super::OutlineNode;

/// The components of an object, its groups and what it is an instance of, as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct OutlineKind {
    /// The mark before the components.
    lead: &'static str,
    /// Adjacent equal ones, with their number.
    components: Vec<(String, usize)>,
    /// Groups, origin and properties.
    rest: String,
}

/// Marks an object without the default component, which is otherwise left out.
const NO_DEFAULT: &str = "-";
/// Marks what a node has beside its class, which is left out.
const BESIDE_CLASS: &str = "+";

impl OutlineKind {
    /// Without the defaults: the Transform of a GameObject, the class that equals the name of a node.
    pub(super) fn from_node(node: &OutlineNode, is_godot: bool) -> OutlineKind {
        let class = node.class.as_deref().into_iter().chain(node.script.as_deref());
        let all: Vec<&str> = class.chain(node.components.iter().map(String::as_str)).collect();
        let (lead, shown) = match (all.split_first(), is_godot) {
            (Some((class, rest)), true) if *class == without_number(&node.name) => {
                (if rest.is_empty() { "" } else { BESIDE_CLASS }, rest)
            }
            (Some((&"Transform", rest)), false) if !has_transform(rest) => ("", rest),
            (None, _) => (NO_DEFAULT, all.as_slice()),
            (Some(_), _) if is_godot || has_transform(&all) => ("", all.as_slice()),
            (Some(_), _) => (NO_DEFAULT, all.as_slice()),
        };
        let same = shown.chunk_by(|a, b| a == b);
        let components = same.map(|same| (quote_component(same[0]), same.len())).collect();
        OutlineKind { lead, components, rest: annotations(node) }
    }

    fn is_empty(&self) -> bool {
        self.lead.is_empty() && self.components.is_empty() && self.rest.is_empty()
    }

    fn text(&self, short: &HashMap<&str, usize>) -> String {
        let name = |(own, count): &(String, usize)| {
            let name = match short.get(own.as_str()) {
                Some(number) => format!("?{number}"),
                None => own.clone(),
            };
            if *count == 1 { name } else { format!("{name} ×{count}") }
        };
        let mut listed: Vec<String> = self.components.iter().map(name).collect();
        if self.lead == NO_DEFAULT {
            listed.insert(0, NO_DEFAULT.to_owned());
        }
        let more = if self.lead == BESIDE_CLASS { BESIDE_CLASS } else { "" };
        let space = if listed.is_empty() || self.rest.is_empty() { "" } else { " " };
        format!("{more}{}{space}{}", listed.join(", "), self.rest)
    }
}

/// The class that a node of this name has by default.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn has_transform(components: &[&str]) -> bool {
    components.iter().any(|own| ["Transform", "RectTransform"].contains(own))
}

fn quote_component(name: &str) -> String {
    let marks = [',', ':', '[', '←', '×', '"', '?', '*', '+', '{', '/'];
    match name.is_empty() || name == NO_DEFAULT || name.trim() != name || name.contains(marks) {
        true => json!(name).to_string(),
        false => name.to_owned(),
    }
}

fn annotations(node: &OutlineNode) -> String {
    let mut rest = Vec::new();
    let is_plain = |c: char| c.is_alphanumeric() || "_-. ".contains(c);
    let group = |name: &String| match name.chars().all(is_plain) {
        true => name.clone(),
        false => json!(name).to_string(),
    };
    match node.groups.as_slice() {
        [] => {}
        [one] => rest.push(format!("[group: {}]", group(one))),
        all => {
            let all: Vec<String> = all.iter().map(group).collect();
            rest.push(format!("[groups: {}]", all.join(", ")));
        }
    }
    rest.extend(node.instance_of.as_ref().map(|scene| format!("← {scene}")));
    let properties = node.properties.as_ref().filter(|own| !own.is_empty());
    rest.extend(properties.map(|own| json!(own).to_string()));
    rest.join(" ")
}

/// Kinds with their codes, and components with their numbers.
pub(super) struct OutlineLegend<'a> {
    codes: HashMap<&'a OutlineKind, String>,
    short: HashMap<&'a str, usize>,
}

/// A component with a long name that is in this many kinds gets a number.
const MIN_KINDS_FOR_NUMBER: usize = 2;
const LONG_COMPONENT_NAME: usize = 24;
/// Shorter kinds get no code.
const MIN_CODED_LENGTH: usize = 12;

impl<'a> OutlineLegend<'a> {
    /// `uses` counts how often each kind is written out.
    pub(super) fn new(uses: &BTreeMap<&'a OutlineKind, usize>) -> OutlineLegend<'a> {
        let mut kinds: Vec<(&'a OutlineKind, usize)> =
            uses.iter().map(|(kind, count)| (*kind, *count)).collect();
        let mut long: BTreeMap<&'a str, usize> = BTreeMap::new();
        for (kind, _) in &kinds {
            let long_ones =
                kind.components.iter().filter(|(own, _)| own.len() >= LONG_COMPONENT_NAME);
            for (component, _) in long_ones {
                *long.entry(component).or_default() += 1;
            }
        }
        long.retain(|_, count| *count >= MIN_KINDS_FOR_NUMBER);
        let short = long.into_keys().enumerate().map(|(index, own)| (own, index + 1)).collect();
        // The most frequent kinds get the shortest codes.
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(*count), *kind));
        kinds.retain(|(kind, count)| is_worth_a_code(kind, *count, &short));
        let codes = kinds.into_iter().enumerate().map(|(index, (kind, _))| (kind, code(index)));
        OutlineLegend { codes: codes.collect(), short }
    }

    /// The text after a name: `:a`, `: Light, Flicker` or nothing.
    pub(super) fn suffix(&self, kind: &OutlineKind) -> String {
        match self.codes.get(kind) {
            Some(code) => format!(":{code}"),
            None if kind.is_empty() => String::new(),
            None => format!(": {}", kind.text(&self.short)),
        }
    }

    /// One line each: `:a MeshFilter, MeshRenderer`, `?1 VeryLongNameOfAComponent`.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut short: Vec<(usize, &str)> = self.short.iter().map(|(own, n)| (*n, *own)).collect();
        short.sort_unstable();
        let short = short.into_iter().map(|(number, own)| format!("?{number} {own}"));
        let mut codes: Vec<(&String, &&OutlineKind)> =
            self.codes.iter().map(|(k, c)| (c, k)).collect();
        codes.sort_unstable_by_key(|(code, _)| (code.len(), *code));
        let codes =
            codes.into_iter().map(|(code, kind)| format!(":{code} {}", kind.text(&self.short)));
        short.chain(codes).collect()
    }
}

/// Short kinds are easier to read as they are. About four letters are a token; a code costs its own line
/// and one token per use.
fn is_worth_a_code(kind: &OutlineKind, uses: usize, short: &HashMap<&str, usize>) -> bool {
    let letters = kind.text(short).len();
    let tokens = letters / 4 + 1;
    letters >= MIN_CODED_LENGTH && tokens * uses > tokens + 3 + uses
}

/// `a` to `z`, then `aa` to `zz` and so on.
fn code(mut index: usize) -> String {
    let mut code = Vec::new();
    loop {
        code.push(b'a' + (index % 26) as u8);
        match index / 26 {
            0 => break,
            more => index = more - 1,
        }
    }
    code.reverse();
    code.into_iter().map(char::from).collect()
}
