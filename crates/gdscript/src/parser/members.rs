//! The members of a class: variables, constants, enums, signals and functions.

use super::{GdParser, GdTokenKind, ParseResult};
use crate::{
    DocComment, GdConstant, GdEnum, GdEnumValue, GdFunction, GdParameter, GdSignal, GdVariable,
    fold, types,
};

/// Longer defaults are cut: a table of thousands of numbers is of no use to a reader.
const MAX_DEFAULT_CHARS: usize = 2000;

/// Nested types: `Array[Array[int]]`.
const MAX_TYPE_DEPTH: usize = 8;

impl GdParser<'_> {
    pub(super) fn variable(&mut self, line: u32) -> ParseResult<()> {
        let (modifiers, place) = self.take_modifiers(line);
        let name = self.name("the name of the variable")?;
        let (mut type_name, mut is_inferred, mut default) = (None, false, None);
        let mut has_accessors = false;
        if self.take_mark(b':') {
            match self.token.kind {
                GdTokenKind::Mark(b'=') => is_inferred = true,
                GdTokenKind::Word if !matches!(self.word(), "set" | "get") => {
                    type_name = Some(self.type_name()?);
                }
                _ => has_accessors = true,
            }
        }
        if self.take_mark(b'=') {
            default = Some(self.expression(b":")?);
        }
        has_accessors |= self.take_mark(b':') || self.word() == "setget";
        if type_name.is_none() {
            type_name = types::variable_type(default, is_inferred, modifiers.export.as_ref());
            is_inferred |= type_name.is_some();
        }
        let variable = GdVariable {
            name,
            type_name,
            is_inferred,
            default: default.map(truncate_default),
            value: None,
            enum_labels: modifiers.export.as_ref().and_then(types::enum_labels),
            export: modifiers.export,
            is_onready: modifiers.is_onready,
            is_static: modifiers.is_static,
            doc: DocComment::default(),
            line,
        };
        self.class().variables.push(variable);
        self.lines().variables.push(place);
        if has_accessors {
            self.may_have_body = true;
            self.skip_line();
        }
        self.end_of_statement()
    }

    pub(super) fn constant(&mut self, line: u32) -> ParseResult<()> {
        let (_, place) = self.take_modifiers(line);
        let name = self.name("the name of the constant")?;
        let mut type_name = None;
        if self.take_mark(b':') && !self.is_mark(b'=') {
            type_name = Some(self.type_name()?);
        }
        self.expect_mark(b'=')?;
        let default = self.expression(b"")?;
        let type_name = type_name.or_else(|| types::expression_type(default).map(Box::from));
        self.class().constants.push(GdConstant {
            name,
            type_name,
            default: Some(truncate_default(default)),
            value: None,
            doc: DocComment::default(),
            line,
        });
        self.lines().constants.push(place);
        self.end_of_statement()
    }

    pub(super) fn enumeration(&mut self, line: u32) -> ParseResult<()> {
        let (_, place) = self.take_modifiers(line);
        let name = if self.is_mark(b'{') { None } else { Some(self.name("'{'")?) };
        self.expect_mark(b'{')?;
        let (mut values, mut lines) = (Vec::new(), Vec::new());
        while !self.is_mark(b'}') {
            lines.push(self.token.line);
            let value = self.name("the name of a value")?;
            let number = if self.take_mark(b'=') { Some(self.expression(b",")?) } else { None };
            values.push((value, number));
            if !self.take_mark(b',') {
                break;
            }
        }
        self.expect_mark(b'}')?;
        let numbers = fold::enum_numbers(values).into_iter().zip(lines);
        let value =
            |((name, number), line)| GdEnumValue { name, number, doc: DocComment::default(), line };
        let values = numbers.map(value).collect();
        self.class().enums.push(GdEnum { name, values, doc: DocComment::default(), line });
        self.lines().enums.push(place);
        self.end_of_statement()
    }

    pub(super) fn signal(&mut self, line: u32) -> ParseResult<()> {
        let (_, place) = self.take_modifiers(line);
        let name = self.name("the name of the signal")?;
        let parameters = if self.is_mark(b'(') { self.parameters()? } else { Vec::new() };
        self.class().signals.push(GdSignal { name, parameters, doc: DocComment::default(), line });
        self.lines().signals.push(place);
        self.end_of_statement()
    }

    pub(super) fn function(&mut self, line: u32) -> ParseResult<()> {
        let (modifiers, place) = self.take_modifiers(line);
        self.may_have_body = true;
        let name = self.name("the name of the function")?;
        let parameters = self.parameters()?;
        // Godot 3: the arguments that a constructor passes to its base.
        if self.take_mark(b'.') {
            self.group();
        }
        let return_type = if self.take_operator("->") { Some(self.type_name()?) } else { None };
        let is_abstract = modifiers.is_abstract;
        if !(is_abstract && self.is_end_of_statement()) {
            self.expect_mark(b':')?;
        }
        self.class().functions.push(GdFunction {
            name,
            parameters,
            return_type,
            is_static: modifiers.is_static,
            is_abstract,
            doc: DocComment::default(),
            line,
        });
        self.lines().functions.push(place);
        self.skip_line();
        Ok(())
    }

    fn parameters(&mut self) -> ParseResult<Vec<GdParameter>> {
        self.expect_mark(b'(')?;
        let mut parameters = Vec::new();
        while !self.is_mark(b')') {
            parameters.push(self.parameter()?);
            if !self.take_mark(b',') {
                break;
            }
        }
        self.expect_mark(b')')?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> ParseResult<GdParameter> {
        let is_rest = self.take_operator("...");
        // Godot 3 allows `var` before a parameter.
        if self.word() == "var" {
            self.advance();
        }
        let name = self.name("the name of a parameter")?;
        let (mut type_name, mut is_inferred) = (None, false);
        if self.take_mark(b':') {
            is_inferred = self.is_mark(b'=');
            if !is_inferred {
                type_name = Some(self.type_name()?);
            }
        }
        let default = if self.take_mark(b'=') { Some(self.expression(b",")?) } else { None };
        if is_inferred {
            type_name = default.and_then(types::expression_type).map(Box::from);
        }
        Ok(GdParameter { name, type_name, default: default.map(truncate_default), is_rest })
    }

    /// `Name.Inner`, `Array[Name]`, `Dictionary[Key, Value]`.
    fn type_name(&mut self) -> ParseResult<Box<str>> {
        let mut text = String::new();
        let mut open = 0;
        loop {
            if self.word() == "void" {
                text.push_str("void");
                self.advance();
            } else {
                text.push_str(&self.dotted_name()?);
            }
            if self.is_mark(b'[') && open < MAX_TYPE_DEPTH {
                self.advance();
                text.push('[');
                open += 1;
                continue;
            }
            while open > 0 && self.take_mark(b']') {
                text.push(']');
                open -= 1;
            }
            if open == 0 {
                return Ok(text.into());
            }
            self.expect_mark(b',')?;
            text.push_str(", ");
        }
    }
}

fn truncate_default(text: &str) -> Box<str> {
    if text.len() <= MAX_DEFAULT_CHARS {
        return text.into();
    }
    let kept: String = text.chars().take(MAX_DEFAULT_CHARS).collect();
    format!("{kept}…").into()
}
