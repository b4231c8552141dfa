//! What `watch` shows: a whole screen on a terminal, one block of lines for each change in a pipe.

use std::collections::BTreeSet;

use scenewright_catalogue::printable;
use scenewright_model::ProjectChanges;

use super::{CheckedProject, WatchedFinding};
use crate::error::CommandError;
use crate::print;

/// How many changed files are named.
const MAX_FILES: usize = 3;

/// Lines around the findings: the title, the summary, the last change, and the end.
const OTHER_LINES: usize = 7;

pub(super) struct WatchReport<'a> {
    pub title: &'a str,
    pub now: &'a CheckedProject,
    /// What changed, and the check before.
    pub last: Option<(&'a ProjectChanges, &'a CheckedProject)>,
}

impl WatchReport<'_> {
    pub(super) fn print(&self) -> Result<(), CommandError> {
        match print::screen() {
            Some((rows, columns)) => {
                print::clear_screen()?;
                print::out(&self.screen(rows, columns).join("\n"))
            }
            None => print::out(&self.lines().join("\n")),
        }
    }

    /// The screen, with as many findings as there is room for. The new ones come first.
    fn screen(&self, rows: usize, columns: usize) -> Vec<String> {
        let (new, fixed) = self.differences();
        let mut lines = vec![
            print::bold(&cut(&format!("Watching the {} (Ctrl-C ends)", self.title), columns)),
            self.summary(),
        ];
        if let Some((changes, _)) = self.last {
            let what = format!("changed: {}", changed_files(changes));
            lines.push(print::dim(&cut(&what, columns)));
        }
        lines.push(String::new());
        let room = rows.saturating_sub(OTHER_LINES).max(1);
        let others = self.now.findings.difference(&new).map(|finding| (' ', finding));
        let marked = new.iter().map(|finding| ('+', finding));
        let marked = marked.chain(fixed.iter().map(|finding| ('-', finding))).chain(others);
        let shown: Vec<String> =
            marked.clone().take(room).map(|(mark, finding)| line(mark, finding, columns)).collect();
        let left = marked.count() - shown.len();
        lines.extend(shown);
        if left > 0 {
            lines.push(print::dim(&format!("… {left} more: scenewright check")));
        }
        lines
    }

    fn lines(&self) -> Vec<String> {
        let Some((changes, _)) = self.last else {
            let mut lines = vec![format!("watching the {}", self.title), self.summary()];
            let all = self.now.findings.iter().map(|finding| line(' ', finding, usize::MAX));
            lines.extend(all);
            return lines;
        };
        let (new, fixed) = self.differences();
        let mut lines = vec![format!("changed: {}", changed_files(changes))];
        lines.extend(new.iter().map(|finding| line('+', finding, usize::MAX)));
        lines.extend(fixed.iter().map(|finding| line('-', finding, usize::MAX)));
        lines.push(self.summary());
        lines
    }

    /// What the last change broke, and what it fixed.
    fn differences(&self) -> (BTreeSet<WatchedFinding>, BTreeSet<WatchedFinding>) {
        match self.last {
            None => Default::default(),
            Some((_, before)) => (
                self.now.findings.difference(&before.findings).cloned().collect(),
                before.findings.difference(&self.now.findings).cloned().collect(),
            ),
        }
    }

    fn summary(&self) -> String {
        let (new, fixed) = self.differences();
        let count = match self.now.findings.len() {
            0 => "no findings".to_owned(),
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        let difference = match (new.len(), fixed.len()) {
            (0, 0) => String::new(),
            (new, fixed) => format!(", {new} new, {fixed} fixed"),
        };
        let CheckedProject { files_read, files, took, .. } = self.now;
        format!("{count}{difference} ({files_read} of {files} files, {:.2} s)", took.as_secs_f64())
    }
}

fn line(mark: char, finding: &WatchedFinding, columns: usize) -> String {
    let WatchedFinding { path, place, kind, reason } = finding;
    let place = if place.is_empty() { String::new() } else { format!(" {place}:") };
    let text = format!("{mark} {} {path}:{place} {reason}", kind.as_str());
    print::diff_line(&cut(&printable(&text), columns))
}

fn changed_files(changes: &ProjectChanges) -> String {
    if changes.everything {
        return "many files".to_owned();
    }
    let named: Vec<&str> =
        changes.assets.iter().take(MAX_FILES).map(|change| change.path.as_str()).collect();
    match changes.assets.len().saturating_sub(named.len()) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// At most as long as a line of the terminal.
fn cut(text: &str, columns: usize) -> String {
    if text.chars().count() <= columns {
        return text.to_owned();
    }
    text.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use scenewright_model::{AssetChange, ChangeKind, FindingKind};

    use super::*;

    fn checked(reasons: &[&str]) -> CheckedProject {
        let finding = |reason: &&str| WatchedFinding {
            path: "res://main.tscn".to_owned(),
            place: "Main/Player".to_owned(),
            kind: FindingKind::MissingFile,
            reason: (*reason).to_owned(),
        };
        let findings = reasons.iter().map(finding).collect();
        CheckedProject { findings, files_read: 2, files: 3, took: Duration::from_millis(20) }
    }

    fn plain(lines: &[String]) -> String {
        anstream::adapter::strip_str(&lines.join("\n")).to_string()
    }

    #[test]
    fn a_change_shows_what_it_broke_and_fixed_first() {
        let before = checked(&["a", "b"]);
        let now = checked(&["b", "c"]);
        let change = AssetChange { path: "res://main.tscn".to_owned(), kind: ChangeKind::Changed };
        let changes = ProjectChanges { assets: vec![change], everything: false };
        let report = WatchReport {
            title: "Godot project in /g",
            now: &now,
            last: Some((&changes, &before)),
        };
        insta::assert_snapshot!(plain(&report.screen(24, 80)), @r"
        Watching the Godot project in /g (Ctrl-C ends)
        2 findings, 1 new, 1 fixed (2 of 3 files, 0.02 s)
        changed: res://main.tscn

        + missing-file res://main.tscn: Main/Player: c
        - missing-file res://main.tscn: Main/Player: a
          missing-file res://main.tscn: Main/Player: b
        ");
        insta::assert_snapshot!(plain(&report.screen(9, 30)), @r"
        Watching the Godot project in…
        2 findings, 1 new, 1 fixed (2 of 3 files, 0.02 s)
        changed: res://main.tscn

        + missing-file res://main.tsc…
        - missing-file res://main.tsc…
        … 1 more: scenewright check
        ");
        insta::assert_snapshot!(plain(&report.lines()), @r"
        changed: res://main.tscn
        + missing-file res://main.tscn: Main/Player: c
        - missing-file res://main.tscn: Main/Player: a
        2 findings, 1 new, 1 fixed (2 of 3 files, 0.02 s)
        ");
    }
}
