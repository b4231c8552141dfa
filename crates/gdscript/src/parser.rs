//! The declarations among the tokens. Which class a line belongs to follows from its indentation
//! alone, so a declaration that cannot be read loses nothing but itself.

mod header;
mod members;
mod tokens;

use super::docs::{Docs, Place, Places};
use super::lexer::{Kind, Lexer, Token};
use super::{Class, Export, Problem, Script, fold};
use tokens::Uses;

/// Classes inside of classes; deeper ones are passed over.
const MAX_DEPTH: usize = 32;
/// Every base is looked for among all of them.
const MAX_CLASSES: usize = 1000;
const MAX_PROBLEMS: usize = 100;

pub(super) fn parse(source: &str) -> Script {
    let mut lexer = Lexer::new(source);
    let token = lexer.next();
    let mut parser = Parser {
        lexer,
        text: source,
        token,
        last_end: 0,
        last_line: 1,
        uses: Uses::default(),
        script: Script {
            classes: vec![Class { line: 1, ..Class::default() }],
            ..Script::default()
        },
        places: vec![Places::default()],
        open: vec![Open { class: 0, indent: Indent::At(0) }],
        pending: Modifiers::default(),
        may_have_body: true,
        is_first_of_line: true,
    };
    parser.file();
    parser.finish()
}

struct Parser<'s> {
    lexer: Lexer<'s>,
    text: &'s str,
    /// The next token.
    token: Token,
    /// Where the token before it ended.
    last_end: usize,
    last_line: u32,
    uses: Uses<'s>,
    script: Script,
    /// For each class of the script.
    places: Vec<Places>,
    open: Vec<Open>,
    pending: Modifiers,
    /// Whether the lines below may be indented deeper than the declaration before them.
    may_have_body: bool,
    is_first_of_line: bool,
}

/// A class whose body may go on.
struct Open {
    class: usize,
    indent: Indent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Indent {
    At(u32),
    /// Its first line will tell.
    Deeper,
    /// `class A: pass`
    SameLine,
}

/// What stands before a declaration, on its line or those above.
#[derive(Debug, Clone, Default)]
struct Modifiers {
    top: Option<u32>,
    export: Option<Export>,
    is_onready: bool,
    is_static: bool,
    is_abstract: bool,
}

struct Unread {
    line: u32,
    reason: String,
}

type Read<T> = Result<T, Unread>;

impl<'s> Parser<'s> {
    fn file(&mut self) {
        while self.token.kind != Kind::End {
            if let Kind::Line(indent) = self.token.kind {
                self.advance();
                self.is_first_of_line = true;
                if !self.enter(indent) {
                    self.skip_line();
                    continue;
                }
            }
            self.statement();
        }
    }

    /// Closes the classes that end before a line; whether the line is a declaration of one.
    fn enter(&mut self, indent: u32) -> bool {
        self.pop_while(|open| open.indent == Indent::SameLine);
        self.settle(indent);
        self.pop_while(|open| matches!(open.indent, Indent::At(own) if indent < own));
        match self.open.last().map(|open| open.indent) {
            Some(Indent::At(own)) if own == indent => true,
            _ if self.may_have_body => false,
            _ => {
                self.may_have_body = true;
                self.problem(self.token.line, "unexpected indentation".to_owned());
                false
            }
        }
    }

    /// The first line of a class's body says how far it is indented.
    fn settle(&mut self, indent: u32) {
        let [.., around, open] = self.open.as_mut_slice() else {
            return;
        };
        if open.indent == Indent::Deeper {
            match around.indent {
                Indent::At(outer) if indent <= outer => {
                    self.open.pop();
                }
                _ => open.indent = Indent::At(indent),
            }
        }
    }

    fn pop_while(&mut self, ends: impl Fn(&Open) -> bool) {
        while self.open.len() > 1 && self.open.last().is_some_and(&ends) {
            self.open.pop();
        }
    }

    fn statement(&mut self) {
        self.may_have_body = false;
        if let Err(unread) = self.declaration() {
            self.problem(unread.line, unread.reason);
            self.pending = Modifiers::default();
            self.may_have_body = true;
            self.skip_line();
        }
        if self.take_mark(b';') {
            self.is_first_of_line = false;
        }
    }

    fn declaration(&mut self) -> Read<()> {
        self.pending.top.get_or_insert(self.token.line);
        match self.token.kind {
            Kind::Mark(b'@') => self.annotation(),
            Kind::Word => self.keyword(),
            // Some write comments as texts.
            Kind::Text(_) => {
                self.advance();
                self.pending = Modifiers::default();
                self.end_of_statement()
            }
            Kind::Mark(b';') => Ok(()),
            _ => Err(self.unexpected("a declaration")),
        }
    }

    fn keyword(&mut self) -> Read<()> {
        let word = self.word();
        let line = self.token.line;
        let start = self.token;
        self.advance();
        match word {
            "static" => self.pending.is_static = true,
            "onready" => self.pending.is_onready = true,
            "export" => self.old_export()?,
            "remote" | "master" | "puppet" | "slave" | "sync" | "remotesync" | "mastersync"
            | "puppetsync" => {}
            "tool" => {
                self.script.is_tool = true;
                self.pending = Modifiers::default();
                return self.end_of_statement();
            }
            "pass" => {
                self.pending = Modifiers::default();
                return self.end_of_statement();
            }
            "class_name" => return self.class_name(),
            "extends" => return self.extends(),
            "var" => return self.variable(line),
            "const" => return self.constant(line),
            "signal" => return self.signal(line),
            "enum" => return self.enumeration(line),
            "func" => return self.function(line),
            "class" => return self.inner_class(line),
            _ => {
                let what = tokens::shown(self.lexer.slice(start));
                return Err(Unread { line, reason: format!("expected a declaration, not {what}") });
            }
        }
        Ok(())
    }

    /// The class that declarations now belong to.
    fn class(&mut self) -> &mut Class {
        let index = self.index();
        &mut self.script.classes[index]
    }

    fn places(&mut self) -> &mut Places {
        let index = self.index();
        &mut self.places[index]
    }

    fn index(&self) -> usize {
        self.open.last().map_or(0, |open| open.class)
    }

    /// The modifiers for a declaration whose keyword is on `line`, and where it stands.
    fn take_modifiers(&mut self, line: u32) -> (Modifiers, Place) {
        let modifiers = std::mem::take(&mut self.pending);
        let top = modifiers.top.unwrap_or(line);
        // A comment belongs to the first declaration of its line only.
        let place =
            if self.is_first_of_line { Place { top, line } } else { Place { top: 0, line: 0 } };
        (modifiers, place)
    }

    fn problem(&mut self, line: u32, reason: String) {
        if self.script.problems.len() < MAX_PROBLEMS {
            self.script.problems.push(Problem { line, reason });
        }
    }

    fn finish(mut self) -> Script {
        let room = MAX_PROBLEMS.saturating_sub(self.script.problems.len());
        self.script.problems.extend(self.lexer.problems.drain(..).take(room));
        self.script.problems.sort_by_key(|problem| problem.line);
        let docs = Docs::new(std::mem::take(&mut self.lexer.docs));
        let members = self.places.iter().enumerate().filter_map(|(index, places)| match index {
            0 => places.first(),
            _ => places.class,
        });
        let first = members.filter(|place| place.top > 0).min();
        for (class, places) in self.script.classes.iter_mut().zip(&self.places) {
            places.give(class, &docs);
        }
        self.script.classes[0].doc = docs.of_script(first);
        fold::fold(&mut self.script.classes);
        (self.script.paths, self.script.names) = self.uses.into_sorted();
        self.script
    }
}
