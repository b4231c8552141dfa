//! The targets of broken or unknown references, and the reasons why they cannot be found.
//!
//! Invariant: these are kinds with data. `Display` makes the sentences for people, and no code
//! parses a sentence.

use std::fmt;
use std::sync::Arc;

/// The target of a reference, as written in its file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MissingTarget {
    /// Nothing: the reference is null.
    Null,
    /// An asset by its guid (Unity).
    Guid(String),
    /// An object of the same file (Unity).
    FileId(i64),
    /// An object of another asset (Unity).
    ObjectInAsset { file_id: i64, guid: String },
    /// A path, a uid, the id of a resource or the path of a node, in the engine's own form.
    Address(String),
}

/// Why a reference is broken.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BrokenReason {
    /// The script of a component is null (Unity).
    NullScript,
    /// Not even a `.meta` file has the guid (Unity).
    NoAsset,
    /// It belongs to a package that the project does not depend on (Unity).
    NotDependency {
        package: String,
        /// The class, if it is a script.
        class: Option<String>,
    },
    /// The project uses a version of the package that does not have it (Unity).
    NotInVersion {
        package: String,
        /// Empty if it is not known.
        used: String,
        /// The first and the last version that have it, where known.
        versions: Option<Box<(String, String)>>,
    },
    /// It belongs to samples or resources of a package that are imported by being copied (Unity).
    SampleNotImported {
        package: String,
    },
    /// One of the Standard Assets that older editors imported into projects (Unity).
    NoStandardAsset {
        path: String,
    },
    /// The asset's `.meta` file was deleted from the repository (Unity).
    DeletedInCommit {
        path: String,
        commit: String,
    },
    /// The script is in an assembly of the project, and no file has it (Unity).
    NoScriptInAssembly {
        assembly: String,
        class: String,
    },
    /// Data that the editor keeps beside a scene, never in a package (Unity).
    NoSceneData,
    /// The asset was deleted, but its `.meta` file was not (Unity).
    AssetDeleted {
        path: String,
    },
    /// The asset exists, but the object in it does not (Unity).
    NoObjectInAsset {
        path: String,
    },
    /// The object should be in the same file (Unity).
    NoObjectInFile,
    /// Another asset has the same guid (Unity).
    SharedGuid {
        path: String,
    },
    /// A scene in the build list does not exist (Unity).
    NoScene,
    /// The file does not exist (Godot, like all variants below).
    NoFile,
    NoUid,
    /// The file was moved: the path is outdated.
    Moved {
        path: String,
    },
    /// The uid is outdated, but the path is not.
    OutdatedUid {
        path: String,
    },
    SharedUid {
        path: String,
    },
    /// The file declares no external resource with this id.
    NoExternalResource,
    /// The file has no sub-resource with this id.
    NoSubResource,
    /// The path of a member leads to no node.
    NoNodeAtPath,
    /// The path of a property leads to no node.
    NoNodeInScene,
    /// One end of a connection does not exist.
    NoNode {
        path: String,
    },
    NoSignal {
        signal: String,
    },
    NoMethod {
        node: String,
        method: String,
    },
    /// A node of an instanced scene.
    NoNodeInInstance {
        scene: String,
    },
    NoClass {
        class: String,
    },
    AbstractClass {
        class: String,
    },
    NotNodeClass {
        class: String,
    },
    NotResourceClass {
        class: String,
    },
    /// A scene without nodes.
    NoRootNode,
    /// The root of a scene has neither a class nor a scene that it is an instance of.
    NoRootClass,
    /// The class of a node does not inherit the base of its script.
    ScriptBase {
        class: String,
        base: String,
    },
}

/// Why the files do not show whether a reference is broken.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnknownReason {
    /// No file that was read has the guid, but one of these may (Unity).
    UnresolvedGuid(UnreadOwners),
    /// It belongs to this package, which may come with others (Unity).
    PerhapsDependency { package: String, through: Arc<[String]> },
    /// It belongs to this package, perhaps only to a sample of the version that the project uses (Unity).
    PerhapsSample {
        package: String,
        /// The version, or the address that the package is from.
        used: String,
    },
    /// An object of this class inside a prefab or model whose objects are not known (Unity).
    HiddenInSource { class: String },
    /// A path outside the project, such as `user://` (Godot).
    OutsideProject { path: String },
    /// A node that may exist only in the running game (Godot).
    OutsideScene,
    /// The file that would show it could not be read.
    Unreadable { error: String },
}

/// What may have a guid that no file has which was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnreadOwners {
    pub packages: Arc<[CandidatePackage]>,
    /// Paths of submodules that are not checked out.
    pub submodules: Arc<[String]>,
    /// Whether other files or folders were not read.
    pub files: bool,
}

/// A package that is not on disk and whose assets are not all known.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CandidatePackage {
    pub name: String,
    /// The version that the project uses (empty if it is not known), and the newest one whose assets are
    /// known.
    pub newer: Option<(String, String)>,
}

impl fmt::Display for CandidatePackage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.newer {
            None => f.write_str(name),
            Some((used, known)) if used.is_empty() => write!(f, "{name} (known up to {known})"),
            Some((used, known)) => write!(f, "{name} {used} (known up to {known})"),
        }
    }
}

impl UnreadOwners {
    pub fn is_empty(&self) -> bool {
        self.packages.is_empty() && self.submodules.is_empty() && !self.files
    }

    /// As the end of a sentence: `may …`.
    fn phrase(&self) -> String {
        let mut parts = Vec::new();
        if !self.packages.is_empty() {
            let names: Vec<String> = self.packages.iter().map(ToString::to_string).collect();
            parts.push(format!("belong to a package that is not on disk: {}", join_names(&names)));
        }
        if !self.submodules.is_empty() {
            let paths = join_names(&self.submodules);
            parts.push(format!("be in a submodule that is not checked out: {paths}"));
        }
        if self.files {
            parts.push("be that of a file or folder that was not read".to_owned());
        }
        parts.join("; or ")
    }
}

impl MissingTarget {
    /// The key that identifies the target of a missing script in a baseline: a guid, a path or a
    /// uid. It must stay the same in every version; other targets have none.
    pub fn script_key(&self) -> &str {
        match self {
            MissingTarget::Guid(guid) => guid,
            MissingTarget::Address(address) if address.contains("://") => address,
            _ => "",
        }
    }
}

impl fmt::Display for MissingTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MissingTarget::Null => Ok(()),
            MissingTarget::Guid(guid) => write!(f, "guid {guid}"),
            MissingTarget::FileId(id) => write!(f, "fileID {id}"),
            MissingTarget::ObjectInAsset { file_id, guid } => {
                write!(f, "fileID {file_id}, guid {guid}")
            }
            MissingTarget::Address(address) => f.write_str(address),
        }
    }
}

impl fmt::Display for BrokenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokenReason::NullScript => f.write_str("its script is null"),
            BrokenReason::NoAsset => f.write_str("no asset has this guid"),
            BrokenReason::NotDependency { package, class } => {
                let class = class.as_deref().unwrap_or("it");
                write!(f, "{class} belongs to {package}, which this project does not depend on")
            }
            BrokenReason::NotInVersion { package, used, versions } => {
                write!(f, "{}", not_in_version(package, used, versions.as_deref()))
            }
            BrokenReason::SampleNotImported { package } => {
                write!(f, "it belongs to samples or resources of {package} that were not imported")
            }
            BrokenReason::NoStandardAsset { path } => {
                write!(f, "'{path}' of Unity's Standard Assets is not in the project")
            }
            BrokenReason::DeletedInCommit { path, commit } => {
                write!(f, "'{path}' was deleted in commit {commit}")
            }
            BrokenReason::NoScriptInAssembly { assembly, class } => {
                write!(f, "no file of the project's assembly {assembly} has the class {class}")
            }
            BrokenReason::NoSceneData => {
                f.write_str("no asset has this guid, and such data is never in a package")
            }
            BrokenReason::AssetDeleted { path } => {
                write!(f, "'{path}' is gone; only its .meta file is left")
            }
            BrokenReason::NoObjectInAsset { path } => write!(f, "'{path}' holds no such object"),
            BrokenReason::NoObjectInFile => f.write_str("the file has no such object"),
            BrokenReason::SharedGuid { path } => write!(f, "'{path}' has the same guid"),
            BrokenReason::NoScene => f.write_str("the scene does not exist"),
            BrokenReason::NoFile => f.write_str("the file does not exist"),
            BrokenReason::NoUid => f.write_str("no file of the project has this uid"),
            BrokenReason::Moved { path } => {
                write!(f, "only the uid leads to the file, which is '{path}' now")
            }
            BrokenReason::OutdatedUid { path } => {
                write!(f, "no file has this uid; only the path leads to '{path}'")
            }
            BrokenReason::SharedUid { path } => write!(f, "'{path}' has the same uid"),
            BrokenReason::NoExternalResource => {
                f.write_str("the file has no external resource of this id")
            }
            BrokenReason::NoSubResource => f.write_str("the file has no resource of this id"),
            BrokenReason::NoNodeAtPath => f.write_str("the scene has no node there"),
            BrokenReason::NoNodeInScene => f.write_str("it leads to no node of the scene"),
            BrokenReason::NoNode { path } => write!(f, "the scene has no node '{path}'"),
            BrokenReason::NoSignal { signal } => write!(f, "the node has no signal '{signal}'"),
            BrokenReason::NoMethod { node, method } => {
                write!(f, "the node '{node}' has no method '{method}'")
            }
            BrokenReason::NoNodeInInstance { scene } => {
                write!(f, "the instanced scene '{scene}' has no such node")
            }
            BrokenReason::NoClass { class } => write!(f, "Godot has no class '{class}'"),
            BrokenReason::AbstractClass { class } => {
                write!(f, "the class '{class}' is abstract, so that Godot cannot create it")
            }
            BrokenReason::NotNodeClass { class } => write!(f, "the class '{class}' is not a node"),
            BrokenReason::NotResourceClass { class } => {
                write!(f, "the class '{class}' is not a resource")
            }
            BrokenReason::NoRootNode => f.write_str("the scene has no nodes"),
            BrokenReason::NoRootClass => f.write_str("the root node has no class"),
            BrokenReason::ScriptBase { class, base } => {
                write!(f, "the script extends '{base}', which the class '{class}' does not inherit")
            }
        }
    }
}

fn not_in_version(package: &str, used: &str, versions: Option<&(String, String)>) -> String {
    let used = if used.is_empty() { "the version in use" } else { used };
    match versions {
        None => format!("it belonged to {package}, and {used} does not have it"),
        Some((first, last)) if first == last => {
            format!("it belongs to {package} {first}, and {used} does not have it")
        }
        Some((first, last)) => {
            format!("it belongs to {package} {first} to {last}, and {used} does not have it")
        }
    }
}

impl UnknownReason {
    /// The reason as a sentence. `subject` starts it where the reason has no subject of its own.
    pub fn about(&self, subject: &str) -> String {
        match self {
            UnknownReason::UnresolvedGuid(owners) => format!("{subject} may {}", owners.phrase()),
            UnknownReason::PerhapsDependency { package, through } => format!(
                "{subject} belongs to {package}, which is not listed but may come with one of: {}",
                join_names(through)
            ),
            UnknownReason::PerhapsSample { package, used } => {
                format!("{subject} belongs to {package}, and {used} may have it only in a sample")
            }
            UnknownReason::HiddenInSource { class } => {
                format!("it is a {class} inside a prefab or model that does not show it")
            }
            UnknownReason::OutsideProject { path } => {
                format!("'{path}' is not a file of the project")
            }
            UnknownReason::OutsideScene => "the path leaves what the scene's files tell".to_owned(),
            UnknownReason::Unreadable { error } => error.clone(),
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.about("it"))
    }
}

/// Joins names for a message: all of a few, or the first of many.
pub fn join_names(names: &[String]) -> String {
    const MAX_NAMES: usize = 8;
    let first = names[..names.len().min(MAX_NAMES)].join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Baselines contain fingerprints of these keys.
    #[test]
    fn a_missing_script_is_known_by_its_guid_or_address() {
        let guid = "c32fecd81ca4e777e44b54090d0a4776";
        for (target, key) in [
            (MissingTarget::Guid(guid.to_owned()), guid),
            (MissingTarget::Address("res://old bell.gd".to_owned()), "res://old bell.gd"),
            (MissingTarget::Address("ExtResource(\"1\")".to_owned()), ""),
            (MissingTarget::Null, ""),
        ] {
            assert_eq!(target.script_key(), key);
        }
    }

    #[test]
    fn only_the_first_of_many_names_are_listed() {
        let names = |count: usize| (1..=count).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(join_names(&names(2)), "1, 2");
        assert_eq!(join_names(&names(10)), "1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
    }
}
