//! The limit of open files and connections of the process.

/// Raises the limit as far as the system allows: each connection and stream needs a file descriptor.
#[cfg(unix)]
pub(crate) fn raise_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    if let Err(error) = raised {
        tracing::info!(%error, ?current, "cannot raise the limit of open files");
    }
}

/// There is no limit that could be raised.
#[cfg(not(unix))]
pub(crate) fn raise_limit() {}
