//! Bounded diffs.
//!
//! Invariant: a diff is bounded before any dialect sees it: the middle of a very long one is left
//! out. Otherwise a delete in a large scene would be an answer of several megabytes.

use scenewright_model::FileDiff;

/// The maximum length of the diff of one file.
const MAX_DIFF_LINES: usize = 2_000;
const MAX_DIFF_BYTES: usize = 200_000;

/// A notice that a diff is truncated.
pub(crate) fn truncation_notice(file: &FileDiff) -> Option<String> {
    let (lines, (head, tail)) = (file.diff.lines().count(), ends(&file.diff)?);
    let shown = file.diff[..head].lines().count() + file.diff[tail..].lines().count();
    Some(format!("The diff of {} shows {shown} of {lines} lines.", file.path))
}

/// Returns the diff, or its beginning and end and the number of lines between them.
pub(crate) fn truncate_diff(diff: String) -> String {
    let Some((head, tail)) = ends(&diff) else { return diff };
    let left = diff[head..tail].lines().count();
    format!("{}… {left} lines left out …\n{}", &diff[..head], &diff[tail..])
}

/// The end of the first part that is shown and the start of the last one; `None` if the diff is
/// shown in full.
fn ends(diff: &str) -> Option<(usize, usize)> {
    if diff.len() <= MAX_DIFF_BYTES && diff.lines().count() <= MAX_DIFF_LINES {
        return None;
    }
    let lines = diff.split_inclusive('\n').map(str::len);
    let tail = diff.len() - within(lines.clone().rev());
    let head = within(lines);
    Some((head, tail.max(head)))
}

/// The number of bytes of the first lines that fit into half of the limit.
fn within(lines: impl Iterator<Item = usize>) -> usize {
    let mut used = 0;
    for line in lines.take(MAX_DIFF_LINES / 2) {
        if used + line > MAX_DIFF_BYTES / 2 {
            break;
        }
        used += line;
    }
    used
}

#[cfg(test)]
mod tests {
    use scenewright_model::ChangeKind;

    use super::*;

    fn file(diff: String) -> FileDiff {
        let (path, change) = ("a.tscn".to_owned(), ChangeKind::Changed);
        FileDiff { path, change, diff, lines_added: 0, lines_removed: 0 }
    }

    #[test]
    fn a_huge_diff_keeps_its_ends() {
        let many: String = (0..10_000).map(|n| format!("-{n}\n")).collect();
        let cut = truncate_diff(many.clone());
        assert!(cut.starts_with("-0\n-1\n") && cut.ends_with("-9998\n-9999\n"));
        assert!(cut.contains("-999\n… 8000 lines left out …\n-9000\n"), "{cut}");
        let note = truncation_notice(&file(many)).unwrap();
        assert_eq!(note, "The diff of a.tscn shows 2000 of 10000 lines.");
    }

    #[test]
    fn long_lines_count_by_their_bytes() {
        let wide = format!("--- a\n+++ b\n-{}\n+{}\n last\n", "ä".repeat(150_000), "x".repeat(10));
        let cut = truncate_diff(wide);
        assert!(cut.len() < MAX_DIFF_BYTES, "{}", cut.len());
        assert!(cut.ends_with(" last\n"), "{cut}");
        let one = truncate_diff("y".repeat(MAX_DIFF_BYTES + 1));
        assert_eq!(one, "… 1 lines left out …\n");
    }

    #[test]
    fn what_is_short_stays_whole() {
        let diff = "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n".to_owned();
        assert_eq!(
            (truncation_notice(&file(diff.clone())), truncate_diff(diff.clone())),
            (None, diff)
        );
    }
}
