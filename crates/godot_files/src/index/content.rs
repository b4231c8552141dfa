//! The content of files in the index.

use scenewright_model::UnreadReason;

/// The content of a file, as far as dependencies need it.
pub(crate) enum GodotContent {
    /// It cannot reference another file, or is not text.
    NotRead,
    /// It should be in Godot's binary format and is not, so that its references are unknown.
    Binary,
    Read(GodotScan),
    /// It should be text and is not, or cannot be read.
    Refused(UnreadReason),
}

#[derive(Debug, Default)]
pub(crate) struct GodotScan {
    /// From its header.
    pub(crate) uid: Option<Box<str>>,
    /// The class of a resource; `PackedScene` for a scene.
    pub(crate) class: Option<Box<str>>,
    /// The global class of a resource's script.
    pub(crate) script_class: Option<Box<str>>,
    /// The global class that a script declares.
    pub(crate) class_name: Option<Box<str>>,
    pub(crate) references: Box<[GodotReference]>,
    /// Sorted hashes of the words of a script that may be names of global classes.
    pub(crate) words: Box<[u64]>,
    /// The roles of files in the project's settings, by path or uid.
    pub(crate) roles: Box<[(Box<str>, SettingsRole)]>,
}

/// The content of an `.import` file.
#[derive(Debug, Default)]
pub(crate) struct ImportInfo {
    pub(crate) uid: Option<Box<str>>,
    pub(crate) importer: Option<Box<str>>,
    /// The class of the imported resource.
    pub(crate) class: Option<Box<str>>,
    /// The references in its parameters.
    pub(crate) references: Box<[GodotReference]>,
    /// Project-relative paths of the files that the import writes outside of the cache.
    pub(crate) makes: Box<[Box<str>]>,
}

/// A reference to a file by path, by uid or by both.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GodotReference {
    /// As written; empty if there is only a uid.
    pub(crate) path: Box<str>,
    pub(crate) uid: Option<Box<str>>,
    /// The class that the reference expects; empty if unknown.
    pub(crate) class: Box<str>,
    /// `false` for a text that only looks like a path: it counts if the file exists.
    pub(crate) is_certain: bool,
}

/// The role of a file in the project's settings.
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
