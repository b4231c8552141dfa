//! What says something about a class: its name, its base, annotations, and classes inside.

use super::{Indent, MAX_CLASSES, MAX_DEPTH, Modifiers, Open, Parser, Read};
use crate::docs::Places;
use crate::lexer::{Kind, inner};
use crate::{Class, Export, Extends, types};

impl<'s> Parser<'s> {
    /// `class_name Name`, with its base on the same line, or with Godot 3's icon.
    pub(super) fn class_name(&mut self) -> Read<()> {
        let (modifiers, _) = self.take_modifiers(0);
        let name = self.name("the name of the class")?;
        self.class().name = Some(name);
        self.class().is_abstract |= modifiers.is_abstract;
        if self.take_mark(b',') {
            self.icon();
        }
        if self.word() == "extends" {
            self.advance();
            return self.extends();
        }
        self.end_of_statement()
    }

    fn icon(&mut self) {
        if let Kind::Text(_) = self.token.kind {
            self.script.icon = Some(inner(self.lexer.slice(self.token)).into());
            self.advance();
        }
    }

    pub(super) fn extends(&mut self) -> Read<()> {
        let (modifiers, _) = self.take_modifiers(0);
        self.class().is_abstract |= modifiers.is_abstract;
        let extends = self.base()?;
        self.class().extends = Some(extends);
        if self.word() == "class_name" {
            self.advance();
            return self.class_name();
        }
        self.end_of_statement()
    }

    fn base(&mut self) -> Read<Extends> {
        if let Kind::Text(_) = self.token.kind {
            let path = inner(self.lexer.slice(self.token));
            self.uses.extended(path);
            self.advance();
            let name = if self.take_mark(b'.') { self.dotted()? } else { String::new() };
            return Ok(Extends { path: Some(path.into()), name: name.into() });
        }
        Ok(Extends { path: None, name: self.dotted()?.into() })
    }

    pub(super) fn dotted(&mut self) -> Read<String> {
        let mut name = self.name("a class")?.into_string();
        while self.take_mark(b'.') {
            name.push('.');
            name.push_str(&self.name("a class")?);
        }
        Ok(name)
    }

    /// It stays with the next declaration, which may be on one of the lines below.
    pub(super) fn annotation(&mut self) -> Read<()> {
        self.advance();
        let name = self.word();
        if name.is_empty() {
            return Err(self.unexpected("the name of an annotation"));
        }
        self.advance();
        let arguments = if self.is_mark(b'(') { Some(self.group()) } else { None };
        match name {
            "tool" => self.script.is_tool = true,
            "icon" => self.script.icon = arguments.map(|text| inner(text).into()),
            "onready" => self.pending.is_onready = true,
            "abstract" => self.pending.is_abstract = true,
            _ if types::is_section(name) => {}
            _ if name.starts_with("export") => {
                let arguments = arguments.filter(|text| !text.is_empty()).map(Box::from);
                self.pending.export = Some(Export { annotation: name.into(), arguments });
            }
            _ => return Ok(()),
        }
        if types::is_section(name) || matches!(name, "tool" | "icon") {
            self.pending = Modifiers::default();
        }
        Ok(())
    }

    /// Godot 3: `export(int, 0, 10) var …`
    pub(super) fn old_export(&mut self) -> Read<()> {
        let arguments = if self.is_mark(b'(') { Some(self.group()) } else { None };
        let arguments = arguments.filter(|text| !text.is_empty()).map(Box::from);
        self.pending.export = Some(Export { annotation: "export".into(), arguments });
        Ok(())
    }

    pub(super) fn inner_class(&mut self, line: u32) -> Read<()> {
        let (modifiers, place) = self.take_modifiers(line);
        let name = self.name("the name of the class")?;
        let mut extends = None;
        if self.word() == "extends" {
            self.advance();
            extends = Some(self.base()?);
        }
        self.expect_mark(b':')?;
        self.may_have_body = true;
        if self.open.len() >= MAX_DEPTH || self.script.classes.len() >= MAX_CLASSES {
            return Err(self.unexpected("fewer classes in one file"));
        }
        let around = self.index();
        let full = match &self.script.classes[around].name {
            Some(outer) if around > 0 => format!("{outer}.{name}").into(),
            _ => name,
        };
        let is_abstract = modifiers.is_abstract;
        let class = Class { name: Some(full), extends, is_abstract, line, ..Class::default() };
        self.script.classes.push(Class { around: Some(around), ..class });
        self.places.push(Places { class: Some(place), ..Places::default() });
        let is_same_line = !self.is_end_of_statement();
        let indent = if is_same_line { Indent::SameLine } else { Indent::Deeper };
        self.open.push(Open { class: self.script.classes.len() - 1, indent });
        Ok(())
    }
}
