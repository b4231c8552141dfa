//! Declarations of classes: names, bases, annotations and inner classes.

use super::{
    BodyIndent, DeclarationModifiers, GdParser, MAX_CLASS_DEPTH, MAX_CLASSES, OpenClass,
    ParseResult,
};
use crate::docs::ClassLines;
use crate::lexer::{GdTokenKind, unquote};
use crate::{ExportAnnotation, Extends, GdClass, types};

impl<'s> GdParser<'s> {
    /// `class_name Name`, with its base on the same line, or with Godot 3's icon.
    pub(super) fn class_name(&mut self) -> ParseResult<()> {
        let (modifiers, _) = self.take_modifiers(0);
        let name = self.name("the name of the class")?;
        self.class().name = Some(name);
        self.class().is_abstract |= modifiers.is_abstract;
        if self.take_mark(b',') {
            self.class_icon();
        }
        if self.word() == "extends" {
            self.advance();
            return self.extends();
        }
        self.end_of_statement()
    }

    fn class_icon(&mut self) {
        if let GdTokenKind::Text(_) = self.token.kind {
            self.script.icon = Some(unquote(self.lexer.slice(self.token)).into());
            self.advance();
        }
    }

    pub(super) fn extends(&mut self) -> ParseResult<()> {
        let (modifiers, _) = self.take_modifiers(0);
        self.class().is_abstract |= modifiers.is_abstract;
        let extends = self.base_class()?;
        self.class().extends = Some(extends);
        if self.word() == "class_name" {
            self.advance();
            return self.class_name();
        }
        self.end_of_statement()
    }

    fn base_class(&mut self) -> ParseResult<Extends> {
        if let GdTokenKind::Text(_) = self.token.kind {
            let path = unquote(self.lexer.slice(self.token));
            self.advance();
            let name = if self.take_mark(b'.') { self.dotted_name()? } else { String::new() };
            return Ok(Extends { path: Some(path.into()), name: name.into() });
        }
        Ok(Extends { path: None, name: self.dotted_name()?.into() })
    }

    pub(super) fn dotted_name(&mut self) -> ParseResult<String> {
        let mut name = self.name("a class")?.into_string();
        while self.take_mark(b'.') {
            name.push('.');
            name.push_str(&self.name("a class")?);
        }
        Ok(name)
    }

    /// It belongs to the next declaration, which may be on a later line.
    pub(super) fn annotation(&mut self) -> ParseResult<()> {
        self.advance();
        let name = self.word();
        if name.is_empty() {
            return Err(self.unexpected("the name of an annotation"));
        }
        self.advance();
        let arguments = if self.is_mark(b'(') { Some(self.group()) } else { None };
        match name {
            "tool" => self.script.is_tool = true,
            "icon" => self.script.icon = arguments.map(|text| unquote(text).into()),
            "onready" => self.pending.is_onready = true,
            "abstract" => self.pending.is_abstract = true,
            _ if types::is_section(name) => {}
            _ if name.starts_with("export") => {
                let arguments = arguments.filter(|text| !text.is_empty()).map(Box::from);
                self.pending.export = Some(ExportAnnotation { annotation: name.into(), arguments });
            }
            _ => return Ok(()),
        }
        if types::is_section(name) || matches!(name, "tool" | "icon") {
            self.pending = DeclarationModifiers::default();
        }
        Ok(())
    }

    /// Godot 3: `export(int, 0, 10) var …`
    pub(super) fn godot3_export(&mut self) -> ParseResult<()> {
        let arguments = if self.is_mark(b'(') { Some(self.group()) } else { None };
        let arguments = arguments.filter(|text| !text.is_empty()).map(Box::from);
        self.pending.export = Some(ExportAnnotation { annotation: "export".into(), arguments });
        Ok(())
    }

    pub(super) fn inner_class(&mut self, line: u32) -> ParseResult<()> {
        let (modifiers, place) = self.take_modifiers(line);
        let name = self.name("the name of the class")?;
        let mut extends = None;
        if self.word() == "extends" {
            self.advance();
            extends = Some(self.base_class()?);
        }
        self.expect_mark(b':')?;
        self.may_have_body = true;
        if self.open.len() >= MAX_CLASS_DEPTH || self.script.classes.len() >= MAX_CLASSES {
            return Err(self.unexpected("fewer classes in one file"));
        }
        let outer_class = self.class_index();
        let full = match &self.script.classes[outer_class].name {
            Some(outer) if outer_class > 0 => format!("{outer}.{name}").into(),
            _ => name,
        };
        let is_abstract = modifiers.is_abstract;
        let class = GdClass { name: Some(full), extends, is_abstract, line, ..GdClass::default() };
        self.script.classes.push(GdClass { outer: Some(outer_class), ..class });
        self.places.push(ClassLines { class: Some(place), ..ClassLines::default() });
        let is_same_line = !self.is_end_of_statement();
        let indent = if is_same_line { BodyIndent::SameLine } else { BodyIndent::Deeper };
        self.open.push(OpenClass { class: self.script.classes.len() - 1, indent });
        Ok(())
    }
}
