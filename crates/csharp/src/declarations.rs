//! The classes among the tokens: which scopes are open, and what is declared in them.

use std::collections::HashMap;
use std::iter::Peekable;

use super::lexer::{Directive, Lexer, Token};
use super::{Base, Declaration, Source};

/// Scopes and conditions that are told apart; deeper ones are only counted.
const MAX_SCOPES: usize = 128;
const MAX_CONDITIONS: usize = 32;
/// What the parts of a class may add up to.
const MAX_BASES: usize = 256;
/// Every base of every class is looked for in each of them.
const MAX_USINGS: usize = 256;

pub(super) fn read(lexer: Lexer<'_>) -> Source {
    let mut reader = Reader {
        tokens: lexer.peekable(),
        scopes: Scopes::default(),
        conditions: Vec::new(),
        is_abstract: false,
        attributes: Vec::new(),
        source: Source::default(),
        known: HashMap::new(),
    };
    while let Some(token) = reader.tokens.next() {
        reader.token(token);
    }
    reader.source
}

#[derive(Debug, Clone, PartialEq)]
enum Scope {
    Namespace(String),
    /// With its place among the source's classes, if it is one.
    Type(String, Option<usize>),
    /// A body, an initialiser, a property.
    Code,
}

#[derive(Debug, Clone, Default)]
struct Scopes {
    open: Vec<Scope>,
    /// Those beyond the limit.
    deeper: usize,
}

impl Scopes {
    fn push(&mut self, scope: Scope) {
        if self.open.len() < MAX_SCOPES {
            self.open.push(scope);
        } else {
            self.deeper += 1;
        }
    }

    fn pop(&mut self) {
        match self.deeper {
            0 => drop(self.open.pop()),
            _ => self.deeper -= 1,
        }
    }

    fn in_code(&self) -> bool {
        self.deeper > 0 || self.open.last() == Some(&Scope::Code)
    }

    fn in_type(&self) -> bool {
        matches!(self.open.last(), Some(Scope::Type(..)))
    }

    /// The class that members now belong to.
    fn class(&self) -> Option<usize> {
        match self.open.last() {
            Some(Scope::Type(_, class)) if self.deeper == 0 => *class,
            _ => None,
        }
    }

    fn namespace(&self) -> String {
        self.joined(|scope| match scope {
            Scope::Namespace(name) => Some(name),
            _ => None,
        })
    }

    fn type_name(&self, name: &str) -> String {
        let around = self.joined(|scope| match scope {
            Scope::Type(name, _) => Some(name),
            _ => None,
        });
        if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") }
    }

    fn joined(&self, name: impl Fn(&Scope) -> Option<&String>) -> String {
        let names: Vec<&str> = self.open.iter().filter_map(name).map(String::as_str).collect();
        names.join(".")
    }
}

pub(super) struct Reader<'a> {
    pub(super) tokens: Peekable<Lexer<'a>>,
    scopes: Scopes,
    /// The scopes at each open `#if`: every branch starts from there, so that a brace which each
    /// of them opens counts once.
    conditions: Vec<Scopes>,
    is_abstract: bool,
    /// Those that stand before what comes next.
    pub(super) attributes: Vec<&'a str>,
    pub(super) source: Source,
    /// Where a class is in the source, by namespace, name and arity.
    known: HashMap<(String, String, usize), usize>,
}

impl<'a> Reader<'a> {
    fn token(&mut self, token: Token<'a>) {
        match token {
            Token::Directive(directive) => self.directive(directive),
            Token::Mark('{') => self.open(Scope::Code),
            Token::Mark('}') => {
                self.scopes.pop();
                self.forget();
            }
            Token::Mark(';') => self.forget(),
            Token::Mark('[') if !self.scopes.in_code() => self.attributes(),
            // `where T : class` is no declaration.
            Token::Mark(':' | ',') => self.skip_word(&["class", "struct"]),
            Token::Word(word) if !self.scopes.in_code() && !self.member(word) => self.word(word),
            _ => {}
        }
    }

    fn word(&mut self, word: &str) {
        match word {
            "abstract" => self.is_abstract = true,
            "namespace" if !self.scopes.in_type() => self.namespace(),
            "using" if !self.scopes.in_type() => self.using(),
            "class" => self.declaration(true),
            "struct" | "interface" | "enum" => self.declaration(false),
            "record" => {
                let is_class = !self.take_word("struct");
                self.take_word("class");
                self.declaration(is_class);
            }
            _ => {}
        }
    }

    fn directive(&mut self, directive: Directive) {
        match directive {
            Directive::If if self.conditions.len() < MAX_CONDITIONS => {
                self.conditions.push(self.scopes.clone());
            }
            Directive::If => {}
            Directive::Else => {
                if let Some(before) = self.conditions.last() {
                    self.scopes.clone_from(before);
                }
            }
            Directive::End => drop(self.conditions.pop()),
        }
    }

    /// What stood before belongs to nothing that is still to come.
    fn forget(&mut self) {
        self.is_abstract = false;
        self.attributes.clear();
    }

    pub(super) fn class(&mut self) -> Option<&mut Declaration> {
        self.source.classes.get_mut(self.scopes.class()?)
    }

    fn open(&mut self, scope: Scope) {
        self.forget();
        self.scopes.push(scope);
    }

    fn namespace(&mut self) {
        let Some(name) = self.qualified() else {
            return;
        };
        match self.tokens.peek() {
            Some(Token::Mark('{')) => {
                self.tokens.next();
                self.open(Scope::Namespace(name));
            }
            // For the whole file: nothing closes it.
            Some(Token::Mark(';')) => self.open(Scope::Namespace(name)),
            _ => {}
        }
    }

    fn using(&mut self) {
        if let Some(name) = self.qualified()
            && self.tokens.peek() == Some(&Token::Mark(';'))
            && self.source.usings.len() < MAX_USINGS
        {
            self.source.usings.push(name);
        }
    }

    fn declaration(&mut self, is_class: bool) {
        let Some(name) = self.name() else {
            return;
        };
        let arity = self.type_parameters();
        if self.tokens.peek() == Some(&Token::Mark('(')) {
            self.tokens.next();
            self.skip_group('(', ')');
        }
        let is_abstract = std::mem::take(&mut self.is_abstract);
        let attributes = self.attributes.drain(..).map(str::to_owned).collect();
        let (bases, is_split) = self.bases();
        let has_body = self.tokens.peek() == Some(&Token::Mark('{'));
        let is_declared = has_body || is_split || self.tokens.peek() == Some(&Token::Mark(';'));
        let mut class = None;
        if is_class && is_declared {
            let (namespace, full) = (self.scopes.namespace(), self.scopes.type_name(name));
            class = Some(self.declare(Declaration {
                namespace,
                name: full,
                arity,
                bases,
                is_abstract,
                attributes,
                exports: Vec::new(),
                signals: Vec::new(),
            }));
        }
        if has_body {
            self.tokens.next();
            self.open(Scope::Type(name.to_owned(), class));
        }
    }

    /// The parts of a class, and the branches of an `#if`, are one class. Gives its place.
    fn declare(&mut self, new: Declaration) -> usize {
        let key = (new.namespace.clone(), new.name.clone(), new.arity);
        let index = *self.known.entry(key).or_insert(self.source.classes.len());
        let Some(known) = self.source.classes.get_mut(index) else {
            self.source.classes.push(new);
            return index;
        };
        known.is_abstract |= new.is_abstract;
        for attribute in new.attributes {
            if known.attributes.len() < MAX_BASES && !known.attributes.contains(&attribute) {
                known.attributes.push(attribute);
            }
        }
        for base in new.bases {
            if known.bases.len() < MAX_BASES && !known.bases.contains(&base) {
                known.bases.push(base);
            }
        }
        index
    }

    /// What stands between a type's name and its body, and whether an `#if` runs through it.
    fn bases(&mut self) -> (Vec<Base>, bool) {
        let (mut bases, mut is_split, mut is_next) = (Vec::new(), false, false);
        while let Some(&token) = self.tokens.peek() {
            match token {
                Token::Directive(directive) => {
                    self.tokens.next();
                    self.directive(directive);
                    is_split = true;
                }
                Token::Mark(':' | ',') => {
                    self.tokens.next();
                    is_next = true;
                }
                Token::Word(_) | Token::Name(_) if is_next => {
                    bases.extend(self.base());
                    is_next = false;
                }
                Token::Word("where") => self.skip_constraints(),
                _ => break,
            }
        }
        (bases, is_split)
    }

    fn base(&mut self) -> Option<Base> {
        let mut name = self.name()?.to_owned();
        let mut text = name.clone();
        let mut arity = 0;
        loop {
            if self.tokens.peek() == Some(&Token::Mark('<')) {
                let (arguments, count) = self.type_arguments();
                text.push_str(&arguments);
                arity = count;
            } else if self.tokens.next_if_eq(&Token::Mark('(')).is_some() {
                self.skip_group('(', ')');
            } else if self.tokens.next_if_eq(&Token::Mark('.')).is_some() {
                let part = self.name()?;
                name.push('.');
                name.push_str(part);
                text.push('.');
                text.push_str(part);
            } else if self.tokens.next_if_eq(&Token::Mark(':')).is_some() {
                // `global::Name`
                self.tokens.next_if_eq(&Token::Mark(':'));
                name = self.name()?.to_owned();
                text.clone_from(&name);
            } else {
                return Some(Base { text, name, arity });
            }
        }
    }

    fn type_parameters(&mut self) -> usize {
        match self.tokens.peek() {
            Some(Token::Mark('<')) => self.type_arguments().1,
            _ => 0,
        }
    }

    /// `<…>` as written and how many it holds. Ends early at what cannot be inside.
    fn type_arguments(&mut self) -> (String, usize) {
        let (mut text, mut count, mut open) = (String::new(), 1, 0_usize);
        while let Some(&token) = self.tokens.peek() {
            match token {
                Token::Mark('{' | '}' | ';') | Token::Directive(_) => break,
                _ => self.tokens.next(),
            };
            match token {
                Token::Mark(mark) => text.push(mark),
                Token::Word(word) | Token::Name(word) => {
                    if text.ends_with(char::is_alphanumeric) {
                        text.push(' ');
                    }
                    text.push_str(word);
                }
                Token::Literal | Token::Directive(_) => {}
            }
            match token {
                Token::Mark('<' | '(' | '[') => open += 1,
                Token::Mark('>' | ')' | ']') => open = open.saturating_sub(1),
                Token::Mark(',') if open == 1 => count += 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        (text, count)
    }

    /// `where T : class, new()`, up to the body.
    fn skip_constraints(&mut self) {
        let ends =
            |token: &Token<'_>| matches!(token, Token::Mark('{' | '}' | ';') | Token::Directive(_));
        while self.tokens.next_if(|token| !ends(token)).is_some() {}
    }

    /// To just after the mark that closes a group which is already open.
    fn skip_group(&mut self, opens: char, closes: char) {
        let mut open = 1;
        for token in self.tokens.by_ref() {
            match token {
                Token::Mark(mark) if mark == opens => open += 1,
                Token::Mark(mark) if mark == closes => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    fn qualified(&mut self) -> Option<String> {
        let mut name = self.name()?.to_owned();
        while self.tokens.next_if_eq(&Token::Mark('.')).is_some() {
            name.push('.');
            name.push_str(self.name()?);
        }
        Some(name)
    }

    fn name(&mut self) -> Option<&'a str> {
        match *self.tokens.peek()? {
            Token::Word(name) | Token::Name(name) => {
                self.tokens.next();
                Some(name)
            }
            _ => None,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.tokens.next_if(|token| *token == Token::Word(word)).is_some()
    }

    fn skip_word(&mut self, words: &[&str]) {
        self.tokens.next_if(|token| matches!(token, Token::Word(word) if words.contains(word)));
    }
}
