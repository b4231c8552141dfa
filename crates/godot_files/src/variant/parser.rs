//! The parser of values. It follows Godot's parser: stricter where that skips invalid text, and more lenient with
//! unknown calls.

use super::lists::{NumberList, VariantEntries, VariantItems};
use super::number::{NumberSpelling, NumberText, number_end, spelling};
use super::quoted::EscapedText;
use super::types::{MathType, PackedType, VariantConstructor, constructor};
use super::{ResourceId, Variant, VariantError, VariantKind};
use crate::lexer::MAX_BRACKET_DEPTH;
use crate::lexer::bytes::{BLANK, WORD, is, string_end};

pub(super) struct VariantParser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    /// Inside of an unknown call, whose arguments may be names.
    words: bool,
}

type Parsed<T> = Result<T, VariantError>;

impl<'t> VariantParser<'t> {
    pub(super) fn new(text: &'t str) -> VariantParser<'t> {
        VariantParser { text, at: 0, depth: 0, words: false }
    }

    pub(super) fn only_value(mut self) -> Parsed<Variant<'t>> {
        let value = self.variant()?;
        self.skip_blank();
        match self.peek() {
            None => Ok(value),
            Some(_) => Err(self.error("something follows the value")),
        }
    }

    /// The next item of a validated list; names are items, too.
    pub(super) fn next_item(&mut self) -> Option<Variant<'t>> {
        self.words = true;
        let item = self.variant().ok()?;
        self.take_comma();
        Some(item)
    }

    pub(super) fn next_entry(&mut self) -> Option<(Variant<'t>, Variant<'t>)> {
        self.words = true;
        let key = self.variant().ok()?;
        self.expect(b':', "").ok()?;
        let value = self.variant().ok()?;
        self.take_comma();
        Some((key, value))
    }

    pub(super) fn next_number(&mut self) -> Option<NumberText<'t>> {
        self.skip_blank();
        let start = self.at;
        self.skip_word();
        let number = (self.at > start).then(|| NumberText::new(&self.text[start..self.at]))?;
        self.take_comma();
        Some(number)
    }

    fn take_comma(&mut self) {
        self.skip_blank();
        self.at += usize::from(self.peek() == Some(b','));
    }

    fn variant(&mut self) -> Parsed<Variant<'t>> {
        self.skip_blank();
        let start = self.at;
        let kind = self.kind()?;
        Ok(Variant { text: &self.text[start..self.at], kind })
    }

    fn kind(&mut self) -> Parsed<VariantKind<'t>> {
        match self.peek() {
            Some(b'"') => self.quoted().map(VariantKind::String),
            Some(b'[') => {
                self.items(b'[', b']').map(|items| VariantKind::Array { element: None, items })
            }
            Some(b'{') => self.dictionary(None),
            Some(b'&' | b'@') => self.prefixed().map(VariantKind::StringName),
            Some(b'^') => self.prefixed().map(VariantKind::NodePath),
            Some(b'#') => Ok(self.html()),
            Some(byte) if is(byte, WORD) => self.word(),
            Some(_) => Err(self.error("no value begins like this")),
            None => Err(self.error("a value is missing")),
        }
    }

    fn prefixed(&mut self) -> Parsed<EscapedText<'t>> {
        self.at += 1;
        match self.peek() {
            Some(b'"') => self.quoted(),
            _ => Err(self.error("expected a string")),
        }
    }

    fn quoted(&mut self) -> Parsed<EscapedText<'t>> {
        let start = self.at;
        let end = string_end(self.text.as_bytes(), start)
            .ok_or(VariantError { at: start, reason: "a string that does not end" })?;
        self.at = end;
        Ok(EscapedText::new(&self.text[start + 1..end - 1]))
    }

    fn html(&mut self) -> VariantKind<'t> {
        let start = self.at + 1;
        self.at = start;
        while self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
            self.at += 1;
        }
        VariantKind::Html(&self.text[start..self.at])
    }

    fn word(&mut self) -> Parsed<VariantKind<'t>> {
        let start = self.at;
        self.skip_word();
        let word = &self.text[start..self.at];
        match spelling(word.as_bytes()) {
            NumberSpelling::Int => return Ok(VariantKind::Int(NumberText::new(word))),
            NumberSpelling::Float => return Ok(VariantKind::Float(NumberText::new(word))),
            NumberSpelling::NotANumber => {}
        }
        match word {
            "true" => Ok(VariantKind::Bool(true)),
            "false" => Ok(VariantKind::Bool(false)),
            "null" | "nil" => Ok(VariantKind::Null),
            _ => self.call(word, start),
        }
    }

    fn call(&mut self, name: &'t str, start: usize) -> Parsed<VariantKind<'t>> {
        let end = self.at;
        if name.as_bytes()[0].is_ascii_alphabetic() || name.starts_with('_') {
            self.skip_blank();
            match (self.peek(), constructor(name)) {
                (Some(b'('), constructor) => return self.construct(constructor, name),
                (Some(b'['), VariantConstructor::Array) => return self.typed_array(),
                (Some(b'['), VariantConstructor::Dictionary) => return self.typed_dictionary(),
                _ => self.at = end,
            }
        }
        if self.words {
            return Ok(VariantKind::Word);
        }
        Err(VariantError { at: start, reason: "neither a number nor a known name" })
    }

    /// At the `(` after a name.
    fn construct(
        &mut self,
        constructor: VariantConstructor,
        name: &'t str,
    ) -> Parsed<VariantKind<'t>> {
        match constructor {
            VariantConstructor::Math(math) => self.math(math),
            VariantConstructor::Packed(packed) => self.packed(packed),
            VariantConstructor::Strings => self.strings(),
            VariantConstructor::NodePath => {
                self.argument(VariantParser::quoted).map(VariantKind::NodePath)
            }
            VariantConstructor::ExtResource => {
                self.argument(VariantParser::id).map(VariantKind::ExtResource)
            }
            VariantConstructor::SubResource => {
                self.argument(VariantParser::id).map(VariantKind::SubResource)
            }
            VariantConstructor::Object => self.object(),
            VariantConstructor::Resource => self.items(b'(', b')').map(VariantKind::Resource),
            VariantConstructor::Rid => self.items(b'(', b')').map(VariantKind::Rid),
            VariantConstructor::Callable => self.items(b'(', b')').map(VariantKind::Callable),
            VariantConstructor::Signal => self.items(b'(', b')').map(VariantKind::Signal),
            VariantConstructor::Array
            | VariantConstructor::Dictionary
            | VariantConstructor::Unknown => {
                let before = std::mem::replace(&mut self.words, true);
                let arguments = self.items(b'(', b')')?;
                self.words = before;
                Ok(VariantKind::Call { name, arguments })
            }
        }
    }

    /// The only argument of a call.
    fn argument<T>(&mut self, read: fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.at += 1;
        self.skip_blank();
        let value = match self.peek() {
            Some(b')') | None => return Err(self.error("an argument is missing")),
            Some(_) => read(self)?,
        };
        self.expect(b')', "expected ')' after the argument")?;
        Ok(value)
    }

    fn id(&mut self) -> Parsed<ResourceId<'t>> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => {
                self.quoted()?;
            }
            _ => self.skip_word(),
        }
        match self.at > start {
            true => Ok(ResourceId(&self.text[start..self.at])),
            false => Err(self.error("expected the id of a resource")),
        }
    }

    fn math(&mut self, math: MathType) -> Parsed<VariantKind<'t>> {
        let start = self.at;
        let numbers = self.numbers()?;
        if numbers.count() != math.arity() {
            return Err(VariantError { at: start, reason: "too few or too many numbers" });
        }
        Ok(VariantKind::Math(math, numbers))
    }

    fn packed(&mut self, packed: PackedType) -> Parsed<VariantKind<'t>> {
        if packed == PackedType::Byte {
            let start = self.at;
            self.at += 1;
            self.skip_blank();
            let is_base64 = self.peek() == Some(b'"');
            self.at = start;
            if is_base64 {
                return self.argument(VariantParser::quoted).map(VariantKind::Base64);
            }
        }
        self.numbers().map(|numbers| VariantKind::Numbers(packed, numbers))
    }

    /// `(1, 2.5, inf)`
    fn numbers(&mut self) -> Parsed<NumberList<'t>> {
        self.at += 1;
        let start = self.at;
        let mut len = 0;
        self.skip_blank();
        if self.peek() != Some(b')') {
            loop {
                self.number()?;
                len += 1;
                match self.peek_sign() {
                    Some(b',') => self.at += 1,
                    Some(b')') => break,
                    _ => return Err(self.error("expected ',' or ')' after a number")),
                }
                // Godot writes one blank after each comma.
                self.at += usize::from(self.peek() == Some(b' '));
                self.peek_sign();
            }
        }
        self.at += 1;
        Ok(NumberList::new(&self.text[start..self.at - 1], len))
    }

    fn number(&mut self) -> Parsed<()> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let end = number_end(bytes, start);
        if end > start && !bytes.get(end).is_some_and(|&byte| is(byte, WORD)) {
            self.at = end;
            return Ok(());
        }
        self.skip_word();
        match spelling(&bytes[start..self.at]) {
            NumberSpelling::NotANumber => {
                Err(VariantError { at: start, reason: "expected a number" })
            }
            NumberSpelling::Int | NumberSpelling::Float => Ok(()),
        }
    }

    /// The next byte after blanks and comments.
    fn peek_sign(&mut self) -> Option<u8> {
        if self.peek().is_some_and(|byte| is(byte, BLANK) || byte == b';') {
            self.skip_blank();
        }
        self.peek()
    }

    fn strings(&mut self) -> Parsed<VariantKind<'t>> {
        let start = self.at;
        let items = self.items(b'(', b')')?;
        if items.iter().any(|item| !matches!(item.kind, VariantKind::String(_))) {
            return Err(VariantError { at: start, reason: "expected strings only" });
        }
        Ok(VariantKind::Strings(items))
    }

    fn typed_array(&mut self) -> Parsed<VariantKind<'t>> {
        let element = self.types()?;
        self.expect(b'(', "expected '(' after the type")?;
        self.skip_blank();
        if self.peek() != Some(b'[') {
            return Err(self.error("expected '[' in a typed array"));
        }
        let items = self.items(b'[', b']')?;
        self.expect(b')', "expected ')' after a typed array")?;
        Ok(VariantKind::Array { element: Some(element), items })
    }

    fn typed_dictionary(&mut self) -> Parsed<VariantKind<'t>> {
        let types = self.types()?;
        self.expect(b'(', "expected '(' after the types")?;
        self.skip_blank();
        if self.peek() != Some(b'{') {
            return Err(self.error("expected '{' in a typed dictionary"));
        }
        let dictionary = self.dictionary(Some(types))?;
        self.expect(b')', "expected ')' after a typed dictionary")?;
        Ok(dictionary)
    }

    /// In the brackets of `Array[…]`: names of classes, or scripts.
    fn types(&mut self) -> Parsed<&'t str> {
        let start = self.at + 1;
        let before = std::mem::replace(&mut self.words, true);
        self.items(b'[', b']')?;
        self.words = before;
        Ok(self.text[start..self.at - 1].trim())
    }

    fn dictionary(&mut self, types: Option<&'t str>) -> Parsed<VariantKind<'t>> {
        self.at += 1;
        let entries = self.entries(b'}')?;
        Ok(VariantKind::Dictionary { types, entries })
    }

    /// `(Class,"key":value,…)`
    fn object(&mut self) -> Parsed<VariantKind<'t>> {
        self.at += 1;
        self.skip_blank();
        let start = self.at;
        self.skip_word();
        let class = &self.text[start..self.at];
        if class.is_empty() {
            return Err(self.error("expected a class"));
        }
        self.take_comma();
        let entries = self.entries(b')')?;
        Ok(VariantKind::Object { class, entries })
    }

    /// Values separated by commas; a trailing comma is allowed.
    fn items(&mut self, opening: u8, closing: u8) -> Parsed<VariantItems<'t>> {
        debug_assert_eq!(self.peek(), Some(opening));
        self.at += 1;
        let start = self.at;
        let len = self.list(closing, |parser| parser.variant().map(|_| ()))?;
        Ok(VariantItems::new(&self.text[start..self.at - 1], len))
    }

    /// After the opening bracket.
    fn entries(&mut self, closing: u8) -> Parsed<VariantEntries<'t>> {
        let start = self.at;
        let len = self.list(closing, |parser| {
            parser.variant()?;
            parser.expect(b':', "expected ':' after a key")?;
            parser.variant().map(|_| ())
        })?;
        Ok(VariantEntries::new(&self.text[start..self.at - 1], len))
    }

    fn list(&mut self, closing: u8, item: impl Fn(&mut Self) -> Parsed<()>) -> Parsed<usize> {
        self.depth += 1;
        if self.depth > MAX_BRACKET_DEPTH {
            return Err(self.error("brackets are nested too deeply"));
        }
        let mut len = 0;
        loop {
            self.skip_blank();
            if self.peek() == Some(closing) {
                break;
            }
            item(self)?;
            len += 1;
            self.skip_blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == closing => {}
                _ => return Err(self.error("expected ',' or a closing bracket")),
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(len)
    }

    fn expect(&mut self, byte: u8, reason: &'static str) -> Parsed<()> {
        self.skip_blank();
        if self.peek() != Some(byte) {
            return Err(self.error(reason));
        }
        self.at += 1;
        Ok(())
    }

    fn skip_word(&mut self) {
        while self.peek().is_some_and(|byte| is(byte, WORD)) {
            self.at += 1;
        }
    }

    fn skip_blank(&mut self) {
        loop {
            while self.peek().is_some_and(|byte| is(byte, BLANK)) {
                self.at += 1;
            }
            if self.peek() != Some(b';') {
                return;
            }
            let rest = &self.text.as_bytes()[self.at..];
            self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, reason: &'static str) -> VariantError {
        VariantError { at: self.at, reason }
    }
}
