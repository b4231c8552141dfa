//! The declarations among the tokens. Which class a line belongs to follows from its indentation
//! alone, so a declaration that cannot be read loses nothing but itself.

mod header;
mod members;
mod tokens;

use super::docs::{ClassLines, DeclarationLines, DocComments};
use super::lexer::{GdLexer, GdToken, GdTokenKind};
use super::{ExportAnnotation, GdClass, GdScript, GdSyntaxError, fold};
use tokens::UsedNames;

/// Classes inside of classes; deeper ones are passed over.
const MAX_CLASS_DEPTH: usize = 32;
/// Every base is looked for among all of them.
const MAX_CLASSES: usize = 1000;
const MAX_PROBLEMS: usize = 100;

pub(super) fn parse(source: &str) -> GdScript {
    let mut lexer = GdLexer::new(source);
    let token = lexer.next();
    let mut parser = GdParser {
        lexer,
        text: source,
        token,
        last_end: 0,
        last_line: 1,
        uses: UsedNames::default(),
        script: GdScript {
            classes: vec![GdClass { line: 1, ..GdClass::default() }],
            ..GdScript::default()
        },
        places: vec![ClassLines::default()],
        open: vec![OpenClass { class: 0, indent: BodyIndent::At(0) }],
        pending: DeclarationModifiers::default(),
        may_have_body: true,
        is_first_of_line: true,
    };
    parser.parse_file();
    parser.finish()
}

struct GdParser<'s> {
    lexer: GdLexer<'s>,
    text: &'s str,
    /// The next token.
    token: GdToken,
    /// Where the token before it ended.
    last_end: usize,
    last_line: u32,
    uses: UsedNames<'s>,
    script: GdScript,
    /// For each class of the script.
    places: Vec<ClassLines>,
    open: Vec<OpenClass>,
    pending: DeclarationModifiers,
    /// Whether the lines below may be indented deeper than the declaration before them.
    may_have_body: bool,
    is_first_of_line: bool,
}

/// A class whose body may go on.
struct OpenClass {
    class: usize,
    indent: BodyIndent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyIndent {
    At(u32),
    /// Its first line will tell.
    Deeper,
    /// `class A: pass`
    SameLine,
}

/// What stands before a declaration, on its line or those above.
#[derive(Debug, Clone, Default)]
struct DeclarationModifiers {
    top: Option<u32>,
    export: Option<ExportAnnotation>,
    is_onready: bool,
    is_static: bool,
    is_abstract: bool,
}

struct DeclarationError {
    line: u32,
    reason: String,
}

type ParseResult<T> = Result<T, DeclarationError>;

impl<'s> GdParser<'s> {
    fn parse_file(&mut self) {
        while self.token.kind != GdTokenKind::End {
            if let GdTokenKind::Line(indent) = self.token.kind {
                self.advance();
                self.is_first_of_line = true;
                if !self.enter_line(indent) {
                    self.skip_line();
                    continue;
                }
            }
            self.statement();
        }
    }

    /// Closes the classes that end before a line; whether the line is a declaration of one.
    fn enter_line(&mut self, indent: u32) -> bool {
        self.pop_while(|open| open.indent == BodyIndent::SameLine);
        self.set_body_indent(indent);
        self.pop_while(|open| matches!(open.indent, BodyIndent::At(own) if indent < own));
        match self.open.last().map(|open| open.indent) {
            Some(BodyIndent::At(own)) if own == indent => true,
            _ if self.may_have_body => false,
            _ => {
                self.may_have_body = true;
                self.report(self.token.line, "unexpected indentation".to_owned());
                false
            }
        }
    }

    /// The first line of a class's body says how far it is indented.
    fn set_body_indent(&mut self, indent: u32) {
        let [.., around, open] = self.open.as_mut_slice() else {
            return;
        };
        if open.indent == BodyIndent::Deeper {
            match around.indent {
                BodyIndent::At(outer) if indent <= outer => {
                    self.open.pop();
                }
                _ => open.indent = BodyIndent::At(indent),
            }
        }
    }

    fn pop_while(&mut self, ends: impl Fn(&OpenClass) -> bool) {
        while self.open.len() > 1 && self.open.last().is_some_and(&ends) {
            self.open.pop();
        }
    }

    fn statement(&mut self) {
        self.may_have_body = false;
        if let Err(unread) = self.declaration() {
            self.report(unread.line, unread.reason);
            self.pending = DeclarationModifiers::default();
            self.may_have_body = true;
            self.skip_line();
        }
        if self.take_mark(b';') {
            self.is_first_of_line = false;
        }
    }

    fn declaration(&mut self) -> ParseResult<()> {
        self.pending.top.get_or_insert(self.token.line);
        match self.token.kind {
            GdTokenKind::Mark(b'@') => self.annotation(),
            GdTokenKind::Word => self.keyword(),
            // Some write comments as texts.
            GdTokenKind::Text(_) => {
                self.advance();
                self.pending = DeclarationModifiers::default();
                self.end_of_statement()
            }
            GdTokenKind::Mark(b';') => Ok(()),
            _ => Err(self.unexpected("a declaration")),
        }
    }

    fn keyword(&mut self) -> ParseResult<()> {
        let word = self.word();
        let line = self.token.line;
        let start = self.token;
        self.advance();
        match word {
            "static" => self.pending.is_static = true,
            "onready" => self.pending.is_onready = true,
            "export" => self.godot3_export()?,
            "remote" | "master" | "puppet" | "slave" | "sync" | "remotesync" | "mastersync"
            | "puppetsync" => {}
            "tool" => {
                self.script.is_tool = true;
                self.pending = DeclarationModifiers::default();
                return self.end_of_statement();
            }
            "pass" => {
                self.pending = DeclarationModifiers::default();
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
                let what = tokens::quote_token(self.lexer.slice(start));
                return Err(DeclarationError {
                    line,
                    reason: format!("expected a declaration, not {what}"),
                });
            }
        }
        Ok(())
    }

    /// The class that declarations now belong to.
    fn class(&mut self) -> &mut GdClass {
        let index = self.class_index();
        &mut self.script.classes[index]
    }

    fn lines(&mut self) -> &mut ClassLines {
        let index = self.class_index();
        &mut self.places[index]
    }

    fn class_index(&self) -> usize {
        self.open.last().map_or(0, |open| open.class)
    }

    /// The modifiers for a declaration whose keyword is on `line`, and where it stands.
    fn take_modifiers(&mut self, line: u32) -> (DeclarationModifiers, DeclarationLines) {
        let modifiers = std::mem::take(&mut self.pending);
        let top = modifiers.top.unwrap_or(line);
        // A comment belongs to the first declaration of its line only.
        let place = if self.is_first_of_line {
            DeclarationLines { top, line }
        } else {
            DeclarationLines { top: 0, line: 0 }
        };
        (modifiers, place)
    }

    fn report(&mut self, line: u32, reason: String) {
        if self.script.problems.len() < MAX_PROBLEMS {
            self.script.problems.push(GdSyntaxError { line, reason });
        }
    }

    fn finish(mut self) -> GdScript {
        let room = MAX_PROBLEMS.saturating_sub(self.script.problems.len());
        self.script.problems.extend(self.lexer.problems.drain(..).take(room));
        self.script.problems.sort_by_key(|problem| problem.line);
        let docs = DocComments::new(std::mem::take(&mut self.lexer.docs));
        let members = self.places.iter().enumerate().filter_map(|(index, places)| match index {
            0 => places.first_member(),
            _ => places.class,
        });
        let first = members.filter(|place| place.top > 0).min();
        for (class, places) in self.script.classes.iter_mut().zip(&self.places) {
            places.attach_comments(class, &docs);
        }
        self.script.classes[0].doc = docs.script_comment(first);
        fold::fold(&mut self.script.classes);
        (self.script.paths, self.script.names) = self.uses.into_sorted();
        self.script
    }
}
