//! Resolves a path of the project to its file.
//!
//! Invariant: no path leaves the root, links included, whatever a record says.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

use crate::disk::is_absent;
use crate::error::{JournalError, PathError};
use crate::native::canonicalize;

#[derive(Debug)]
pub(crate) struct ResolvedFile {
    /// The file itself, links followed.
    pub(crate) real: PathBuf,
    /// The same, from the root, with `/` between the parts.
    pub(crate) inner: String,
    /// Parent folders that do not exist yet, the outermost first.
    pub(crate) missing: Vec<PathBuf>,
    /// The path was a link to the file.
    pub(crate) linked: bool,
}

impl ResolvedFile {
    pub(crate) fn folder(&self) -> &Path {
        self.real.parent().unwrap_or(&self.real)
    }
}

/// `root` is canonical.
pub(crate) fn resolve(root: &Path, path: &str) -> Result<ResolvedFile, JournalError> {
    let parts = check_parts(path)?;
    let (name, parents) =
        parts.split_last().ok_or_else(|| JournalError::path(path, PathError::EmptyPart))?;
    let mut folder = root.to_owned();
    let mut missing = Vec::new();
    for part in parents {
        folder = resolve_folder(root, path, folder.join(part))?;
        if !missing.is_empty() || file_type(path, &folder)?.is_none() {
            missing.push(folder.clone());
        }
    }
    let (real, linked) = resolve_file(root, path, folder.join(name))?;
    let inner =
        relative(root, &real).ok_or_else(|| JournalError::path(path, PathError::NotUtf8))?;
    Ok(ResolvedFile { real, inner, missing, linked })
}

/// Only plain names: a path comes from a client, or from a record that anyone may have edited.
fn check_parts(path: &str) -> Result<Vec<&str>, JournalError> {
    let parts: Vec<&str> = path.split('/').collect();
    let reason = parts.iter().find_map(|part| match *part {
        "" => Some(PathError::EmptyPart),
        "." | ".." => Some(PathError::DotPart),
        part if part.contains('\0') => Some(PathError::Nul),
        _ => None,
    });
    // What is wrong everywhere is reported in the same way everywhere.
    let is_refused_here = || cfg!(windows) && parts.iter().any(|part| unusable_on_windows(part));
    let reason = reason.or_else(|| is_refused_here().then_some(PathError::WindowsName));
    reason.map_or(Ok(parts), |reason| Err(JournalError::path(path, reason)))
}

fn unusable_on_windows(part: &str) -> bool {
    part.contains(['\\', ':', '*', '?', '"', '<', '>', '|'])
        || part.ends_with(['.', ' '])
        || is_device_name(&part.split('.').next().unwrap_or(part).to_ascii_uppercase())
}

fn is_device_name(stem: &str) -> bool {
    let port =
        |name| stem.strip_prefix(name).is_some_and(|n| matches!(n.as_bytes(), [b'0'..=b'9']));
    matches!(stem, "CON" | "PRN" | "AUX" | "NUL") || port("COM") || port("LPT")
}

fn resolve_folder(root: &Path, path: &str, folder: PathBuf) -> Result<PathBuf, JournalError> {
    match file_type(path, &folder)? {
        None => Ok(folder),
        Some(kind) if kind.is_dir() => Ok(folder),
        Some(kind) if kind.is_symlink() => {
            let target = follow_link(root, path, &folder)?;
            if target.is_dir() { Ok(target) } else { Err(not_a_folder(path, &folder)) }
        }
        Some(_) => Err(not_a_folder(path, &folder)),
    }
}

fn resolve_file(root: &Path, path: &str, file: PathBuf) -> Result<(PathBuf, bool), JournalError> {
    match file_type(path, &file)? {
        None => Ok((file, false)),
        Some(kind) if kind.is_file() => Ok((file, false)),
        Some(kind) if kind.is_symlink() => {
            let target = follow_link(root, path, &file)?;
            if target.is_file() { Ok((target, true)) } else { Err(not_a_file(path)) }
        }
        Some(_) => Err(not_a_file(path)),
    }
}

fn follow_link(root: &Path, path: &str, link: &Path) -> Result<PathBuf, JournalError> {
    let target = canonicalize(link)
        .map_err(|error| JournalError::path(path, PathError::BrokenLink(error)))?;
    if !target.starts_with(root) {
        return Err(JournalError::path(path, PathError::LeavesProject));
    }
    Ok(target)
}

fn file_type(path: &str, at: &Path) -> Result<Option<FileType>, JournalError> {
    match fs::symlink_metadata(at) {
        Ok(metadata) => Ok(Some(metadata.file_type())),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(JournalError::path(path, PathError::Unreadable(error))),
    }
}

pub(crate) fn relative(root: &Path, real: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> =
        real.strip_prefix(root).ok()?.components().map(|part| part.as_os_str().to_str()).collect();
    Some(parts?.join("/"))
}

fn not_a_folder(path: &str, at: &Path) -> JournalError {
    JournalError::path(path, PathError::NotAFolder { folder: at.display().to_string() })
}

fn not_a_file(path: &str) -> JournalError {
    JournalError::path(path, PathError::NotAFile)
}
