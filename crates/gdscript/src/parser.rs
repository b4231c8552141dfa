//! Parses declarations. Which class a line belongs to follows from its indentation alone, so that a
//! broken declaration loses only itself.

mod header;
mod members;
mod tokens;

use super::docs::{ClassLines, DeclarationLines, DocComments};
use super::lexer::{GdLexer, GdToken, GdTokenKind};
use super::{ExportAnnotation, GdClass, GdScript, GdSyntaxError, GdSyntaxErrorKind, fold};

/// Nested classes; deeper ones are skipped.
const MAX_CLASS_DEPTH: usize = 32;
/// Every base is searched for among all classes.
const MAX_CLASSES: usize = 1000;
const MAX_ERRORS: usize = 100;

pub(super) fn parse(source: &str) -> GdScript {
    let mut lexer = GdLexer::new(source);
    let token = lexer.next();
    let mut parser = GdParser {
        lexer,
        text: source,
        token,
        last_end: 0,
        last_line: 1,
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
    /// The end of the previous token.
    last_end: usize,
    last_line: u32,
    script: GdScript,
    /// By class.
    places: Vec<ClassLines>,
    open: Vec<OpenClass>,
    pending: DeclarationModifiers,
    /// Whether the following lines may be indented deeper than the previous declaration.
    may_have_body: bool,
    is_first_of_line: bool,
}

/// A class whose body has not ended.
struct OpenClass {
    class: usize,
    indent: BodyIndent,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyIndent {
    At(u32),
    /// Known when its first line is reached.
    Deeper,
    /// `class A: pass`
    SameLine,
}

/// Annotations and keywords before a declaration, on its line or the lines above.
#[derive(Debug, Clone, Default)]
struct DeclarationModifiers {
    top: Option<u32>,
    export: Option<ExportAnnotation>,
    is_onready: bool,
    is_static: bool,
    is_abstract: bool,
}

type ParseResult<T> = Result<T, GdSyntaxError>;

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

    /// Closes the classes that end before a line. Returns whether the line is a declaration of the
    /// innermost class that is still open.
    fn enter_line(&mut self, indent: u32) -> bool {
        self.pop_while(|open| open.indent == BodyIndent::SameLine);
        self.set_body_indent(indent);
        self.pop_while(|open| matches!(open.indent, BodyIndent::At(own) if indent < own));
        match self.open.last().map(|open| open.indent) {
            Some(BodyIndent::At(own)) if own == indent => true,
            _ if self.may_have_body => false,
            _ => {
                self.may_have_body = true;
                let kind = GdSyntaxErrorKind::UnexpectedIndentation;
                self.report(GdSyntaxError { line: self.token.line, kind });
                false
            }
        }
    }

    /// The first line of a class's body defines its indentation.
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
        if let Err(error) = self.declaration() {
            self.report(error);
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
            // Strings are sometimes used as comments.
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
                let found = tokens::quote_token(self.lexer.slice(start));
                return Err(tokens::expected("a declaration", found, line));
            }
        }
        Ok(())
    }

    /// The class that the next declaration belongs to.
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

    /// The modifiers of a declaration whose keyword is on `line`, and its lines.
    fn take_modifiers(&mut self, line: u32) -> (DeclarationModifiers, DeclarationLines) {
        let modifiers = std::mem::take(&mut self.pending);
        let top = modifiers.top.unwrap_or(line);
        // A comment belongs only to the first declaration on its line.
        let place = if self.is_first_of_line {
            DeclarationLines { top, line }
        } else {
            DeclarationLines { top: 0, line: 0 }
        };
        (modifiers, place)
    }

    fn report(&mut self, error: GdSyntaxError) {
        if self.script.errors.len() < MAX_ERRORS {
            self.script.errors.push(error);
        }
    }

    fn finish(mut self) -> GdScript {
        let room = MAX_ERRORS.saturating_sub(self.script.errors.len());
        self.script.errors.extend(self.lexer.errors.drain(..).take(room));
        self.script.errors.sort_by_key(|error| error.line);
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
        self.script
    }
}
