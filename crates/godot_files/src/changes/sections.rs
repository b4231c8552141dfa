//! Splits the text of a scene into sections without parsing them, so that only the few sections of a large
//! scene that differ need to be parsed.

use memchr::{memchr, memchr2};
use scenewright_journal::{common_prefix, common_suffix};

/// The tags of the sections of scenes and resources.
const SECTION_TAGS: [&str; 8] = [
    "gd_scene",
    "gd_resource",
    "ext_resource",
    "sub_resource",
    "resource",
    "node",
    "connection",
    "editable",
];

/// The sections of a text, each up to the start of the next one.
pub(super) struct SectionList<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> SectionList<'t> {
    /// Splits both versions. Their common start and end are scanned only once.
    pub(super) fn split_both(old: &'t str, new: &'t str) -> [SectionList<'t>; 2] {
        let new = SectionList { text: new, starts: section_starts(new, 0).0 };
        let old = new
            .split_other(old)
            .unwrap_or_else(|| SectionList { text: old, starts: section_starts(old, 0).0 });
        [old, new]
    }

    /// Splits another version; `None` if its middle and its end cannot be separated.
    fn split_other(&self, old: &'t str) -> Option<SectionList<'t>> {
        let (a, b) = (old.as_bytes(), self.text.as_bytes());
        let same = common_prefix(a, b);
        let end = common_suffix(&a[same..], &b[same..]);
        let (old_end, new_end) = (old.len() - end, self.text.len() - end);
        let first = self.starts.partition_point(|&start| start < same).saturating_sub(1);
        let middle = self.starts.get(first).copied().filter(|&start| start < same).unwrap_or(0);
        // Not the first section that starts in the common end: it may be part of a line that differs.
        let last = self.starts.partition_point(|&start| start <= new_end) + 1;
        let tail = self.starts.get(last).copied().unwrap_or(self.text.len());
        let old_tail = old_end + (tail - new_end.min(tail));
        let (mut found, is_clean) = section_starts(old.get(..old_tail)?, middle);
        if !is_clean {
            return None;
        }
        let mut all = self.starts[..first].to_vec();
        all.append(&mut found);
        let rest = self.starts.iter().skip(last);
        all.extend(rest.map(|start| start - tail + old_tail));
        Some(SectionList { text: old, starts: all })
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn get(&self, at: usize) -> &'t str {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.text.len());
        self.text[self.starts[at]..end].trim_end()
    }

    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = &'t str> {
        (0..self.starts.len()).map(|at| self.get(at))
    }
}

/// The numbers of equal sections at the start and at the end.
pub(super) fn common_ends([old, new]: &[SectionList<'_>; 2]) -> (usize, usize) {
    let start = old.all().zip(new.all()).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - start;
    let ends = old.all().rev().zip(new.all().rev()).take(most);
    (start, ends.take_while(|(old, new)| old == new).count())
}

/// The starts of sections from `from` on, and whether the text ends outside of a string.
fn section_starts(text: &str, from: usize) -> (Vec<usize>, bool) {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = from;
    if begins_section(&text[at..]) {
        found.push(at);
    }
    while let Some(next) = memchr2(b'"', b'\n', &bytes[at..]) {
        at += next + 1;
        if bytes[at - 1] == b'"' {
            match string_end(&bytes[at..]) {
                Some(end) => at += end,
                None => return (found, false),
            }
        } else if bytes.get(at) == Some(&b';') {
            at += memchr(b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
        } else if begins_section(&text[at..]) {
            found.push(at);
        }
    }
    (found, true)
}

fn begins_section(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('[') else { return false };
    let tagged = SECTION_TAGS.iter().filter_map(|tag| inside.strip_prefix(tag));
    tagged.into_iter().any(|rest| rest.starts_with([' ', ']']))
}

/// The position after the closing quote of a string.
fn string_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)? + 1;
        if bytes[at - 1] == b'"' {
            return Some(at);
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "[gd_scene format=3]\n\n; [node name=\"no\"]\n[node name=\"A\" type=\"Node\"]\ntext = \"one\n[node name=\\\"B\\\"]\n\"\nlist = [\n[1],\n]\n\n[node name=\"C\" parent=\".\"]\n";

    #[test]
    fn sections_begin_outside_of_strings_and_comments() {
        let [old, new] = SectionList::split_both(SCENE, SCENE);
        let heads = |sections: &SectionList<'_>| {
            sections.all().map(|section| section.lines().next().unwrap_or("").to_owned()).collect()
        };
        let expected = [
            "[gd_scene format=3]",
            "[node name=\"A\" type=\"Node\"]",
            "[node name=\"C\" parent=\".\"]",
        ];
        let (old, new): (Vec<String>, Vec<String>) = (heads(&old), heads(&new));
        assert_eq!(
            (old.as_slice(), new.as_slice()),
            (&expected.map(str::to_owned)[..], &expected.map(str::to_owned)[..])
        );
    }

    /// For any removed part of a text, the incremental scan gives the same result as the full one.
    #[test]
    fn the_other_version_is_split_as_if_it_were_alone() {
        let scene: String = (0..6).map(|n| SCENE.replace("\"A\"", &format!("\"A{n}\""))).collect();
        for start in (0..scene.len()).step_by(7) {
            for length in [0, 1, 2, 13, 90, 400] {
                let end = (start + length).min(scene.len());
                let cut = format!("{}{}", &scene[..start], &scene[end..]);
                for (old, new) in [(&cut, &scene), (&scene, &cut)] {
                    let [one, _] = SectionList::split_both(old, new);
                    assert_eq!(one.starts, section_starts(old, 0).0, "{start} {length}");
                }
            }
        }
    }
}
