//! Evaluates an expression of constants: numbers with operators, strings, arrays, dictionaries, and
//! the types that consist of numbers.

use crate::lexer::{GdLexer, GdStringKind, GdToken, GdTokenKind, unquote};
use crate::types::is_float;
use crate::value::{GdValue, NumericType};

/// Nested brackets and unary operators.
const MAX_EXPRESSION_DEPTH: u32 = 24;
const MAX_STRING_BYTES: usize = 4096;

pub(super) struct ConstantEvaluator<'s, 'f> {
    lexer: GdLexer<'s>,
    token: GdToken,
    depth: u32,
    /// The value of a constant, by its name.
    find: &'f dyn Fn(&str) -> Option<GdValue>,
}

impl<'s, 'f> ConstantEvaluator<'s, 'f> {
    /// `None` if it contains anything but constants.
    pub(super) fn evaluate(
        text: &'s str,
        find: &'f dyn Fn(&str) -> Option<GdValue>,
    ) -> Option<GdValue> {
        let mut lexer = GdLexer::for_expression(text);
        let token = lexer.next();
        let mut reader = ConstantEvaluator { lexer, token, depth: 0, find };
        let value = reader.binary(0)?;
        (reader.token.kind == GdTokenKind::End).then_some(value)
    }

    fn take(&mut self) -> GdToken {
        std::mem::replace(&mut self.token, self.lexer.next())
    }

    fn take_mark(&mut self, mark: u8) -> bool {
        let is_mark = self.token.kind == GdTokenKind::Mark(mark);
        if is_mark {
            self.take();
        }
        is_mark
    }

    fn binary(&mut self, least: u8) -> Option<GdValue> {
        self.depth += 1;
        if self.depth > MAX_EXPRESSION_DEPTH {
            return None;
        }
        let mut left = self.unary()?;
        loop {
            let operator = self.lexer.slice(self.token);
            let Some(strength) = precedence(operator, self.token.kind).filter(|own| *own > least)
            else {
                break;
            };
            self.take();
            left = apply_operator(operator, left, self.binary(strength)?)?;
        }
        self.depth -= 1;
        Some(left)
    }

    fn unary(&mut self) -> Option<GdValue> {
        let sign = match self.token.kind {
            GdTokenKind::Mark(sign @ (b'-' | b'+' | b'~' | b'!')) => sign,
            GdTokenKind::Word if self.lexer.slice(self.token) == "not" => b'!',
            _ => return self.primary(),
        };
        self.take();
        let strength = if sign == b'!' { 1 } else { 9 };
        Some(match (sign, self.binary(strength)?) {
            (b'-', GdValue::Int(number)) => GdValue::Int(number.checked_neg()?),
            (b'-', GdValue::Float(number)) => GdValue::Float(-number),
            (b'-', GdValue::Numbers(shape, numbers)) => {
                GdValue::Numbers(shape, numbers.into_iter().map(|number| -number).collect())
            }
            (b'+', value @ (GdValue::Int(_) | GdValue::Float(_))) => value,
            (b'~', GdValue::Int(number)) => GdValue::Int(!number),
            (b'!', GdValue::Bool(value)) => GdValue::Bool(!value),
            _ => return None,
        })
    }

    fn primary(&mut self) -> Option<GdValue> {
        let token = self.take();
        let text = self.lexer.slice(token);
        match token.kind {
            GdTokenKind::Number => number(text),
            GdTokenKind::Text(quote) => string(text, quote),
            GdTokenKind::Mark(b'(') => {
                let value = self.binary(0)?;
                self.take_mark(b')').then_some(value)
            }
            GdTokenKind::Mark(b'[') => self.list(b']').map(GdValue::Array),
            GdTokenKind::Mark(b'{') => self.pairs().map(GdValue::Dictionary),
            GdTokenKind::Word => self.word(text),
            _ => None,
        }
    }

    fn word(&mut self, word: &str) -> Option<GdValue> {
        match word {
            "true" => return Some(GdValue::Bool(true)),
            "false" => return Some(GdValue::Bool(false)),
            "null" => return Some(GdValue::Null),
            "PI" => return Some(GdValue::Float(std::f64::consts::PI)),
            "TAU" => return Some(GdValue::Float(std::f64::consts::TAU)),
            "INF" => return Some(GdValue::Float(f64::INFINITY)),
            _ => {}
        }
        if self.take_mark(b'(') {
            let arguments = self.list(b')')?;
            return evaluate_call(word, arguments);
        }
        if self.take_mark(b'.') {
            let member = self.take();
            let member = self.lexer.slice(member);
            return type_constant(word, member)
                .or_else(|| (self.find)(&format!("{word}.{member}")));
        }
        (self.find)(word)
    }

    /// Up to the closing bracket.
    fn list(&mut self, closes: u8) -> Option<Vec<GdValue>> {
        let mut items = Vec::new();
        while !self.take_mark(closes) {
            items.push(self.binary(0)?);
            if !self.take_mark(b',') {
                return self.take_mark(closes).then_some(items);
            }
        }
        Some(items)
    }

    /// `key: value` or `key = value`.
    fn pairs(&mut self) -> Option<Vec<(GdValue, GdValue)>> {
        let mut pairs = Vec::new();
        while !self.take_mark(b'}') {
            let start = self.token;
            let name = self.lexer.slice(start);
            let key = self.binary(0);
            let is_named = self.take_mark(b'=');
            let key = if is_named && start.kind == GdTokenKind::Word {
                GdValue::String(name.to_owned())
            } else if self.take_mark(b':') {
                key?
            } else {
                return None;
            };
            pairs.push((key, self.binary(0)?));
            if !self.take_mark(b',') {
                return self.take_mark(b'}').then_some(pairs);
            }
        }
        Some(pairs)
    }
}

/// `None` for a token that is no binary operator.
fn precedence(operator: &str, kind: GdTokenKind) -> Option<u8> {
    if !matches!(kind, GdTokenKind::Mark(_) | GdTokenKind::Operator) {
        return None;
    }
    Some(match operator {
        "|" => 2,
        "^" => 3,
        "&" => 4,
        "<<" | ">>" => 5,
        "+" | "-" => 6,
        "*" | "/" | "%" => 7,
        "**" => 10,
        _ => return None,
    })
}

fn apply_operator(operator: &str, left: GdValue, right: GdValue) -> Option<GdValue> {
    match (left, right) {
        (GdValue::Int(left), GdValue::Int(right)) => {
            apply_to_ints(operator, left, right).map(GdValue::Int)
        }
        (GdValue::Float(left), GdValue::Float(right)) => apply_to_floats(operator, left, right),
        (GdValue::Int(left), GdValue::Float(right)) => {
            apply_to_floats(operator, left as f64, right)
        }
        (GdValue::Float(left), GdValue::Int(right)) => {
            apply_to_floats(operator, left, right as f64)
        }
        (GdValue::String(left), GdValue::String(right)) if operator == "+" => {
            (left.len() + right.len() <= MAX_STRING_BYTES).then(|| GdValue::String(left + &right))
        }
        (GdValue::Numbers(shape, numbers), GdValue::Int(by)) => {
            scale_vector(operator, shape, numbers, by as f64)
        }
        (GdValue::Numbers(shape, numbers), GdValue::Float(by)) => {
            scale_vector(operator, shape, numbers, by)
        }
        _ => None,
    }
}

fn apply_to_ints(operator: &str, left: i64, right: i64) -> Option<i64> {
    match operator {
        "+" => left.checked_add(right),
        "-" => left.checked_sub(right),
        "*" => left.checked_mul(right),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        "**" => left.checked_pow(u32::try_from(right).ok()?),
        "<<" => left.checked_shl(u32::try_from(right).ok()?),
        ">>" => left.checked_shr(u32::try_from(right).ok()?),
        "&" => Some(left & right),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        _ => None,
    }
}

fn apply_to_floats(operator: &str, left: f64, right: f64) -> Option<GdValue> {
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "**" => left.powf(right),
        _ => return None,
    };
    Some(GdValue::Float(value))
}

/// A vector times a number. Other types are not scaled by their numbers.
fn scale_vector(
    operator: &str,
    shape: &'static NumericType,
    numbers: Vec<f64>,
    by: f64,
) -> Option<GdValue> {
    if !matches!(shape.name, "Vector2" | "Vector3" | "Vector4") {
        return None;
    }
    let by = match operator {
        "*" => by as f32,
        "/" => 1.0 / by as f32,
        _ => return None,
    };
    let numbers = numbers.into_iter().map(|number| f64::from(number as f32 * by)).collect();
    Some(shape.to_value(numbers))
}

fn number(text: &str) -> Option<GdValue> {
    let plain = text.replace('_', "");
    let based = |prefix: &str, base| {
        let digits = plain.strip_prefix(prefix)?;
        Some(i64::from_str_radix(digits, base).ok().map(GdValue::Int))
    };
    if let Some(value) = based("0x", 16).or_else(|| based("0X", 16)).or_else(|| based("0b", 2)) {
        return value;
    }
    if is_float(&plain) {
        return plain.parse().ok().map(GdValue::Float);
    }
    plain.parse().ok().map(GdValue::Int)
}

fn string(text: &str, quote: GdStringKind) -> Option<GdValue> {
    let inner = unquote(text);
    if inner.len() > MAX_STRING_BYTES {
        return None;
    }
    match quote {
        GdStringKind::Raw => Some(GdValue::String(inner.to_owned())),
        GdStringKind::String => unescape(inner).map(GdValue::String),
        GdStringKind::StringName => unescape(inner).map(GdValue::StringName),
        GdStringKind::NodePath => unescape(inner).map(GdValue::NodePath),
    }
}

fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        match letters.next()? {
            'n' => plain.push('\n'),
            't' => plain.push('\t'),
            'r' => plain.push('\r'),
            'a' => plain.push('\u{7}'),
            'b' => plain.push('\u{8}'),
            'f' => plain.push('\u{c}'),
            'v' => plain.push('\u{b}'),
            same @ ('"' | '\'' | '\\') => plain.push(same),
            'u' => plain.push(unicode_escape(&mut letters, 4)?),
            'U' => plain.push(unicode_escape(&mut letters, 6)?),
            '\n' => {}
            _ => return None,
        }
    }
    Some(plain)
}

fn unicode_escape(letters: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let digits: String = letters.take(digits).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

/// A constructor of a type that consists of numbers, or one of the few functions that constants use.
fn evaluate_call(name: &str, arguments: Vec<GdValue>) -> Option<GdValue> {
    // Relative paths depend on the file of the script.
    if let ("preload", [GdValue::String(path)]) = (name, arguments.as_slice()) {
        let is_full = path.starts_with("res://") || path.starts_with("uid://");
        return is_full.then(|| GdValue::Resource(path.clone()));
    }
    if arguments.is_empty() {
        return GdValue::default_of_type(name);
    }
    if let ([GdValue::String(text)], "NodePath" | "StringName") = (arguments.as_slice(), name) {
        return GdValue::String(text.clone()).convert_to(name);
    }
    let mut numbers = arguments.iter().map(as_number).collect::<Option<Vec<f64>>>()?;
    match (name, numbers.as_slice()) {
        ("deg_to_rad" | "deg2rad", [degrees]) => return Some(GdValue::Float(degrees.to_radians())),
        ("Color", [_, _, _]) => numbers.push(1.0),
        _ => {}
    }
    let shape = NumericType::by_name(name)?;
    let is_plain = !matches!(name, "Transform2D" | "Basis" | "AABB");
    (is_plain && numbers.len() == shape.zero.len()).then(|| shape.to_value(numbers))
}

fn as_number(value: &GdValue) -> Option<f64> {
    match value {
        GdValue::Int(number) => Some(*number as f64),
        GdValue::Float(number) => Some(*number),
        _ => None,
    }
}

fn type_constant(type_name: &str, name: &str) -> Option<GdValue> {
    let numbers: &[f64] = match (type_name, name) {
        ("Vector2" | "Vector2i", "LEFT") => &[-1.0, 0.0],
        ("Vector2" | "Vector2i", "RIGHT") => &[1.0, 0.0],
        ("Vector2" | "Vector2i", "UP") => &[0.0, -1.0],
        ("Vector2" | "Vector2i", "DOWN") => &[0.0, 1.0],
        ("Vector3" | "Vector3i", "LEFT") => &[-1.0, 0.0, 0.0],
        ("Vector3" | "Vector3i", "RIGHT") => &[1.0, 0.0, 0.0],
        ("Vector3" | "Vector3i", "UP") => &[0.0, 1.0, 0.0],
        ("Vector3" | "Vector3i", "DOWN") => &[0.0, -1.0, 0.0],
        ("Vector3" | "Vector3i", "FORWARD") => &[0.0, 0.0, -1.0],
        ("Vector3" | "Vector3i", "BACK") => &[0.0, 0.0, 1.0],
        ("Color", "WHITE") => &[1.0, 1.0, 1.0, 1.0],
        ("Color", "BLACK") => &[0.0, 0.0, 0.0, 1.0],
        ("Color", "RED") => &[1.0, 0.0, 0.0, 1.0],
        ("Color", "GREEN") => &[0.0, 1.0, 0.0, 1.0],
        ("Color", "BLUE") => &[0.0, 0.0, 1.0, 1.0],
        ("Color", "YELLOW") => &[1.0, 1.0, 0.0, 1.0],
        ("Color", "TRANSPARENT") => &[1.0, 1.0, 1.0, 0.0],
        (vector, "ZERO" | "ONE") if vector.starts_with("Vector") => {
            let shape = NumericType::by_name(vector)?;
            let number = if name == "ONE" { 1.0 } else { 0.0 };
            return Some(shape.to_value(vec![number; shape.zero.len()]));
        }
        _ => return None,
    };
    Some(NumericType::by_name(type_name)?.to_value(numbers.to_vec()))
}
