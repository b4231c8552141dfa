//! The token that clients need to write: one per project, stored outside of it.

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io};

use scenewright_wire::http::{ServerToken, TokenUse};

use crate::cli::GuardArgs;
use crate::{folders, print, private_file};

/// The length in bytes; the text has twice as many hexadecimal digits.
const TOKEN_BYTES: usize = 24;
/// How often to check whether another server has finished writing its token.
const READ_ATTEMPTS: usize = 20;
const RETRY_AFTER: Duration = Duration::from_millis(10);

/// The token that the user chose, or the project's token if the server may write, or none.
pub(crate) fn choose(
    args: &GuardArgs,
    allow_writes: bool,
    project: &str,
) -> io::Result<Option<ServerToken>> {
    if let Some(secret) = &args.token {
        return Ok(Some(ServerToken { secret: secret.clone(), needed_for: TokenUse::Everything }));
    }
    if !allow_writes || args.no_token {
        return Ok(None);
    }
    let folder = folders::data().map(|data| data.join("tokens"));
    let secret = match folder.map(|folder| load_or_create(&folder, project)) {
        Some(Ok(secret)) => secret,
        unkept => {
            let reason = unkept.and_then(Result::err).map(|error| format!(": {error}"));
            let reason = reason.unwrap_or_default();
            print::note(&format!(
                "cannot store the token, so it is different at each start{reason}"
            ));
            private_file::random_hex::<TOKEN_BYTES>()?
        }
    };
    Ok(Some(ServerToken { secret, needed_for: TokenUse::Writes }))
}

/// The project's token, created if it does not exist yet.
fn load_or_create(folder: &Path, project: &str) -> io::Result<String> {
    fs::create_dir_all(folder)?;
    let path = folder.join(project);
    let fresh = private_file::random_hex::<TOKEN_BYTES>()?;
    match private_file::create(&path, &fresh) {
        Ok(()) => return Ok(fresh),
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
    }
    for _ in 0..READ_ATTEMPTS {
        let text = private_file::read(&path)?.unwrap_or_default();
        if is_token(&text) {
            return Ok(text);
        }
        sleep(RETRY_AFTER);
    }
    private_file::replace(&path, &fresh)?;
    Ok(fresh)
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * TOKEN_BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_keeps_its_token() {
        let folder = tempfile::tempdir().unwrap();
        let first = load_or_create(folder.path(), "a").unwrap();
        assert!(is_token(&first));
        assert_eq!(load_or_create(folder.path(), "a").unwrap(), first);
        assert_ne!(load_or_create(folder.path(), "b").unwrap(), first);
        fs::write(folder.path().join("a"), "damaged").unwrap();
        let second = load_or_create(folder.path(), "a").unwrap();
        assert!(is_token(&second) && second != first);
        assert_eq!(load_or_create(folder.path(), "a").unwrap(), second);
    }
}
