//! Both ways, and how much is kept of large files.

use proptest::prelude::*;

use super::{apply, find_pieces};

fn check(before: &[u8], after: &[u8]) -> (usize, usize) {
    let found = find_pieces(before, after);
    let contents = found.contents.concat();
    let forth = apply(before, &found.pieces, &contents, false);
    let back = apply(after, &found.pieces, &contents, true);
    assert!(forth.as_deref() == Some(after), "forward");
    assert!(back.as_deref() == Some(before), "back");
    (found.pieces.len(), contents.len())
}

fn large() -> Vec<String> {
    (0..40_000).map(|n| format!("  line {n} of a large file\n")).collect()
}

#[test]
fn scattered_changes_of_a_large_file_are_kept_apart() {
    type Change = fn(&mut Vec<String>);
    let table: [(&str, Change, usize, usize); 5] = [
        ("one line", |lines| lines[20_000] = "x\n".into(), 1, 100),
        (
            "the first and the last",
            |lines| {
                lines[0] = "[gd_scene load_steps=2]\n".into();
                lines.push("[node]\n".into());
            },
            2,
            120,
        ),
        (
            "a block goes, a block comes",
            |lines| {
                lines.drain(100..600);
                lines.splice(30_000..30_000, (0..500).map(|n| format!("new {n}\n")));
            },
            2,
            30_000,
        ),
        ("a block larger than the window", |lines| drop(lines.drain(100..9000)), 1, 400_000),
        (
            "every hundredth line",
            |lines| {
                for at in (0..lines.len()).step_by(100) {
                    lines[at] = "changed\n".into();
                }
            },
            257,
            2_000_000,
        ),
    ];
    for (name, change, most_pieces, most_bytes) in table {
        let before = large();
        let mut after = before.clone();
        change(&mut after);
        let (pieces, bytes) = check(before.concat().as_bytes(), after.concat().as_bytes());
        assert!(pieces <= most_pieces && bytes <= most_bytes, "{name}: {pieces} {bytes}");
    }
}

#[test]
fn a_long_line_that_changes_late_comes_to_an_end() {
    let before = vec![b'a'; 100_000];
    let mut after = before.clone();
    (after[100], after[99_000]) = (b'b', b'b');
    assert_eq!(check(&before, &after).0, 1);
}

#[test]
fn pieces_of_another_file_are_refused() {
    let found = find_pieces(b"one two three", b"one 2 three");
    let contents = found.contents.concat();
    for (from, contents) in [
        (&b"one TWO three"[..], &contents[..]),
        (b"one", &contents),
        (b"one two three", &contents[1..]),
        (b"one two three", &[&contents[..], b"x"].concat()),
    ] {
        assert_eq!(apply(from, &found.pieces, contents, false), None);
    }
}

proptest! {
    #[test]
    fn any_two_files_lead_to_each_other(
        before in "([ab]{0,3}\n){0,40}",
        after in "([ab]{0,3}\n){0,40}",
        repeat in prop::sample::select(vec![1usize, 400]),
    ) {
        check(before.repeat(repeat).as_bytes(), after.repeat(repeat).as_bytes());
    }
}
