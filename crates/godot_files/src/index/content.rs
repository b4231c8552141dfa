//! What the index keeps of a file's text.

use scenewright_model::UnreadReason;

/// What is in a file, as far as others or itself depend on it.
pub(crate) enum GodotContent {
    /// Nothing in it can name another file, or it is not text.
    NotRead,
    /// A scene or resource in Godot's binary format: what it names is not known.
    Binary,
    Read(GodotScan),
    /// It should be text, and is not or cannot be read.
    Refused(UnreadReason),
}

#[derive(Debug, Default)]
pub(crate) struct GodotScan {
    /// As its header gives it.
    pub(crate) uid: Option<Box<str>>,
    /// The class of a resource; of a scene it is `PackedScene`.
    pub(crate) class: Option<Box<str>>,
    /// The global class of a resource's script.
    pub(crate) script_class: Option<Box<str>>,
    /// The global class that a script declares.
    pub(crate) class_name: Option<Box<str>>,
    pub(crate) references: Box<[GodotReference]>,
    /// Hashes of the words of a script that may be names of global classes, sorted.
    pub(crate) words: Box<[u64]>,
    /// What the project's settings use some files for, by path or uid.
    pub(crate) roles: Box<[(Box<str>, SettingsRole)]>,
}

/// What an `.import` file says about the file that it stands beside.
#[derive(Debug, Default)]
pub(crate) struct ImportInfo {
    pub(crate) uid: Option<Box<str>>,
    pub(crate) importer: Option<Box<str>>,
    /// What it is imported as.
    pub(crate) class: Option<Box<str>>,
    /// What its parameters name.
    pub(crate) references: Box<[GodotReference]>,
    /// Project-relative paths of the files that the import writes outside the cache.
    pub(crate) makes: Box<[Box<str>]>,
}

/// A file that is named, by path, by uid or by both.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GodotReference {
    /// As written; empty where there is only a uid.
    pub(crate) path: Box<str>,
    pub(crate) uid: Option<Box<str>>,
    /// The class that the reference expects, where it says.
    pub(crate) class: Box<str>,
    /// `false` for a text that looks like a path: it counts if there is such a file.
    pub(crate) is_certain: bool,
}

/// What the project's settings use a file for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingsRole {
    MainScene,
    Autoload,
    Plugin,
    Icon,
    Other,
}

impl GodotReference {
    /// `text` is a path or a uid.
    pub(crate) fn new(text: &str, is_certain: bool) -> GodotReference {
        let (path, uid) = match text.starts_with("uid://") {
            true => ("", Some(text.into())),
            false => (text, None),
        };
        GodotReference { path: path.into(), uid, class: "".into(), is_certain }
    }
}
