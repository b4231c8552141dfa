//! What a script is called, by a tokenizer just good enough for that.

use super::files::{extension, file_name};

/// What people call the script: the `class_name` of a .gd file, the class of a C# file (which is
/// named after its file), else the file's name.
pub(super) fn name(relative: &str, read: impl FnOnce() -> Option<Vec<u8>>) -> String {
    let file = file_name(relative);
    match extension(file) {
        "gd" => read()
            .and_then(|source| class_name(&String::from_utf8_lossy(&source)))
            .unwrap_or_else(|| file.to_owned()),
        "cs" => file.trim_end_matches(".cs").to_owned(),
        _ => file.to_owned(),
    }
}

pub(super) fn class_name(source: &str) -> Option<String> {
    let mut tokens = Tokens { rest: source };
    while let Some(token) = tokens.next() {
        if token == Token::Word("class_name") {
            return match tokens.next() {
                Some(Token::Word(name)) => Some(name.to_owned()),
                _ => None,
            };
        }
    }
    None
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'s> {
    Word(&'s str),
    Text,
}

/// Words and strings; comments and signs are passed over.
struct Tokens<'s> {
    rest: &'s str,
}

impl<'s> Iterator for Tokens<'s> {
    type Item = Token<'s>;

    fn next(&mut self) -> Option<Token<'s>> {
        loop {
            let start = self.rest.find(|c: char| matches!(c, '#' | '"' | '\'') || is_word(c))?;
            self.rest = &self.rest[start..];
            match self.rest.as_bytes().first()? {
                b'#' => self.rest = &self.rest[self.rest.find('\n')?..],
                b'"' | b'\'' => {
                    self.text();
                    return Some(Token::Text);
                }
                _ => return Some(Token::Word(self.word())),
            }
        }
    }
}

impl<'s> Tokens<'s> {
    fn word(&mut self) -> &'s str {
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        self.split(end, 0)
    }

    /// `"…"`, `'…'` and both tripled; a backslash keeps the next character from ending it.
    fn text(&mut self) -> &'s str {
        let quote = &self.rest[..1];
        let triple = self.rest.starts_with(&quote.repeat(3));
        let quotes = if triple { 3 } else { 1 };
        self.rest = &self.rest[quotes..];
        let end = self.text_end(&quote.repeat(quotes));
        self.split(end, quotes)
    }

    fn text_end(&self, closing: &str) -> usize {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices() {
            if !escaped && self.rest[at..].starts_with(closing) {
                return at;
            }
            escaped = c == '\\' && !escaped;
        }
        self.rest.len()
    }

    /// Takes `end` bytes and drops `skip` more.
    fn split(&mut self, end: usize, skip: usize) -> &'s str {
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.get(skip..).unwrap_or_default();
        taken
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_called_by_its_class_name() {
        for (source, expected) in [
            ("class_name Player\nextends Node\n", Some("Player")),
            ("@tool\n@icon(\"res://a.svg\")\nclass_name Player extends Node", Some("Player")),
            ("class_name Player, \"res://icon.png\"\n", Some("Player")),
            ("# class_name No\nvar a = \"class_name No\"\n", None),
            ("\"\"\"\nclass_name No\n\"\"\"\nclass_name Größe\n", Some("Größe")),
            ("## It's a boat.\nclass_name Boat\n", Some("Boat")),
            ("var a = 'it\\'s'\nclass_name Yes", Some("Yes")),
            ("var class_names = 1\n", None),
            ("class_name", None),
            ("\"open", None),
        ] {
            assert_eq!(class_name(source).as_deref(), expected, "{source}");
        }
    }

    #[test]
    fn other_scripts_are_called_by_their_file() {
        assert_eq!(name("a/Player.cs", || None), "Player");
        assert_eq!(name("a/player.gd", || None), "player.gd");
        assert_eq!(name("a/graph.vs", || None), "graph.vs");
    }
}
