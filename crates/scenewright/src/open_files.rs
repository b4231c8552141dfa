//! How many files and connections the process may have open.

/// Raises the limit to what the system lets this user have: each connection and stream needs one.
#[cfg(unix)]
pub(crate) fn raise_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    if let Err(error) = raised {
        tracing::info!(%error, ?current, "the limit of open files stays");
    }
}

/// There is none that could be raised.
#[cfg(not(unix))]
pub(crate) fn raise_limit() {}
