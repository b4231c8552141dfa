//! The assembly that a source is compiled into: the nearest `.asmdef` or `.asmref` above it, else
//! one of Unity's four predefined assemblies.

use std::collections::HashMap;

use scenewright_engine::{Context, EngineError, Subject};
use serde_json::Value as Json;

use super::super::guids::extension_of;
use super::super::pointer::Guid;
use super::guid;
use scenewright_project_files::root::ProjectRoot;

/// Top-level folders of `Assets/` that are compiled before everything else.
const FIRST_PASS_FOLDERS: &[&str] =
    &["Assets/Plugins/", "Assets/Standard Assets/", "Assets/Pro Standard Assets/"];

pub(super) struct Assemblies {
    /// The assembly's name, by the folder of its definition.
    by_folder: HashMap<String, String>,
}

impl Assemblies {
    pub(super) fn read(root: &ProjectRoot, cx: &Context) -> Result<Assemblies, EngineError> {
        let wanted = |name: &str| matches!(extension_of(name), Some("asmdef" | "asmref"));
        let mut paths = root.list_files("Assets", wanted, cx)?.paths;
        paths.extend(root.list_files("Packages", wanted, cx)?.paths);
        let (definitions, references): (Vec<&String>, Vec<&String>) =
            paths.iter().partition(|path| extension_of(path) == Some("asmdef"));
        let mut by_folder = HashMap::new();
        let mut by_guid: HashMap<Guid, String> = HashMap::new();
        for path in definitions {
            if let Some(name) = text(root, path, "name") {
                by_guid.extend(guid(root, path).map(|guid| (guid, name.clone())));
                by_folder.insert(folder(path).to_owned(), name);
            }
        }
        for path in references {
            if let Some(to) = text(root, path, "reference") {
                let by_guid = |guid: &str| by_guid.get(&Guid::parse(guid)?).cloned();
                let name = match to.strip_prefix("GUID:") {
                    Some(guid) => by_guid(guid),
                    None => Some(to),
                };
                by_folder.extend(name.map(|name| (folder(path).to_owned(), name)));
            }
        }
        Ok(Assemblies { by_folder })
    }

    /// `None` for a source that Unity does not compile: one in a package without an assembly
    /// definition.
    pub(super) fn for_file(&self, path: &str) -> Option<String> {
        let above = std::iter::successors(path.rsplit_once('/').map(|(above, _)| above), |above| {
            above.rsplit_once('/').map(|(above, _)| above)
        });
        let defined = above.into_iter().find_map(|folder| self.by_folder.get(folder));
        defined.cloned().or_else(|| {
            path.starts_with("Assets/").then(|| {
                let editor = if path.contains("/Editor/") { "-Editor" } else { "" };
                let is_first = FIRST_PASS_FOLDERS.iter().any(|folder| path.starts_with(folder));
                let first_pass = if is_first { "-firstpass" } else { "" };
                format!("Assembly-CSharp{editor}{first_pass}")
            })
        })
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn text(root: &ProjectRoot, path: &str, key: &str) -> Option<String> {
    let bytes = root.read(Subject::AssemblyDefinition, path).ok()?;
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let json: Json = serde_json::from_slice(json).ok()?;
    Some(json.get(key)?.as_str()?.to_owned())
}
