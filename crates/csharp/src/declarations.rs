//! Finds class declarations in the token stream: tracks the open scopes and reads what is declared
//! in them.

use std::collections::HashMap;
use std::iter::Peekable;

use super::lexer::{CSharpLexer, CSharpToken, PreprocessorDirective};
use super::{BaseType, CSharpSource, ClassDeclaration};

/// Deeper scopes and conditions are only counted, not tracked.
const MAX_SCOPES: usize = 128;
const MAX_CONDITIONS: usize = 32;
/// The most bases, and the most attributes, that the parts of one class may have together.
const MAX_BASES: usize = 256;
/// Base-class lookup tries every `using`, so their number is bounded.
const MAX_USINGS: usize = 256;

pub(super) fn parse(lexer: CSharpLexer<'_>) -> CSharpSource {
    let mut reader = DeclarationParser {
        tokens: lexer.peekable(),
        scopes: ScopeStack::default(),
        conditions: Vec::new(),
        is_abstract: false,
        attributes: Vec::new(),
        source: CSharpSource::default(),
        known: HashMap::new(),
    };
    while let Some(token) = reader.tokens.next() {
        reader.handle_token(token);
    }
    reader.source
}

#[derive(Debug, Clone, PartialEq)]
enum CSharpScope {
    Namespace(String),
    /// With its index in [`CSharpSource::classes`], if it is a class.
    Type(String, Option<usize>),
    /// A method body, an initialiser or a property.
    Code,
}

#[derive(Debug, Clone, Default)]
struct ScopeStack {
    open: Vec<CSharpScope>,
    /// How many scopes are open beyond the limit.
    deeper: usize,
}

impl ScopeStack {
    fn push(&mut self, scope: CSharpScope) {
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
        self.deeper > 0 || self.open.last() == Some(&CSharpScope::Code)
    }

    fn in_type(&self) -> bool {
        matches!(self.open.last(), Some(CSharpScope::Type(..)))
    }

    /// The class that the next member belongs to.
    fn current_class(&self) -> Option<usize> {
        match self.open.last() {
            Some(CSharpScope::Type(_, class)) if self.deeper == 0 => *class,
            _ => None,
        }
    }

    fn namespace(&self) -> String {
        self.join_names(|scope| match scope {
            CSharpScope::Namespace(name) => Some(name),
            _ => None,
        })
    }

    fn type_name(&self, name: &str) -> String {
        let around = self.join_names(|scope| match scope {
            CSharpScope::Type(name, _) => Some(name),
            _ => None,
        });
        if around.is_empty() { name.to_owned() } else { format!("{around}.{name}") }
    }

    fn join_names(&self, name: impl Fn(&CSharpScope) -> Option<&String>) -> String {
        let names: Vec<&str> = self.open.iter().filter_map(name).map(String::as_str).collect();
        names.join(".")
    }
}

pub(super) struct DeclarationParser<'a> {
    pub(super) tokens: Peekable<CSharpLexer<'a>>,
    scopes: ScopeStack,
    /// The scopes at each open `#if`. Every branch starts from there, so that a brace which each
    /// branch opens counts once.
    conditions: Vec<ScopeStack>,
    is_abstract: bool,
    /// The attributes read so far for the next declaration.
    pub(super) attributes: Vec<&'a str>,
    pub(super) source: CSharpSource,
    /// The index of each class in the source, by namespace, name and arity.
    known: HashMap<(String, String, usize), usize>,
}

impl<'a> DeclarationParser<'a> {
    fn handle_token(&mut self, token: CSharpToken<'a>) {
        match token {
            CSharpToken::Directive(directive) => self.handle_directive(directive),
            CSharpToken::Mark('{') => self.open_scope(CSharpScope::Code),
            CSharpToken::Mark('}') => {
                self.scopes.pop();
                self.clear_modifiers();
            }
            CSharpToken::Mark(';') => self.clear_modifiers(),
            CSharpToken::Mark('[') if !self.scopes.in_code() => self.parse_attributes(),
            // `where T : class` is not a declaration.
            CSharpToken::Mark(':' | ',') => self.skip_word(&["class", "struct"]),
            CSharpToken::Word(word) if !self.scopes.in_code() && !self.parse_member(word) => {
                self.handle_word(word)
            }
            _ => {}
        }
    }

    fn handle_word(&mut self, word: &str) {
        match word {
            "abstract" => self.is_abstract = true,
            "namespace" if !self.scopes.in_type() => self.parse_namespace(),
            "using" if !self.scopes.in_type() => self.parse_using(),
            "class" => self.parse_declaration(true),
            "struct" | "interface" | "enum" => self.parse_declaration(false),
            "record" => {
                let is_class = !self.take_word("struct");
                self.take_word("class");
                self.parse_declaration(is_class);
            }
            _ => {}
        }
    }

    fn handle_directive(&mut self, directive: PreprocessorDirective) {
        match directive {
            PreprocessorDirective::If if self.conditions.len() < MAX_CONDITIONS => {
                self.conditions.push(self.scopes.clone());
            }
            PreprocessorDirective::If => {}
            PreprocessorDirective::Else => {
                if let Some(before) = self.conditions.last() {
                    self.scopes.clone_from(before);
                }
            }
            PreprocessorDirective::End => drop(self.conditions.pop()),
        }
    }

    /// Drops modifiers and attributes: what follows does not belong to them.
    fn clear_modifiers(&mut self) {
        self.is_abstract = false;
        self.attributes.clear();
    }

    pub(super) fn current_class(&mut self) -> Option<&mut ClassDeclaration> {
        self.source.classes.get_mut(self.scopes.current_class()?)
    }

    fn open_scope(&mut self, scope: CSharpScope) {
        self.clear_modifiers();
        self.scopes.push(scope);
    }

    fn parse_namespace(&mut self) {
        let Some(name) = self.parse_qualified_name() else {
            return;
        };
        match self.tokens.peek() {
            Some(CSharpToken::Mark('{')) => {
                self.tokens.next();
                self.open_scope(CSharpScope::Namespace(name));
            }
            // A file-scoped namespace: nothing closes it.
            Some(CSharpToken::Mark(';')) => self.open_scope(CSharpScope::Namespace(name)),
            _ => {}
        }
    }

    fn parse_using(&mut self) {
        if let Some(name) = self.parse_qualified_name()
            && self.tokens.peek() == Some(&CSharpToken::Mark(';'))
            && self.source.usings.len() < MAX_USINGS
        {
            self.source.usings.push(name);
        }
    }

    fn parse_declaration(&mut self, is_class: bool) {
        let Some(name) = self.parse_name() else {
            return;
        };
        let arity = self.parse_type_parameters();
        if self.tokens.peek() == Some(&CSharpToken::Mark('(')) {
            self.tokens.next();
            self.skip_group('(', ')');
        }
        let is_abstract = std::mem::take(&mut self.is_abstract);
        let attributes = self.attributes.drain(..).map(str::to_owned).collect();
        let (bases, is_split) = self.parse_bases();
        let has_body = self.tokens.peek() == Some(&CSharpToken::Mark('{'));
        let is_declared =
            has_body || is_split || self.tokens.peek() == Some(&CSharpToken::Mark(';'));
        let mut class = None;
        if is_class && is_declared {
            let (namespace, full) = (self.scopes.namespace(), self.scopes.type_name(name));
            class = Some(self.add_class(ClassDeclaration {
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
            self.open_scope(CSharpScope::Type(name.to_owned(), class));
        }
    }

    /// Merges the parts of a partial class, and the branches of an `#if`, into one class. Returns
    /// its index.
    fn add_class(&mut self, new: ClassDeclaration) -> usize {
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

    /// The bases between a type's name and its body, and whether an `#if` splits them.
    fn parse_bases(&mut self) -> (Vec<BaseType>, bool) {
        let (mut bases, mut is_split, mut is_next) = (Vec::new(), false, false);
        while let Some(&token) = self.tokens.peek() {
            match token {
                CSharpToken::Directive(directive) => {
                    self.tokens.next();
                    self.handle_directive(directive);
                    is_split = true;
                }
                CSharpToken::Mark(':' | ',') => {
                    self.tokens.next();
                    is_next = true;
                }
                CSharpToken::Word(_) | CSharpToken::Name(_) if is_next => {
                    bases.extend(self.parse_base());
                    is_next = false;
                }
                CSharpToken::Word("where") => self.skip_constraints(),
                _ => break,
            }
        }
        (bases, is_split)
    }

    fn parse_base(&mut self) -> Option<BaseType> {
        let mut name = self.parse_name()?.to_owned();
        let mut text = name.clone();
        let mut arity = 0;
        loop {
            if self.tokens.peek() == Some(&CSharpToken::Mark('<')) {
                let (arguments, count) = self.parse_type_arguments();
                text.push_str(&arguments);
                arity = count;
            } else if self.tokens.next_if_eq(&CSharpToken::Mark('(')).is_some() {
                self.skip_group('(', ')');
            } else if self.tokens.next_if_eq(&CSharpToken::Mark('.')).is_some() {
                let part = self.parse_name()?;
                name.push('.');
                name.push_str(part);
                text.push('.');
                text.push_str(part);
            } else if self.tokens.next_if_eq(&CSharpToken::Mark(':')).is_some() {
                // `global::Name`
                self.tokens.next_if_eq(&CSharpToken::Mark(':'));
                name = self.parse_name()?.to_owned();
                text.clone_from(&name);
            } else {
                return Some(BaseType { text, name, arity });
            }
        }
    }

    fn parse_type_parameters(&mut self) -> usize {
        match self.tokens.peek() {
            Some(CSharpToken::Mark('<')) => self.parse_type_arguments().1,
            _ => 0,
        }
    }

    /// `<…>` as written, and how many arguments it has. Stops early at a token that cannot be
    /// inside.
    fn parse_type_arguments(&mut self) -> (String, usize) {
        let (mut text, mut count, mut open) = (String::new(), 1, 0_usize);
        while let Some(&token) = self.tokens.peek() {
            match token {
                CSharpToken::Mark('{' | '}' | ';') | CSharpToken::Directive(_) => break,
                _ => self.tokens.next(),
            };
            match token {
                CSharpToken::Mark(mark) => text.push(mark),
                CSharpToken::Word(word) | CSharpToken::Name(word) => {
                    if text.ends_with(char::is_alphanumeric) {
                        text.push(' ');
                    }
                    text.push_str(word);
                }
                CSharpToken::Literal | CSharpToken::Directive(_) => {}
            }
            match token {
                CSharpToken::Mark('<' | '(' | '[') => open += 1,
                CSharpToken::Mark('>' | ')' | ']') => open = open.saturating_sub(1),
                CSharpToken::Mark(',') if open == 1 => count += 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        (text, count)
    }

    /// Skips `where T : class, new()`, up to the body.
    fn skip_constraints(&mut self) {
        let ends = |token: &CSharpToken<'_>| {
            matches!(token, CSharpToken::Mark('{' | '}' | ';') | CSharpToken::Directive(_))
        };
        while self.tokens.next_if(|token| !ends(token)).is_some() {}
    }

    /// Skips to just after the mark that closes a group which is already open.
    fn skip_group(&mut self, opens: char, closes: char) {
        let mut open = 1;
        for token in self.tokens.by_ref() {
            match token {
                CSharpToken::Mark(mark) if mark == opens => open += 1,
                CSharpToken::Mark(mark) if mark == closes => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    fn parse_qualified_name(&mut self) -> Option<String> {
        let mut name = self.parse_name()?.to_owned();
        while self.tokens.next_if_eq(&CSharpToken::Mark('.')).is_some() {
            name.push('.');
            name.push_str(self.parse_name()?);
        }
        Some(name)
    }

    fn parse_name(&mut self) -> Option<&'a str> {
        match *self.tokens.peek()? {
            CSharpToken::Word(name) | CSharpToken::Name(name) => {
                self.tokens.next();
                Some(name)
            }
            _ => None,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.tokens.next_if(|token| *token == CSharpToken::Word(word)).is_some()
    }

    fn skip_word(&mut self, words: &[&str]) {
        self.tokens
            .next_if(|token| matches!(token, CSharpToken::Word(word) if words.contains(word)));
    }
}
