//! The files of a commit in a temporary folder.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::error::CommandError;

/// The commit that a change is compared with.
pub(super) struct BaseCommit {
    /// The root of the repository.
    repository: PathBuf,
    /// From there to the project: empty, or ends with `/`.
    folder: String,
    pub(super) commit: String,
    pub(super) note: Option<String>,
}

impl BaseCommit {
    pub(super) fn find(project: &Path, reference: &str) -> Result<BaseCommit, CommandError> {
        let top = text(git(project, &["rev-parse", "--show-toplevel"])?).ok_or_else(|| {
            CommandError::usage(
                "--since compares with a Git commit, and the project is in no Git repository",
            )
        })?;
        let folder = text(git(project, &["rev-parse", "--show-prefix"])?).unwrap_or_default();
        let commit = |name: &str| {
            let name = format!("{name}^{{commit}}");
            let found =
                git(project, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]);
            found.map(text)
        };
        let named = commit(reference)?.ok_or_else(|| unknown_reference(reference))?;
        let head = commit("HEAD")?
            .ok_or_else(|| CommandError::usage("--since needs a commit, and HEAD has none"))?;
        let shared = text(git(project, &["merge-base", &named, &head])?);
        let note = shared.is_none().then(|| {
            format!("this clone has no common ancestor of {reference} and HEAD, so that the comparison is with {reference} itself; a shallow clone lacks older commits (git fetch --unshallow)")
        });
        let commit = shared.unwrap_or(named);
        Ok(BaseCommit { repository: PathBuf::from(top), folder, commit, note })
    }

    pub(super) fn short(&self) -> &str {
        self.commit.get(..10).unwrap_or(&self.commit)
    }

    fn inside(&self, path: &str) -> Option<String> {
        path.strip_prefix(&self.folder).map(str::to_owned)
    }

    /// The files that differ now, committed or not, and new ones; relative to the project.
    pub(super) fn changes(&self) -> Result<HashSet<String>, CommandError> {
        let mut changed = changed_files(&self.repository, &self.commit)?;
        let arguments = ["ls-files", "-z", "--others", "--full-name"];
        let output = git(&self.repository, &arguments)?;
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        changed.extend(list.split('\0').map(str::to_owned));
        Ok(changed.iter().filter_map(|path| self.inside(path)).collect())
    }

    /// The old paths of files that were moved since, relative to the project.
    pub(super) fn renames(&self) -> Result<HashMap<String, String>, CommandError> {
        let arguments =
            ["diff", "-M", "--no-ext-diff", "--name-status", "-z", "--diff-filter=R", &self.commit];
        let output = git(&self.repository, &arguments)?;
        let list = String::from_utf8_lossy(&output.stdout).into_owned();
        let fields: Vec<&str> = list.split('\0').collect();
        let inside = |path: &str| self.inside(path);
        let rename = |fields: &[&str]| match fields {
            [_, old, new] => Some((inside(new)?, inside(old)?)),
            _ => None,
        };
        Ok(fields.chunks(3).filter_map(rename).collect())
    }
}

fn unknown_reference(reference: &str) -> CommandError {
    let branch = reference.strip_prefix("origin/").filter(|branch| !branch.is_empty());
    let fetch = branch.map_or_else(String::new, |branch| {
        format!("fetch it with: git fetch origin {branch}:refs/remotes/origin/{branch}; ")
    });
    CommandError::usage(format!("Git has no commit '{reference}' here")).hint(format!(
        "{fetch}a shallow clone has few commits and branches: git fetch --unshallow, or in GitHub Actions fetch-depth: 0 of actions/checkout"
    ))
}

/// Removed when dropped.
pub(super) struct ExportedTree(PathBuf);

impl ExportedTree {
    pub(super) fn new(
        base: &BaseCommit,
        notes: &mut Vec<String>,
    ) -> Result<ExportedTree, CommandError> {
        let name = format!("scenewright-since-{}-{}", std::process::id(), base.short());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).map_err(|error| {
            CommandError::failed(format!("cannot create {}: {error}", folder.display()))
        })?;
        let tree = ExportedTree(folder);
        tree.export(&base.repository, &base.commit, &tree.0.join("files"), notes)?;
        Ok(tree)
    }

    /// The folder of the project as it was.
    pub(super) fn folder(&self, base: &BaseCommit) -> PathBuf {
        self.0.join("files").join(&base.folder)
    }

    fn export(
        &self,
        repository: &Path,
        commit: &str,
        into: &Path,
        notes: &mut Vec<String>,
    ) -> Result<(), CommandError> {
        let entries = TreeEntries::list(repository, commit)?;
        let left = entries.link_unchanged(repository, commit, into)?;
        self.write_files(repository, commit, into, &left)?;
        for (path, commit) in entries.submodules {
            let inner = repository.join(&path);
            if inner.join(".git").exists() {
                let name = format!("{commit}^{{commit}}");
                let is_here = text(git(&inner, &["rev-parse", "--verify", "--quiet", &name])?);
                if is_here.is_none() {
                    notes.push(format!("the submodule {path} lacks its commit {commit}, so that its present one is used"));
                }
                let commit = is_here.unwrap_or_else(|| "HEAD".to_owned());
                self.export(&inner, &commit, &into.join(&path), notes)?;
            }
        }
        Ok(())
    }

    /// Lets Git write files of the commit, through an index of its own.
    fn write_files(
        &self,
        repository: &Path,
        commit: &str,
        into: &Path,
        files: &[String],
    ) -> Result<(), CommandError> {
        let index = self.0.join("index");
        let prefix = format!("--prefix={}/", into.display());
        let read = ["read-tree", commit];
        let write = ["checkout-index", "-z", "--stdin", "--force", "--quiet", &prefix];
        let list = files.iter().flat_map(|file| [file.as_str(), "\0"]).collect::<String>();
        for (arguments, input) in [(&read[..], ""), (&write[..], list.as_str())] {
            let mut command = command(repository, arguments);
            let output = run_with(command.env("GIT_INDEX_FILE", &index), input)?;
            if !output.status.success() {
                let reason = String::from_utf8_lossy(&output.stderr).trim().to_owned();
                return Err(CommandError::failed(format!("cannot read the files of {commit}: {reason}"))
                    .hint("a shallow or partial clone may lack them; fetch the whole history, or use --baseline"));
            }
        }
        let _ = fs::remove_file(&index);
        Ok(())
    }

    /// Puts contents from the local store of Git LFS in the place of pointers; returns how many it had.
    pub(super) fn fill_pointers(
        &self,
        base: &BaseCommit,
        files: impl Iterator<Item = PathBuf>,
    ) -> usize {
        let arguments = ["rev-parse", "--path-format=absolute", "--git-common-dir"];
        let Some(store) = git(&base.repository, &arguments).ok().and_then(text) else { return 0 };
        let store = Path::new(&store).join("lfs/objects");
        files.filter(|file| fill_pointer(&store, file).is_some()).count()
    }
}

impl Drop for ExportedTree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn fill_pointer(store: &Path, file: &Path) -> Option<u64> {
    let pointer = fs::read_to_string(file).ok()?;
    let oid = pointer.lines().find_map(|line| line.strip_prefix("oid sha256:"))?.trim();
    let is_hash = oid.len() == 64 && oid.bytes().all(|byte| byte.is_ascii_hexdigit());
    let object = store.join(oid.get(..2)?).join(oid.get(2..4)?).join(oid);
    is_hash.then(|| fs::copy(object, file).ok()).flatten()
}

/// What the tree of a commit contains.
struct TreeEntries {
    files: Vec<String>,
    /// Paths and commits.
    submodules: Vec<(String, String)>,
}

impl TreeEntries {
    fn list(repository: &Path, commit: &str) -> Result<TreeEntries, CommandError> {
        let output = git(repository, &["ls-tree", "-r", "-z", "--full-tree", commit])?;
        let mut entries = TreeEntries { files: Vec::new(), submodules: Vec::new() };
        for entry in String::from_utf8_lossy(&output.stdout).split('\0') {
            let Some((facts, path)) = entry.split_once('\t') else { continue };
            match facts.strip_prefix("160000 commit ") {
                Some(commit) => entries.submodules.push((path.to_owned(), commit.to_owned())),
                None => entries.files.push(path.to_owned()),
            }
        }
        Ok(entries)
    }

    /// Links the files that are the same now; returns the others. A large project is not written twice, its
    /// contents of Git LFS are there, and a partial clone need not fetch what did not change.
    fn link_unchanged(
        &self,
        repository: &Path,
        commit: &str,
        into: &Path,
    ) -> Result<Vec<String>, CommandError> {
        let changed = changed_files(repository, commit)?;
        let link = |file: &String| {
            let (now, then) = (repository.join(file), into.join(file));
            // A symbolic link would be one to the wrong place.
            let is_file = fs::symlink_metadata(&now).is_ok_and(|found| found.is_file());
            let folder = then.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok());
            is_file && folder && fs::hard_link(now, then).is_ok()
        };
        let left = self.files.iter().filter(|file| changed.contains(*file) || !link(file));
        Ok(left.cloned().collect())
    }
}

/// The tracked files that differ from a commit, and those that it lacks. The content decides, not the times that the index has.
fn changed_files(repository: &Path, commit: &str) -> Result<HashSet<String>, CommandError> {
    let staged =
        ["diff", "--cached", "--no-renames", "--no-ext-diff", "--name-only", "-z", commit, "--"];
    let output = git(repository, &staged)?;
    let mut changed = paths(&output, 0);
    let unstaged = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=no"];
    // Two letters and a space say how the work tree differs from the index.
    changed.extend(paths(&git(repository, &unstaged)?, 3));
    Ok(changed)
}

/// A list that is separated by zeros, without the first bytes of each entry.
fn paths(output: &Output, skip: usize) -> HashSet<String> {
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    let paths = list.split('\0').filter_map(|entry| entry.get(skip..));
    paths.filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

/// Git without what could write to the repository, or fetch contents of Git LFS.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY"]
    {
        command.env_remove(name);
    }
    command.arg("--no-optional-locks").arg("-C").arg(folder);
    for setting in [
        "core.splitIndex=false",
        "core.sparseCheckout=false",
        "core.fsmonitor=false",
        "diff.autoRefreshIndex=false",
        "status.relativePaths=false",
        "filter.lfs.smudge=",
        "filter.lfs.process=",
        "filter.lfs.required=false",
    ] {
        command.args(["-c", setting]);
    }
    command.args(arguments);
    command
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, CommandError> {
    run(&mut command(folder, arguments))
}

fn run(command: &mut Command) -> Result<Output, CommandError> {
    run_with(command, "")
}

fn run_with(command: &mut Command, input: &str) -> Result<Output, CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::usage(format!("--since needs Git, which cannot be started: {error}"))
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Git closes it early only if it fails, and then it says why.
        let _ = stdin.write_all(input.as_bytes());
    }
    child.wait_with_output().map_err(failed)
}

/// The trimmed output of a command that succeeded.
fn text(output: Output) -> Option<String> {
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    output.status.success().then_some(text)
}
