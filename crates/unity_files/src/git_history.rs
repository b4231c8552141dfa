//! Assets that were deleted, from the Git history of their `.meta` files.
//!
//! Invariant: Git runs without terminal, network, hooks, pagers and helpers, and for a bounded time.
//! Without Git, or outside of a repository, nothing is known about deleted assets.

mod bounded_command;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::pointer::Guid;
use bounded_command::{CommandOutput, run};

/// How long all commands may take together.
const MAX_TIME: Duration = Duration::from_secs(3);
/// How much of the remaining time of a call they may take.
const TIME_SHARE: u32 = 4;
const MAX_DELETIONS: usize = 100_000;

#[derive(Default)]
pub(crate) struct GitHistory {
    pub(crate) assets: HashMap<Guid, DeletedAsset>,
    /// Whether the time was enough.
    pub(crate) is_complete: bool,
}

/// The last deletion of an asset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeletedAsset {
    /// Relative to the project.
    pub(crate) path: String,
    /// Abbreviated.
    pub(crate) commit: String,
    /// Whether the commit changed the list of packages, too.
    pub(crate) changed_packages: bool,
}

/// A `.meta` file that a commit deleted.
struct DeletedMeta<'a> {
    commit: &'a str,
    blob: &'a str,
    path: &'a str,
}

/// Looks for the `.meta` files of these guids among those that were deleted, newest first.
pub(crate) fn deleted_assets(
    project: &Path,
    guids: &HashSet<Guid>,
    time_left: Duration,
) -> GitHistory {
    if !project.ancestors().any(|folder| folder.join(".git").exists()) {
        return GitHistory { is_complete: true, ..GitHistory::default() };
    }
    let until = Instant::now() + MAX_TIME.min(time_left / TIME_SHARE);
    let log = run(&mut deletions(project), Vec::new(), until);
    let text = String::from_utf8_lossy(&log.bytes);
    let deleted = parse_log(&text);
    let blobs: String = deleted.iter().map(|meta| format!("{}\n", meta.blob)).collect();
    let contents = match deleted.is_empty() {
        true => CommandOutput::default(),
        false => run(&mut file_contents(project), blobs.into_bytes(), until),
    };
    let mut assets = HashMap::new();
    for (meta, guid) in deleted.iter().zip(parse_contents(&contents.bytes)) {
        if let Some(guid) = guid.filter(|guid| guids.contains(guid)) {
            assets.entry(guid).or_insert_with(|| DeletedAsset {
                path: meta.path.trim_end_matches(".meta").to_owned(),
                commit: meta.commit.chars().take(10).collect(),
                changed_packages: false,
            });
        }
    }
    let mut is_complete = !log.was_stopped && !contents.was_stopped;
    if !assets.is_empty() {
        let changes = run(&mut package_changes(project), Vec::new(), until);
        is_complete &= !changes.was_stopped;
        let commits = String::from_utf8_lossy(&changes.bytes);
        for asset in assets.values_mut() {
            asset.changed_packages = commits.lines().any(|it| it.starts_with(&asset.commit));
        }
    }
    GitHistory { assets, is_complete }
}

fn deletions(project: &Path) -> Command {
    let mut command = log(project);
    command.args(["--diff-filter=D", "--raw", "--no-abbrev", "-z", "--format=%x01%H"]);
    command.args(["--", "*.meta"]);
    command
}

fn package_changes(project: &Path) -> Command {
    let mut command = log(project);
    command.args(["--format=%H", "--", "Packages/manifest.json"]);
    command
}

fn log(project: &Path) -> Command {
    let mut command = git(project);
    command.args(["log", "--relative", "--no-renames", "--no-ext-diff", "--no-textconv"]);
    command.args(["--no-show-signature", "--no-color"]);
    command
}

fn file_contents(project: &Path) -> Command {
    let mut command = git(project);
    command.args(["cat-file", "--batch", "--buffer"]);
    command
}

fn git(project: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(project).arg("--no-pager");
    for setting in ["core.fsmonitor=false", "core.hooksPath=", "log.showSignature=false"] {
        command.args(["-c", setting]);
    }
    // A server that a hook started has variables that lead to another repository.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
        command.env_remove(variable);
    }
    command.envs([
        ("GIT_ALLOW_PROTOCOL", "none"),
        ("GIT_NO_LAZY_FETCH", "1"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_TERMINAL_PROMPT", "0"),
    ]);
    command
}

/// The log is a list of commits, each followed by its deleted files as pairs of data and path.
fn parse_log(log: &str) -> Vec<DeletedMeta<'_>> {
    let mut deleted = Vec::new();
    let mut commit = "";
    // The last part may have been cut off.
    let complete = log.rfind('\0').map_or("", |end| &log[..end]);
    let mut parts = complete.split('\0');
    while let Some(part) = parts.next() {
        if let Some(next) = part.strip_prefix('\u{1}') {
            commit = next;
        } else if let Some(data) = part.trim_start().strip_prefix(':') {
            let blob = data.split(' ').nth(2);
            if let (Some(blob), Some(path)) = (blob, parts.next()) {
                deleted.push(DeletedMeta { commit, blob, path });
            }
        }
        if deleted.len() == MAX_DELETIONS {
            break;
        }
    }
    deleted
}

/// The guid of each file: `HASH blob SIZE`, a line end, the content and a line end, or `HASH missing`.
fn parse_contents(contents: &[u8]) -> impl Iterator<Item = Option<Guid>> {
    let mut rest = contents;
    std::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest)?;
        let header = std::str::from_utf8(&rest[..end]).ok()?;
        rest = &rest[end + 1..];
        let mut parts = header.split(' ').skip(1);
        if parts.next()? != "blob" {
            return Some(None);
        }
        let size: usize = parts.next()?.parse().ok()?;
        let content = rest.get(..size)?;
        rest = rest.get(size + 1..)?;
        let text = String::from_utf8_lossy(content);
        Some(text.lines().find_map(|line| Guid::parse(line.strip_prefix("guid: ")?.trim())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read_up_to_where_it_was_cut_off() {
        let log = "\u{1}aaaa\0\n:100644 000000 b1 00 D\0Assets/a.cs.meta\0:100644 000000 b2 00 D\0Assets/b c.meta\0\u{1}cccc\0\n:100644 000000 b3 00 D\0Assets/cut";
        let deleted: Vec<(&str, &str, &str)> =
            parse_log(log).iter().map(|meta| (meta.commit, meta.blob, meta.path)).collect();
        assert_eq!(
            deleted,
            [("aaaa", "b1", "Assets/a.cs.meta"), ("aaaa", "b2", "Assets/b c.meta")]
        );
        assert!(parse_log("").is_empty());
        assert!(parse_log("\u{1}aaaa").is_empty());
    }

    #[test]
    fn contents_are_read_with_those_that_are_missing() {
        let guid = "0123456789abcdef0123456789abcdef";
        let meta = format!("fileFormatVersion: 2\nguid: {guid}\n");
        let size = meta.len();
        let contents =
            format!("b1 blob {size}\n{meta}\nb2 missing\nb3 blob 3\nabc\nb4 blob 99\ncut");
        let guids: Vec<Option<Guid>> = parse_contents(contents.as_bytes()).collect();
        assert_eq!(guids, [Guid::parse(guid), None, None]);
    }
}
