//! Which project a command is about: `--project` everywhere, and a positional PROJECT where it is the only one.

use std::path::{Path, PathBuf};

use clap::Args;

/// `PROJECT` or `--project`.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ProjectArgument {
    /// The project's folder, or any path inside it [default: the nearest project at or above the current
    /// folder]
    #[arg(value_name = "PROJECT")]
    positional: Option<PathBuf>,
    /// The same as PROJECT
    #[arg(long = "project", value_name = "PROJECT", conflicts_with = "positional")]
    named: Option<PathBuf>,
}

impl ProjectArgument {
    pub(crate) fn as_deref(&self) -> Option<&Path> {
        self.named.as_deref().or(self.positional.as_deref())
    }
}

/// `--project`, for commands with other positional arguments.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ProjectOption {
    /// The project's folder, or any path inside it [default: the nearest project at or above the current
    /// folder]
    #[arg(long = "project", value_name = "PROJECT")]
    named: Option<PathBuf>,
}

impl ProjectOption {
    pub(crate) fn at(folder: &Path) -> ProjectOption {
        ProjectOption { named: Some(folder.to_owned()) }
    }

    pub(crate) fn as_deref(&self) -> Option<&Path> {
        self.named.as_deref()
    }
}
