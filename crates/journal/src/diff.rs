//! One change of a file as a unified diff.

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use std::str;
use std::time::{Duration, Instant};

use scenewright_model::FileChange;
use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices_deadline, group_diff_ops};

use crate::lines::{common_lines, common_suffix, lines};
use crate::splice::find_stretches;

const CONTEXT_LINES: usize = 3;
/// How long to search for the smallest diff. Edits of large scenes take a twentieth of it.
const EXACT_TIMEOUT: Duration = Duration::from_secs(1);
/// After this time the rest is shown as whole blocks.
const COARSE_TIMEOUT: Duration = Duration::from_secs(1);

/// With three lines of context. Empty if nothing changes; one line for a file that is not text. Line ends
/// are kept, `\r` included.
pub fn unified_diff(change: &FileChange) -> String {
    if change.before == change.after {
        return String::new();
    }
    let old_name = diff_name(change.before.is_some(), "a", &change.path);
    let new_name = diff_name(change.after.is_some(), "b", &change.path);
    let (Some(old), Some(new)) = (as_text(&change.before), as_text(&change.after)) else {
        return format!("Binary files {old_name} and {new_name} differ\n");
    };
    let mut diff = format!("--- {old_name}\n+++ {new_name}\n");
    hunks(&mut diff, old, new);
    diff
}

fn diff_name(there: bool, side: &str, path: &str) -> String {
    let path = path.replace(|c: char| c.is_control(), "\u{fffd}");
    if there { format!("{side}/{path}") } else { "/dev/null".to_owned() }
}

fn as_text(bytes: &Option<Vec<u8>>) -> Option<&str> {
    let bytes = bytes.as_deref().unwrap_or_default();
    str::from_utf8(bytes).ok().filter(|text| !text.as_bytes().contains(&0))
}

fn hunks(diff: &mut String, old: &str, new: &str) {
    let (skipped, old, new) = trim(old, new);
    let ops = compare(old, new);
    let (old, new) = (split_lines(old), split_lines(new));
    for group in group_diff_ops(ops, CONTEXT_LINES) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let old_lines = first.old_range().start..last.old_range().end;
        let new_lines = first.new_range().start..last.new_range().end;
        let (minus, plus) = (extent(old_lines, skipped), extent(new_lines, skipped));
        let _ = writeln!(diff, "@@ -{minus} +{plus} @@");
        for op in &group {
            match op {
                DiffOp::Equal { .. } => push_lines(diff, ' ', &old[op.old_range()]),
                _ => {
                    push_lines(diff, '-', &old[op.old_range()]);
                    push_lines(diff, '+', &new[op.new_range()]);
                }
            }
        }
    }
}

/// What lies between the first and the last line that differ, with context on both sides, and the
/// number of lines before it.
fn trim<'a>(old: &'a str, new: &'a str) -> (usize, &'a str, &'a str) {
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let same = common_lines(a, b);
    let start = (0..CONTEXT_LINES).fold(same, |at, _| line_before(a, at));
    let shared = common_suffix(&a[same..], &b[same..]);
    let (mut a_end, mut b_end) = (a.len() - shared, b.len() - shared);
    // One more line than the context: where both sides are in the middle of a line, the first end
    // of a line that they share is the end of one that differs.
    for _ in 0..=CONTEXT_LINES {
        let line = lines(&a[a_end..]).next().map_or(0, <[u8]>::len);
        (a_end, b_end) = (a_end + line, b_end + line);
    }
    let skipped = count_lines(&a[..start]);
    (skipped, &old[start..a_end], &new[start..b_end])
}

/// Where the line before the one that starts at `at` starts.
fn line_before(bytes: &[u8], at: usize) -> usize {
    let before = &bytes[..at.saturating_sub(1)];
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
}

fn count_lines(text: &[u8]) -> usize {
    let ends = text.iter().filter(|byte| **byte == b'\n').count();
    ends + usize::from(text.last().is_some_and(|byte| *byte != b'\n'))
}

fn split_lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// By lines, with as few changes as possible. Falls back to stretches if that takes too long.
fn compare(old: &str, new: &str) -> Vec<DiffOp> {
    let deadline = Instant::now().checked_add(EXACT_TIMEOUT);
    let ops = compare_lines(&split_lines(old), &split_lines(new), deadline);
    match deadline.is_none_or(|deadline| Instant::now() < deadline) {
        true => ops,
        false => compare_stretches(old, new),
    }
}

/// Compares only the stretches that differ. Where the versions match again is estimated, so the result may
/// have more lines than necessary.
fn compare_stretches(mut old: &str, mut new: &str) -> Vec<DiffOp> {
    let deadline = Instant::now().checked_add(COARSE_TIMEOUT);
    let mut ops = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for stretch in find_stretches(old.as_bytes(), new.as_bytes()) {
        let same = count_lines(&old.as_bytes()[..stretch.same]);
        push_op(&mut ops, DiffOp::Equal { old_index: old_at, new_index: new_at, len: same });
        (old_at, new_at) = (old_at + same, new_at + same);
        (old, new) = (&old[stretch.same..], &new[stretch.same..]);
        let (gone, come) = (split_lines(&old[..stretch.old]), split_lines(&new[..stretch.new]));
        let closely = compare_lines(&gone, &come, deadline);
        closely.into_iter().for_each(|op| push_op(&mut ops, shift(op, old_at, new_at)));
        (old_at, new_at) = (old_at + gone.len(), new_at + come.len());
        (old, new) = (&old[stretch.old..], &new[stretch.new..]);
    }
    ops
}

/// Maps lines to numbers first, as they are compared many times.
fn compare_lines(old: &[&str], new: &[&str], deadline: Option<Instant>) -> Vec<DiffOp> {
    let mut numbers = HashMap::new();
    let mut number = |line| {
        let next = numbers.len();
        *numbers.entry(line).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(|line| number(*line)).collect();
    let new: Vec<usize> = new.iter().map(|line| number(*line)).collect();
    capture_diff_slices_deadline(Algorithm::Myers, &old, &new, deadline)
}

/// Merges adjacent equal lines into one operation, as the context is counted per operation.
fn push_op(ops: &mut Vec<DiffOp>, op: DiffOp) {
    match (ops.last_mut(), op) {
        (Some(DiffOp::Equal { len, .. }), DiffOp::Equal { len: more, .. }) => *len += more,
        (_, DiffOp::Equal { len: 0, .. }) => {}
        _ => ops.push(op),
    }
}

fn shift(op: DiffOp, old: usize, new: usize) -> DiffOp {
    let (tag, old_range, new_range) = op.as_tag_tuple();
    let (old_index, new_index) = (old_range.start + old, new_range.start + new);
    let (old_len, new_len) = (old_range.len(), new_range.len());
    match tag {
        DiffTag::Equal => DiffOp::Equal { old_index, new_index, len: old_len },
        DiffTag::Delete => DiffOp::Delete { old_index, old_len, new_index },
        DiffTag::Insert => DiffOp::Insert { old_index, new_index, new_len },
        DiffTag::Replace => DiffOp::Replace { old_index, old_len, new_index, new_len },
    }
}

/// `first,count`: a single line has no count, and none at all has the line before it.
fn extent(lines: Range<usize>, skipped: usize) -> String {
    let first = lines.start + skipped;
    match lines.len() {
        0 => format!("{first},0"),
        1 => format!("{}", first + 1),
        count => format!("{},{count}", first + 1),
    }
}

fn push_lines(diff: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        diff.push(sign);
        diff.push_str(line);
        if !line.ends_with('\n') {
            diff.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests;
