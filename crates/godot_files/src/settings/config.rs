//! A settings file: values by their full names; the last value of a name counts.

use std::borrow::Cow;
use std::collections::HashMap;

use scenewright_model::Setting;

use super::super::text::GodotDocument;
use super::super::value;

/// Longer values are cut: a setting can contain a whole image.
const MAX_VALUE_CHARS: usize = 300;

pub(super) struct SettingsFile<'d> {
    entries: Vec<(String, &'d str)>,
}

impl<'d> SettingsFile<'d> {
    pub(super) fn new(document: &'d GodotDocument) -> SettingsFile<'d> {
        let mut entries: Vec<(String, &'d str)> = Vec::new();
        let mut known = HashMap::new();
        for section in document.sections() {
            for (key, raw) in section.properties() {
                let name = full_name(section.tag(), key);
                let at = *known.entry(name.clone()).or_insert(entries.len());
                match entries.get_mut(at) {
                    Some(entry) => entry.1 = raw,
                    None => entries.push((name, raw)),
                }
            }
        }
        SettingsFile { entries }
    }

    pub(super) fn get(&self, name: &str) -> Option<&'d str> {
        self.entries.iter().find(|(known, _)| known == name).map(|&(_, raw)| raw)
    }

    /// Empty for a missing setting, and for one that is not a string.
    pub(super) fn text(&self, name: &str) -> String {
        self.get(name).and_then(value::string).map(Cow::into_owned).unwrap_or_default()
    }

    /// Names and raw values of a section, without the section's name.
    pub(super) fn section(&self, section: &str) -> impl Iterator<Item = (&str, &'d str)> {
        self.all().filter_map(move |(name, raw)| {
            Some((name.strip_prefix(section)?.strip_prefix('/')?, raw))
        })
    }

    /// The settings with a name that `wanted` accepts.
    pub(super) fn values(&self, wanted: impl Fn(&str) -> bool) -> Vec<Setting> {
        let wanted = self.all().filter(|(name, _)| wanted(name));
        wanted
            .map(|(name, raw)| Setting { name: name.to_owned(), value: display_value(raw) })
            .collect()
    }

    fn all(&self) -> impl Iterator<Item = (&str, &'d str)> {
        self.entries.iter().map(|(name, raw)| (name.as_str(), *raw))
    }
}

fn full_name(section: &str, key: &str) -> String {
    let key = key.trim();
    let key = value::string(key).unwrap_or(Cow::Borrowed(key));
    match section.trim() {
        "" => key.into_owned(),
        section => format!("{section}/{key}"),
    }
}

fn display_value(raw: &str) -> String {
    let text = value::string(raw).unwrap_or(Cow::Borrowed(raw));
    match text.char_indices().nth(MAX_VALUE_CHARS) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text.into_owned(),
    }
}
