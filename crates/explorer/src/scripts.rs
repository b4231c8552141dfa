//! Console scripts: `.cs` files in one folder.
//!
//! Invariant: no path leaves the folder.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use scenewright_catalogue::Utc;
use serde_json::{Value, json};

use crate::config::replace_file;
use crate::error::{ExplorerError, ExplorerErrorKind, ExplorerResult};

/// The largest script that is read or written.
const MAX_SCRIPT_BYTES: usize = 256 << 10;

const BOM: &str = "\u{feff}";
pub(crate) const STARTUP_FILE: &str = "startup.cs";
const DISABLED_STARTUP_FILE: &str = "startup.disabled.cs";

/// The folder of the scripts.
pub(crate) struct ScriptFolder(pub(crate) PathBuf);

pub(crate) struct ConsoleScript {
    pub(crate) path: PathBuf,
    pub(crate) content: String,
    size: u64,
    modified: SystemTime,
    pub(crate) truncated: bool,
}

impl ScriptFolder {
    /// All scripts by name.
    pub(crate) fn list(&self) -> ExplorerResult<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(io_error(&self.0, &error)),
        };
        let files = entries.flatten().filter(|it| it.file_type().is_ok_and(|kind| kind.is_file()));
        let mut paths: Vec<PathBuf> =
            files.map(|it| it.path()).filter(|it| is_script(it)).collect();
        paths.sort();
        Ok(paths)
    }

    pub(crate) fn read(&self, path: &str) -> ExplorerResult<ConsoleScript> {
        self.script(&self.resolve(path)?)
    }

    fn script(&self, path: &Path) -> ExplorerResult<ConsoleScript> {
        let failed = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                ExplorerError::not_found(format!("there is no script {}", file_name(path)))
                    .hint("unity://console/scripts lists the scripts")
            }
            _ => io_error(path, error),
        };
        let about = fs::symlink_metadata(path).map_err(|error| failed(&error))?;
        if !about.is_file() {
            return Err(ExplorerError::invalid_argument(format!(
                "{} is not a file",
                file_name(path)
            )));
        }
        let file = fs::File::open(path).map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        let most = u64::try_from(MAX_SCRIPT_BYTES).unwrap_or(u64::MAX) + 1;
        file.take(most).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        let truncated = bytes.len() > MAX_SCRIPT_BYTES;
        bytes.truncate(MAX_SCRIPT_BYTES);
        let text = String::from_utf8_lossy(&bytes);
        let content = text.strip_prefix(BOM).unwrap_or(&text).to_owned();
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Ok(ConsoleScript { path: path.to_owned(), content, size: about.len(), modified, truncated })
    }

    pub(crate) fn write(&self, path: &str, content: &str) -> ExplorerResult<()> {
        let path = self.resolve(path)?;
        let content = content.strip_prefix(BOM).unwrap_or(content);
        if content.len() > MAX_SCRIPT_BYTES {
            return Err(ExplorerError::invalid_argument("a script has at most 256 KB"));
        }
        if fs::symlink_metadata(&path).is_ok_and(|about| !about.is_file()) {
            return Err(ExplorerError::invalid_argument(format!(
                "{} is not a file",
                file_name(&path)
            )));
        }
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder).map_err(|error| io_error(folder, &error))?;
        replace_file(&path, content.as_bytes()).map_err(|error| io_error(&path, &error))
    }

    pub(crate) fn delete(&self, path: &str) -> ExplorerResult<()> {
        let path = self.script(&self.resolve(path)?)?.path;
        fs::remove_file(&path).map_err(|error| io_error(&path, &error))
    }

    /// Whether the startup script is on, its path, and its content if it exists.
    pub(crate) fn startup(&self) -> ExplorerResult<(bool, PathBuf, Option<ConsoleScript>)> {
        let (active, disabled) = (self.0.join(STARTUP_FILE), self.0.join(DISABLED_STARTUP_FILE));
        let there = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_file());
        let enabled = there(&active);
        let chosen = if !enabled && there(&disabled) { disabled } else { active };
        let script = if there(&chosen) { Some(self.script(&chosen)?) } else { None };
        Ok((enabled, chosen, script))
    }

    pub(crate) fn write_startup(&self, content: &str) -> ExplorerResult<()> {
        self.write(STARTUP_FILE, content)?;
        match fs::remove_file(self.0.join(DISABLED_STARTUP_FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(io_error(&self.0.join(DISABLED_STARTUP_FILE), &error))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn enable_startup(&self, enabled: bool) -> ExplorerResult<()> {
        let (is_enabled, path, script) = self.startup()?;
        if is_enabled == enabled {
            return Ok(());
        }
        if script.is_none() {
            return Err(ExplorerError::not_found("there is no startup script")
                .hint("WriteStartupScript creates one"));
        }
        let to = self.0.join(if enabled { STARTUP_FILE } else { DISABLED_STARTUP_FILE });
        fs::rename(&path, &to).map_err(|error| io_error(&path, &error))
    }

    /// A file in the folder, given as a relative or absolute path. Links below the folder are not followed.
    fn resolve(&self, path: &str) -> ExplorerResult<PathBuf> {
        if !is_script(Path::new(path)) {
            return Err(ExplorerError::invalid_argument("scripts are .cs files"));
        }
        let given = Path::new(path);
        let inside = match given.strip_prefix(&self.0) {
            Ok(inside) => inside,
            Err(_) if given.is_absolute() => return Err(outside_folder()),
            Err(_) => given,
        };
        let mut at = self.0.clone();
        for part in inside.components() {
            match part {
                Component::Normal(part) => at.push(part),
                Component::CurDir => {}
                _ => return Err(outside_folder()),
            }
            if at.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
                return Err(outside_folder());
            }
        }
        Ok(at)
    }
}

impl ConsoleScript {
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "Name": file_name(&self.path),
            "Path": self.path.display().to_string(),
            "Content": self.content,
            "SizeBytes": self.size,
            "LastModifiedUtc": Utc(self.modified).to_string(),
            "Truncated": self.truncated,
        })
    }
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cs"))
}

fn outside_folder() -> ExplorerError {
    ExplorerError::invalid_argument("the path leaves the folder of scripts")
        .hint("give a file name, e.g. mcp-test.cs")
}

fn io_error(path: &Path, error: &io::Error) -> ExplorerError {
    ExplorerError::new(
        ExplorerErrorKind::Internal,
        format!("{} cannot be used: {error}", file_name(path)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_written_read_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = ScriptFolder(folder.path().join("Scripts"));
        assert!(scripts.list().unwrap().is_empty());
        scripts.write("mcp-test.cs", "\u{feff}return 123;").unwrap();
        let dto = scripts.read("mcp-test.cs").unwrap().to_json();
        assert_eq!((&dto["Content"], &dto["SizeBytes"]), (&json!("return 123;"), &json!(11)));
        assert_eq!((&dto["Name"], &dto["Truncated"]), (&json!("mcp-test.cs"), &json!(false)));
        let whole = scripts.list().unwrap()[0].display().to_string();
        assert!(scripts.read(&whole).is_ok());
        scripts.delete(&whole).unwrap();
        assert_eq!(scripts.read("mcp-test.cs").err().unwrap().kind, ExplorerErrorKind::NotFound);
    }

    #[test]
    fn no_path_leaves_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = ScriptFolder(folder.path().join("Scripts"));
        fs::create_dir_all(&scripts.0).unwrap();
        fs::write(folder.path().join("out.cs"), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("out.cs"), scripts.0.join("link.cs"))
            .unwrap();
        let beyond = folder.path().join("out.cs").display().to_string();
        let mut paths =
            vec!["../out.cs", "a/../../out.cs", "/etc/x.cs", "x.txt", "", beyond.as_str()];
        if cfg!(unix) {
            paths.push("link.cs");
        }
        for path in paths {
            assert!(scripts.read(path).is_err(), "{path}");
            assert!(scripts.write(path, "y").is_err(), "{path}");
            assert!(scripts.delete(path).is_err(), "{path}");
        }
        assert!(scripts.write("big.cs", &"x".repeat(MAX_SCRIPT_BYTES + 1)).is_err());
        fs::write(scripts.0.join("big.cs"), "x".repeat(MAX_SCRIPT_BYTES + 1)).unwrap();
        assert_eq!(scripts.read("big.cs").unwrap().to_json()["Truncated"], true);
    }

    #[test]
    fn the_startup_script_is_switched_off_and_on() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = ScriptFolder(folder.path().to_owned());
        let state = || {
            let (enabled, path, script) = scripts.startup().unwrap();
            (enabled, file_name(&path), script.map(|script| script.content))
        };
        assert_eq!(state(), (false, STARTUP_FILE.to_owned(), None));
        assert!(scripts.enable_startup(true).is_err());
        scripts.write_startup("a").unwrap();
        assert_eq!(state(), (true, STARTUP_FILE.to_owned(), Some("a".to_owned())));
        scripts.enable_startup(false).unwrap();
        assert_eq!(state(), (false, DISABLED_STARTUP_FILE.to_owned(), Some("a".to_owned())));
        scripts.write_startup("b").unwrap();
        assert_eq!(state(), (true, STARTUP_FILE.to_owned(), Some("b".to_owned())));
        assert_eq!(scripts.list().unwrap().len(), 1);
    }
}
