//! What a diff looks like, and that it says what it should of any two files.

use insta::assert_snapshot;
use proptest::prelude::*;
use scenewright_model::{FileChange, ProjectPath};

use super::unified_diff;

fn diff(before: Option<&str>, after: Option<&str>) -> String {
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    let change = FileChange {
        path: ProjectPath::from_relative("a.txt"),
        before: bytes(before),
        after: bytes(after),
    };
    unified_diff(&change)
}

fn numbered(lines: std::ops::RangeInclusive<u32>) -> String {
    lines.map(|n| format!("{n}\n")).collect()
}

#[test]
fn one_line_has_three_of_context_on_both_sides() {
    let before = numbered(1..=20);
    assert_snapshot!(diff(Some(&before), Some(&before.replace("10\n", "ten\n"))), @"
    --- a/a.txt
    +++ b/a.txt
    @@ -7,7 +7,7 @@
     7
     8
     9
    -10
    +ten
     11
     12
     13
    ");
}

#[test]
fn hunks_far_apart_are_apart() {
    let before = numbered(1..=20);
    let after = before.replacen("1\n", "one\n", 1).replace("20\n", "") + "21\n22\n";
    assert_snapshot!(diff(Some(&before), Some(&after)), @"
    --- a/a.txt
    +++ b/a.txt
    @@ -1,4 +1,4 @@
    -1
    +one
     2
     3
     4
    @@ -17,4 +17,5 @@
     17
     18
     19
    -20
    +21
    +22
    ");
}

#[test]
fn files_that_come_and_go() {
    assert_snapshot!(diff(None, Some("a\nb\n")), @"
    --- /dev/null
    +++ b/a.txt
    @@ -0,0 +1,2 @@
    +a
    +b
    ");
    assert_snapshot!(diff(Some("a\n"), None), @"
    --- a/a.txt
    +++ /dev/null
    @@ -1 +0,0 @@
    -a
    ");
    assert_eq!(diff(None, Some("")), "--- /dev/null\n+++ b/a.txt\n");
    assert_eq!(diff(Some("a"), Some("a")), "");
}

#[test]
fn ends_of_lines_and_of_files_are_shown() {
    for (before, after, shown) in [
        ("a\nb", "a\nb\n", " a\n-b\n\\ No newline at end of file\n+b\n"),
        ("a\nb\n", "a\nb", " a\n-b\n+b\n\\ No newline at end of file\n"),
        ("a", "b", "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"),
        ("a\nx", "b\nx", "-a\n+b\n x\n\\ No newline at end of file\n"),
        ("a\r\nb\r\n", "a\r\nb\n", " a\r\n-b\r\n+b\n"),
        ("a\rb\n", "a\rc\n", "-a\rb\n+a\rc\n"),
    ] {
        let whole = diff(Some(before), Some(after));
        let hunk = whole.split_once("@@\n").unwrap().1;
        assert_eq!(hunk, shown, "{before:?} {after:?}");
    }
}

#[test]
fn what_is_not_text_is_said_in_one_line() {
    for bytes in [&b"\0"[..], b"text \xff"] {
        let change = |before: Option<&[u8]>, after: Option<&[u8]>| FileChange {
            path: ProjectPath::from_relative("a.png"),
            before: before.map(<[u8]>::to_vec),
            after: after.map(<[u8]>::to_vec),
        };
        let changed = unified_diff(&change(Some(b"x"), Some(bytes)));
        assert_eq!(changed, "Binary files a/a.png and b/a.png differ\n");
        let created = unified_diff(&change(None, Some(bytes)));
        assert_eq!(created, "Binary files /dev/null and b/a.png differ\n");
    }
}

#[test]
fn a_path_cannot_write_lines_of_its_own() {
    let change = FileChange {
        path: ProjectPath::from_relative("a\n+b"),
        before: None,
        after: Some(b"x\n".to_vec()),
    };
    assert_eq!(unified_diff(&change).lines().nth(1).unwrap(), "+++ b/a\u{fffd}+b");
}

/// What the diff makes of `before`, as `patch` would read it.
fn patched(before: &str, diff: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let (mut at, mut out) = (0, String::new());
    let mut lines = diff.split_inclusive('\n').skip(2).peekable();
    while let Some(line) = lines.next() {
        if let Some(hunk) = line.strip_prefix("@@ -") {
            let (start, rest) = hunk.split_once([',', ' ']).unwrap();
            let start: usize = start.parse().unwrap();
            let start = if rest.starts_with("0 ") { start } else { start - 1 };
            out.extend(old[at..start].iter().copied());
            at = start;
            continue;
        }
        let (sign, mut text) = line.split_at(1);
        if lines.peek().is_some_and(|next| next.starts_with('\\')) {
            text = &text[..text.len() - 1];
            lines.next();
        }
        if sign != "+" {
            assert_eq!(old[at], text);
            at += 1;
        }
        if sign != "-" {
            out.push_str(text);
        }
    }
    out.extend(old[at..].iter().copied());
    out
}

proptest! {
    #[test]
    fn a_diff_leads_from_one_to_the_other(
        before in "([ab]{0,2}\r?\n){0,30}[ab]?",
        after in "([ab]{0,2}\r?\n){0,30}[ab]?",
        // Long enough to be looked at in stretches.
        between in prop::sample::select(vec![0u32, 3000]),
    ) {
        prop_assume!(before != after);
        let between = if between == 0 { String::new() } else { numbered(1..=between) };
        let [before, after] =
            [(&before, &after), (&after, &before)].map(|(a, b)| format!("{a}\n{between}{b}"));
        prop_assert_eq!(patched(&before, &diff(Some(&before), Some(&after))), after);
    }

    #[test]
    fn one_changed_line_is_one_line(at in 0usize..60) {
        let mut lines: Vec<String> = (0..60).map(|n| format!("{}\n", n % 3)).collect();
        let before = lines.concat();
        lines[at] = "new\n".into();
        let shown = diff(Some(&before), Some(&lines.concat()));
        let changed = |sign| shown.lines().skip(2).filter(|line| line.starts_with(sign)).count();
        prop_assert_eq!((changed('-'), changed('+')), (1, 1));
    }

    /// Lines that repeat, as those of scenes do, and enough of them to tempt a diff into guessing.
    #[test]
    fn what_only_goes_or_only_comes_is_all_that_is_shown(
        lines in prop::collection::vec(0u8..12, 40..1500),
        kept in prop::collection::vec(any::<bool>(), 1..40),
    ) {
        let text = |line: &u8| format!("  m_Field{line}: {{fileID: 0, and more of the same}}\n");
        let all: String = lines.iter().map(text).collect();
        let stays = |at: usize| at % 50 > 12 || kept[at % kept.len()];
        let left = lines.iter().enumerate().filter(|(at, _)| stays(*at));
        let left: Vec<String> = left.map(|(_, line)| text(line)).collect();
        let gone = lines.len() - left.len();
        prop_assume!(gone > 0);
        let left = left.concat();
        prop_assert_eq!(counts(&diff(Some(&all), Some(&left))), (0, gone));
        prop_assert_eq!(counts(&diff(Some(&left), Some(&all))), (gone, 0));
    }

    #[test]
    fn no_diff_is_smaller(before in "([ab]\n){0,25}", after in "([ab]\n){0,25}") {
        prop_assume!(before != after);
        let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
        let same = longest_common(&old, &new);
        let shown = counts(&diff(Some(&before), Some(&after)));
        prop_assert_eq!(shown, (new.len() - same, old.len() - same));
    }
}

/// Lines added and removed.
fn counts(diff: &str) -> (usize, usize) {
    let with = |sign| diff.lines().skip(2).filter(|line| line.starts_with(sign)).count();
    (with('+'), with('-'))
}

/// How many lines two lists have in common, in their order.
fn longest_common(old: &[&str], new: &[&str]) -> usize {
    let mut row = vec![0; new.len() + 1];
    for line in old {
        let mut diagonal = 0;
        for (at, other) in new.iter().enumerate() {
            let longest = if line == other { diagonal + 1 } else { row[at].max(row[at + 1]) };
            diagonal = std::mem::replace(&mut row[at + 1], longest);
        }
    }
    row[new.len()]
}

/// An object's documents go, between others that look like them, and its line in a list far below: the
/// first release showed lines as added that had been there.
#[test]
fn a_deleted_object_adds_nothing() {
    let document = |id: usize| {
        let fields: String = (0..20).map(|n| format!("  m_Field{n}: {{fileID: 0}}\n")).collect();
        format!("--- !u!1 &{id}\nGameObject:\n{fields}  m_Name: {id}\n")
    };
    let list = |without: usize| -> String {
        let ids = (0..400).filter(|id| *id != without);
        ids.map(|id| format!("  - {{fileID: {id}}}\n")).collect()
    };
    let file = |without: usize| -> String {
        let documents = (0..400).filter(|id| *id != without).map(document);
        documents.collect::<String>() + "Roots:\n" + &list(without)
    };
    let before = file(usize::MAX);
    assert_eq!(counts(&diff(Some(&before), Some(&file(7)))), (0, 24));
    assert_eq!(counts(&diff(Some(&file(7)), Some(&before))), (24, 0));
}
