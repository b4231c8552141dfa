//! Files with secrets. Only their user can read them, and a file or link that belongs to another user is
//! never read, followed or replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// Random bytes as hexadecimal digits.
pub(crate) fn random_hex<const N: usize>() -> io::Result<String> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// `None` if the file does not exist.
pub(crate) fn read(path: &Path) -> io::Result<Option<String>> {
    let mut file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    own(&file.metadata()?)?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(Some(text))
}

/// Fails if the path exists, even as a link.
pub(crate) fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(text.as_bytes())
}

/// Replaces the file atomically, because it may be read at any time. A file of another user is not replaced.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Ok(there) = fs::symlink_metadata(path) {
        own(&there)?;
    }
    let beside = path.with_extension(format!("{}.new", random_hex::<8>()?));
    create(&beside, text)?;
    fs::rename(&beside, path).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// Opens a file without following links.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;

        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        #[expect(clippy::cast_possible_wrap, reason = "flags of open(2) are an int")]
        options.custom_flags(flags.bits() as i32);
    }
    options.open(path)
}

#[cfg(unix)]
fn own(about: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;

    match about.uid() == rustix::process::geteuid().as_raw() {
        true => Ok(()),
        false => {
            Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file belongs to another user"))
        }
    }
}

/// On other systems the folder for temporary files belongs to the user.
#[cfg(not(unix))]
fn own(_: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn only_the_user_can_read_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        assert_eq!(read(&path).unwrap(), None);
        create(&path, "one").unwrap();
        assert!(create(&path, "two").is_err());
        replace(&path, "three").unwrap();
        assert_eq!(read(&path).unwrap().as_deref(), Some("three"));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (victim, path) = (folder.path().join("victim"), folder.path().join("secret"));
        fs::write(&victim, "mine").unwrap();
        symlink(&victim, &path).unwrap();
        assert!(read(&path).is_err());
        assert!(create(&path, "x").is_err());
        replace(&path, "secret").unwrap();
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(read(&path).unwrap().as_deref(), Some("secret"));
    }

    #[test]
    fn files_of_other_users_stay() {
        // Only root can make a file of somebody else.
        if !rustix::process::geteuid().is_root() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("theirs");
        fs::write(&path, "theirs").unwrap();
        std::os::unix::fs::chown(&path, Some(1), None).unwrap();
        assert!(read(&path).is_err());
        assert!(replace(&path, "mine").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }
}
