//! Console scripts: C# files in one folder, which no path leaves.

use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use scenewright_catalogue::Utc;
use serde_json::{Value, json};

use crate::config::replace;
use crate::fault::{Fault, Found, Kind};

/// The most that is read or written.
const LONGEST: usize = 256 << 10;

const BOM: &str = "\u{feff}";
pub(crate) const STARTUP: &str = "startup.cs";
const DISABLED: &str = "startup.disabled.cs";

/// The folder of the scripts.
pub(crate) struct Scripts(pub(crate) PathBuf);

pub(crate) struct Script {
    pub(crate) path: PathBuf,
    pub(crate) content: String,
    size: u64,
    modified: SystemTime,
    pub(crate) truncated: bool,
}

impl Scripts {
    /// All scripts by name.
    pub(crate) fn list(&self) -> Found<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(broken(&self.0, &error)),
        };
        let files = entries.flatten().filter(|it| it.file_type().is_ok_and(|kind| kind.is_file()));
        let mut paths: Vec<PathBuf> =
            files.map(|it| it.path()).filter(|it| is_script(it)).collect();
        paths.sort();
        Ok(paths)
    }

    pub(crate) fn read(&self, path: &str) -> Found<Script> {
        self.script(&self.resolve(path)?)
    }

    fn script(&self, path: &Path) -> Found<Script> {
        let failed = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => {
                Fault::not_found(format!("there is no script {}", name(path)))
                    .hint("unity://console/scripts lists them")
            }
            _ => broken(path, error),
        };
        let about = fs::symlink_metadata(path).map_err(|error| failed(&error))?;
        if !about.is_file() {
            return Err(Fault::argument(format!("{} is not a file", name(path))));
        }
        let file = fs::File::open(path).map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        let most = u64::try_from(LONGEST).unwrap_or(u64::MAX) + 1;
        file.take(most).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        let truncated = bytes.len() > LONGEST;
        bytes.truncate(LONGEST);
        let text = String::from_utf8_lossy(&bytes);
        let content = text.strip_prefix(BOM).unwrap_or(&text).to_owned();
        let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Ok(Script { path: path.to_owned(), content, size: about.len(), modified, truncated })
    }

    pub(crate) fn write(&self, path: &str, content: &str) -> Found<()> {
        let path = self.resolve(path)?;
        let content = content.strip_prefix(BOM).unwrap_or(content);
        if content.len() > LONGEST {
            return Err(Fault::argument("a script has at most 256 KB"));
        }
        if fs::symlink_metadata(&path).is_ok_and(|about| !about.is_file()) {
            return Err(Fault::argument(format!("{} is not a file", name(&path))));
        }
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder).map_err(|error| broken(folder, &error))?;
        replace(&path, content.as_bytes()).map_err(|error| broken(&path, &error))
    }

    pub(crate) fn delete(&self, path: &str) -> Found<()> {
        let path = self.script(&self.resolve(path)?)?.path;
        fs::remove_file(&path).map_err(|error| broken(&path, &error))
    }

    /// Whether it runs at the start, where it is, and what it says if it is there.
    pub(crate) fn startup(&self) -> Found<(bool, PathBuf, Option<Script>)> {
        let (active, disabled) = (self.0.join(STARTUP), self.0.join(DISABLED));
        let there = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_file());
        let enabled = there(&active);
        let chosen = if !enabled && there(&disabled) { disabled } else { active };
        let script = if there(&chosen) { Some(self.script(&chosen)?) } else { None };
        Ok((enabled, chosen, script))
    }

    pub(crate) fn write_startup(&self, content: &str) -> Found<()> {
        self.write(STARTUP, content)?;
        match fs::remove_file(self.0.join(DISABLED)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(broken(&self.0.join(DISABLED), &error))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn enable_startup(&self, enabled: bool) -> Found<()> {
        let (is_enabled, path, script) = self.startup()?;
        if is_enabled == enabled {
            return Ok(());
        }
        if script.is_none() {
            return Err(
                Fault::not_found("there is no startup script").hint("WriteStartupScript makes one")
            );
        }
        let to = self.0.join(if enabled { STARTUP } else { DISABLED });
        fs::rename(&path, &to).map_err(|error| broken(&path, &error))
    }

    /// A file in the folder, named by a path in it or by its whole path. The folder itself is ours:
    /// nothing below it is followed through a link.
    fn resolve(&self, path: &str) -> Found<PathBuf> {
        if !is_script(Path::new(path)) {
            return Err(Fault::argument("scripts are .cs files"));
        }
        let given = Path::new(path);
        let inside = match given.strip_prefix(&self.0) {
            Ok(inside) => inside,
            Err(_) if given.is_absolute() => return Err(outside()),
            Err(_) => given,
        };
        let mut at = self.0.clone();
        for part in inside.components() {
            match part {
                Component::Normal(part) => at.push(part),
                Component::CurDir => {}
                _ => return Err(outside()),
            }
            if at.symlink_metadata().is_ok_and(|about| about.is_symlink()) {
                return Err(outside());
            }
        }
        Ok(at)
    }
}

impl Script {
    pub(crate) fn dto(&self) -> Value {
        json!({
            "Name": name(&self.path),
            "Path": self.path.display().to_string(),
            "Content": self.content,
            "SizeBytes": self.size,
            "LastModifiedUtc": Utc(self.modified).to_string(),
            "Truncated": self.truncated,
        })
    }
}

pub(crate) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cs"))
}

fn outside() -> Fault {
    Fault::argument("the path leaves the folder of scripts")
        .hint("give a file name, e.g. mcp-test.cs")
}

fn broken(path: &Path, error: &io::Error) -> Fault {
    Fault::new(Kind::Internal, format!("{} cannot be used: {error}", name(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_written_read_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = Scripts(folder.path().join("Scripts"));
        assert!(scripts.list().unwrap().is_empty());
        scripts.write("mcp-test.cs", "\u{feff}return 123;").unwrap();
        let dto = scripts.read("mcp-test.cs").unwrap().dto();
        assert_eq!((&dto["Content"], &dto["SizeBytes"]), (&json!("return 123;"), &json!(11)));
        assert_eq!((&dto["Name"], &dto["Truncated"]), (&json!("mcp-test.cs"), &json!(false)));
        let whole = scripts.list().unwrap()[0].display().to_string();
        assert!(scripts.read(&whole).is_ok());
        scripts.delete(&whole).unwrap();
        assert_eq!(scripts.read("mcp-test.cs").err().unwrap().kind, Kind::NotFound);
    }

    #[test]
    fn no_path_leaves_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = Scripts(folder.path().join("Scripts"));
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
        assert!(scripts.write("big.cs", &"x".repeat(LONGEST + 1)).is_err());
        fs::write(scripts.0.join("big.cs"), "x".repeat(LONGEST + 1)).unwrap();
        assert_eq!(scripts.read("big.cs").unwrap().dto()["Truncated"], true);
    }

    #[test]
    fn the_startup_script_is_switched_off_and_on() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = Scripts(folder.path().to_owned());
        let state = || {
            let (enabled, path, script) = scripts.startup().unwrap();
            (enabled, name(&path), script.map(|script| script.content))
        };
        assert_eq!(state(), (false, STARTUP.to_owned(), None));
        assert!(scripts.enable_startup(true).is_err());
        scripts.write_startup("a").unwrap();
        assert_eq!(state(), (true, STARTUP.to_owned(), Some("a".to_owned())));
        scripts.enable_startup(false).unwrap();
        assert_eq!(state(), (false, DISABLED.to_owned(), Some("a".to_owned())));
        scripts.write_startup("b").unwrap();
        assert_eq!(state(), (true, STARTUP.to_owned(), Some("b".to_owned())));
        assert_eq!(scripts.list().unwrap().len(), 1);
    }
}
