//! Scans GDScript, C#, shaders and glTF for referenced files, and scripts for names of classes.

use memchr::{memchr, memmem};

use super::super::content::{GodotReference, GodotScan};
use super::{distinct, quoted, word_hash};

/// The paths in strings of a GDScript, its class, and the words outside of strings and comments.
pub(super) fn scan_script(text: &str) -> GodotScan {
    let mut found = ScriptScan::default();
    let mut tokens = ScriptTokens { text, at: 0, is_member: false };
    let mut before = "";
    while let Some(token) = tokens.next() {
        match token {
            ScriptToken::Word(word) => {
                found.add_word(word, before);
                before = word;
            }
            ScriptToken::Member => before = "",
            ScriptToken::Text(text) => {
                found.add_string(text, before);
                before = "";
            }
        }
    }
    found.words.sort_unstable();
    found.words.dedup();
    GodotScan {
        class_name: found.class_name,
        references: distinct(found.references),
        words: found.words.into(),
        ..GodotScan::default()
    }
}

/// The addresses in strings, without comment lines.
pub(super) fn csharp_references(text: &str) -> impl Iterator<Item = GodotReference> {
    let is_code = |start: usize| {
        let line = text[..start].rsplit('\n').next().unwrap_or_default().trim_start();
        !line.starts_with("//") && !line.starts_with('*')
    };
    let addresses = quoted::addresses(text).filter(move |(start, _)| is_code(*start));
    addresses.map(|(_, address)| GodotReference::new(address, false))
}

/// The includes of a shader.
pub(super) fn shader_includes(text: &str) -> impl Iterator<Item = GodotReference> {
    memmem::find_iter(text.as_bytes(), "#include").filter_map(|start| {
        let before = text[..start].rsplit('\n').next().unwrap_or_default();
        let line = text[start..].lines().next().unwrap_or_default();
        let path = line.split('"').nth(1).filter(|path| !path.is_empty())?;
        before.trim().is_empty().then(|| GodotReference::new(path, true))
    })
}

/// The buffers and images of a model, relative to the model.
pub(super) fn gltf_references(text: &str) -> impl Iterator<Item = GodotReference> {
    memmem::find_iter(text.as_bytes(), "\"uri\"").filter_map(|start| {
        let value = text[start + 5..].trim_start().strip_prefix(':')?.trim_start();
        let uri = value.strip_prefix('"')?;
        let uri = &uri[..memchr(b'"', uri.as_bytes())?];
        let is_file = !uri.is_empty() && !uri.starts_with("data:") && !uri.contains("://");
        is_file.then(|| GodotReference::new(&uri.replace("%20", " "), false))
    })
}

#[derive(Default)]
struct ScriptScan {
    class_name: Option<Box<str>>,
    references: Vec<GodotReference>,
    words: Vec<u64>,
}

impl ScriptScan {
    fn add_word(&mut self, word: &str, before: &str) {
        if before == "class_name" && self.class_name.is_none() {
            self.class_name = Some(word.into());
        }
        // Keywords cannot be names of classes.
        if !is_keyword(word) {
            self.words.push(word_hash(word));
        }
    }

    fn add_string(&mut self, text: &str, before: &str) {
        if text.starts_with("res://") || text.starts_with("uid://") {
            let is_certain = matches!(before, "preload" | "extends") && !text.contains('\\');
            self.references.push(GodotReference::new(text, is_certain));
        } else if matches!(before, "preload" | "load" | "extends") {
            // Relative to the script.
            let is_path = !text.is_empty() && !text.contains("://") && !text.contains('\\');
            self.references.extend(is_path.then(|| GodotReference::new(text, before != "load")));
        } else if text.contains("res://") {
            self.references.extend(quoted::references(text));
        }
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "var"
            | "func"
            | "if"
            | "elif"
            | "else"
            | "for"
            | "in"
            | "not"
            | "and"
            | "or"
            | "return"
            | "self"
            | "true"
            | "false"
            | "null"
            | "const"
            | "extends"
            | "void"
            | "int"
            | "float"
            | "bool"
            | "class_name"
            | "preload"
            | "load"
            | "pass"
            | "while"
            | "match"
            | "signal"
    )
}

#[derive(Debug, PartialEq, Eq)]
enum ScriptToken<'s> {
    Word(&'s str),
    /// A word after a dot, which is no global name.
    Member,
    /// The text between the quotes, with escapes.
    Text(&'s str),
}

/// Yields words and strings; comments and punctuation are skipped.
struct ScriptTokens<'s> {
    text: &'s str,
    at: usize,
    is_member: bool,
}

impl<'s> ScriptTokens<'s> {
    fn next(&mut self) -> Option<ScriptToken<'s>> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            match byte {
                b'#' => self.at += memchr(b'\n', &bytes[self.at..]).unwrap_or(bytes.len()),
                b'"' | b'\'' => return Some(ScriptToken::Text(self.string(byte))),
                _ if is_word(byte) => return Some(self.word()),
                _ => {
                    if byte > b' ' {
                        self.is_member = byte == b'.';
                    }
                    self.at += 1;
                }
            }
        }
    }

    fn word(&mut self) -> ScriptToken<'s> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len());
        self.at += length;
        match std::mem::take(&mut self.is_member) || rest[0].is_ascii_digit() {
            true => ScriptToken::Member,
            // Words end at ASCII characters only, so that no character is split.
            false => ScriptToken::Word(self.text.get(start..self.at).unwrap_or_default()),
        }
    }

    /// `"…"`, `'…'` and both tripled; a backslash escapes the next character.
    fn string(&mut self, quote: u8) -> &'s str {
        let bytes = self.text.as_bytes();
        self.is_member = false;
        let is_triple = bytes[self.at..].starts_with(&[quote; 3]);
        let closing: &[u8] = if is_triple { &[quote; 3] } else { &[quote] };
        let start = self.at + closing.len();
        let mut at = start;
        let end = loop {
            let Some(step) = bytes.get(at..).and_then(|rest| memchr::memchr2(quote, b'\\', rest))
            else {
                break bytes.len();
            };
            at += step;
            if bytes[at] == b'\\' {
                at += 2;
            } else if bytes[at..].starts_with(closing) {
                break at;
            } else {
                at += 1;
            }
        };
        self.at = (end + closing.len()).min(bytes.len());
        self.text.get(start..end).unwrap_or_default()
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
