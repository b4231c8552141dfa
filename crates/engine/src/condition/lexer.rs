//! The words, texts and symbols of a condition.

use std::fmt;

use scenewright_model::Comparison;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A path, a number or a keyword.
    Word(String),
    /// In quotes.
    Text(String),
    Symbol(&'static str),
    /// A character that begins nothing, or a text without its end.
    Invalid(char),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) | Token::Text(word) => f.write_str(word),
            Token::Symbol(symbol) => f.write_str(symbol),
            Token::Invalid(character) => write!(f, "{character}"),
        }
    }
}

/// The longer ones come first.
const SYMBOLS: [&str; 8] = ["==", "!=", "<=", ">=", "<", ">", "(", ")"];

pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the next token begins.
    at: usize,
    /// Where the last token began.
    last: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, last: 0 }
    }

    /// The column of the token that was read last, from 1.
    pub(super) fn column(&self) -> usize {
        self.text[..self.last].chars().count() + 1
    }

    pub(super) fn take_word(&mut self, expected: &str) -> bool {
        self.take_if(|token| matches!(token, Token::Word(word) if word == expected)).is_some()
    }

    pub(super) fn take_symbol(&mut self, expected: &str) -> bool {
        self.take_if(|token| matches!(token, Token::Symbol(symbol) if *symbol == expected))
            .is_some()
    }

    pub(super) fn take_operator(&mut self) -> Option<Comparison> {
        let all = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessOrEqual,
            Comparison::Greater,
            Comparison::GreaterOrEqual,
        ];
        all.into_iter().find(|operator| self.take_symbol(operator.as_str()))
    }

    /// What follows a text in quotes without a space: `:visible`.
    pub(super) fn take_suffix(&mut self) -> Option<String> {
        let rest = self.text[self.at..].strip_prefix(':')?;
        let end = rest.find(ends_word).unwrap_or(rest.len());
        self.at += 1 + end;
        Some(rest[..end].to_owned())
    }

    fn take_if(&mut self, wanted: impl FnOnce(&Token) -> bool) -> Option<Token> {
        let before = (self.at, self.last);
        let token = self.next();
        if token.as_ref().is_some_and(wanted) {
            return token;
        }
        (self.at, self.last) = before;
        None
    }

    fn read(&mut self) -> Option<Token> {
        let rest = &self.text[self.at..];
        if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            self.at += symbol.len();
            return Some(Token::Symbol(symbol));
        }
        let first = rest.chars().next()?;
        if matches!(first, '"' | '\'') {
            return Some(self.read_text(first));
        }
        let end = rest.find(ends_word).unwrap_or(rest.len());
        if end == 0 {
            self.at += first.len_utf8();
            return Some(Token::Invalid(first));
        }
        self.at += end;
        Some(Token::Word(rest[..end].to_owned()))
    }

    fn read_text(&mut self, quote: char) -> Token {
        let mut text = String::new();
        let mut characters = self.text[self.at + 1..].char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                _ if character == quote => {
                    self.at += 1 + index + 1;
                    return Token::Text(text);
                }
                '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
                other => text.push(other),
            }
        }
        self.at = self.text.len();
        Token::Invalid(quote)
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.last = self.at;
        self.read()
    }
}

fn ends_word(character: char) -> bool {
    character.is_whitespace() || "()<>=!\"'".contains(character)
}
