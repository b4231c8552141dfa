//! An expression of constants as a value: numbers with their operators, texts, arrays,
//! dictionaries, and the types that are made of numbers.

use crate::lexer::{Kind, Lexer, Quote, Token, inner};
use crate::types::is_float;
use crate::value::{Shape, Value};

/// Brackets and signs inside of each other.
const MAX_DEPTH: u32 = 24;
const MAX_TEXT: usize = 4096;

pub(super) struct Reader<'s, 'f> {
    lexer: Lexer<'s>,
    token: Token,
    depth: u32,
    /// The value of a constant, by its name.
    find: &'f dyn Fn(&str) -> Option<Value>,
}

impl<'s, 'f> Reader<'s, 'f> {
    /// `None` when it is more than constants.
    pub(super) fn read(text: &'s str, find: &'f dyn Fn(&str) -> Option<Value>) -> Option<Value> {
        let mut lexer = Lexer::of_expression(text);
        let token = lexer.next();
        let mut reader = Reader { lexer, token, depth: 0, find };
        let value = reader.binary(0)?;
        (reader.token.kind == Kind::End).then_some(value)
    }

    fn take(&mut self) -> Token {
        std::mem::replace(&mut self.token, self.lexer.next())
    }

    fn take_mark(&mut self, mark: u8) -> bool {
        let is_mark = self.token.kind == Kind::Mark(mark);
        if is_mark {
            self.take();
        }
        is_mark
    }

    fn binary(&mut self, least: u8) -> Option<Value> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut left = self.unary()?;
        loop {
            let operator = self.lexer.slice(self.token);
            let Some(strength) = strength(operator, self.token.kind).filter(|own| *own > least)
            else {
                break;
            };
            self.take();
            left = apply(operator, left, self.binary(strength)?)?;
        }
        self.depth -= 1;
        Some(left)
    }

    fn unary(&mut self) -> Option<Value> {
        let sign = match self.token.kind {
            Kind::Mark(sign @ (b'-' | b'+' | b'~' | b'!')) => sign,
            Kind::Word if self.lexer.slice(self.token) == "not" => b'!',
            _ => return self.primary(),
        };
        self.take();
        let strength = if sign == b'!' { 1 } else { 9 };
        Some(match (sign, self.binary(strength)?) {
            (b'-', Value::Int(number)) => Value::Int(number.checked_neg()?),
            (b'-', Value::Float(number)) => Value::Float(-number),
            (b'-', Value::Numbers(shape, numbers)) => {
                Value::Numbers(shape, numbers.into_iter().map(|number| -number).collect())
            }
            (b'+', value @ (Value::Int(_) | Value::Float(_))) => value,
            (b'~', Value::Int(number)) => Value::Int(!number),
            (b'!', Value::Bool(value)) => Value::Bool(!value),
            _ => return None,
        })
    }

    fn primary(&mut self) -> Option<Value> {
        let token = self.take();
        let text = self.lexer.slice(token);
        match token.kind {
            Kind::Number => number(text),
            Kind::Text(quote) => string(text, quote),
            Kind::Mark(b'(') => {
                let value = self.binary(0)?;
                self.take_mark(b')').then_some(value)
            }
            Kind::Mark(b'[') => self.list(b']').map(Value::Array),
            Kind::Mark(b'{') => self.pairs().map(Value::Dictionary),
            Kind::Word => self.word(text),
            _ => None,
        }
    }

    fn word(&mut self, word: &str) -> Option<Value> {
        match word {
            "true" => return Some(Value::Bool(true)),
            "false" => return Some(Value::Bool(false)),
            "null" => return Some(Value::Null),
            "PI" => return Some(Value::Float(std::f64::consts::PI)),
            "TAU" => return Some(Value::Float(std::f64::consts::TAU)),
            "INF" => return Some(Value::Float(f64::INFINITY)),
            _ => {}
        }
        if self.take_mark(b'(') {
            let arguments = self.list(b')')?;
            return call(word, arguments);
        }
        if self.take_mark(b'.') {
            let member = self.take();
            let member = self.lexer.slice(member);
            return constant(word, member).or_else(|| (self.find)(&format!("{word}.{member}")));
        }
        (self.find)(word)
    }

    /// Up to the bracket that closes it.
    fn list(&mut self, closes: u8) -> Option<Vec<Value>> {
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
    fn pairs(&mut self) -> Option<Vec<(Value, Value)>> {
        let mut pairs = Vec::new();
        while !self.take_mark(b'}') {
            let start = self.token;
            let name = self.lexer.slice(start);
            let key = self.binary(0);
            let is_named = self.take_mark(b'=');
            let key = if is_named && start.kind == Kind::Word {
                Value::String(name.to_owned())
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

/// How strongly an operator binds; none for what is not one.
fn strength(operator: &str, kind: Kind) -> Option<u8> {
    if !matches!(kind, Kind::Mark(_) | Kind::Operator) {
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

fn apply(operator: &str, left: Value, right: Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => whole(operator, left, right).map(Value::Int),
        (Value::Float(left), Value::Float(right)) => real(operator, left, right),
        (Value::Int(left), Value::Float(right)) => real(operator, left as f64, right),
        (Value::Float(left), Value::Int(right)) => real(operator, left, right as f64),
        (Value::String(left), Value::String(right)) if operator == "+" => {
            (left.len() + right.len() <= MAX_TEXT).then(|| Value::String(left + &right))
        }
        (Value::Numbers(shape, numbers), Value::Int(by)) => {
            scaled(operator, shape, numbers, by as f64)
        }
        (Value::Numbers(shape, numbers), Value::Float(by)) => scaled(operator, shape, numbers, by),
        _ => None,
    }
}

fn whole(operator: &str, left: i64, right: i64) -> Option<i64> {
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

fn real(operator: &str, left: f64, right: f64) -> Option<Value> {
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        "**" => left.powf(right),
        _ => return None,
    };
    Some(Value::Float(value))
}

/// A vector times a number; other types are more than their numbers.
fn scaled(operator: &str, shape: &'static Shape, numbers: Vec<f64>, by: f64) -> Option<Value> {
    if !matches!(shape.name, "Vector2" | "Vector3" | "Vector4") {
        return None;
    }
    let by = match operator {
        "*" => by as f32,
        "/" => 1.0 / by as f32,
        _ => return None,
    };
    let numbers = numbers.into_iter().map(|number| f64::from(number as f32 * by)).collect();
    Some(shape.value(numbers))
}

fn number(text: &str) -> Option<Value> {
    let plain = text.replace('_', "");
    let based = |prefix: &str, base| {
        let digits = plain.strip_prefix(prefix)?;
        Some(i64::from_str_radix(digits, base).ok().map(Value::Int))
    };
    if let Some(value) = based("0x", 16).or_else(|| based("0X", 16)).or_else(|| based("0b", 2)) {
        return value;
    }
    if is_float(&plain) {
        return plain.parse().ok().map(Value::Float);
    }
    plain.parse().ok().map(Value::Int)
}

fn string(text: &str, quote: Quote) -> Option<Value> {
    let inner = inner(text);
    if inner.len() > MAX_TEXT {
        return None;
    }
    match quote {
        Quote::Raw => Some(Value::String(inner.to_owned())),
        Quote::String => unescaped(inner).map(Value::String),
        Quote::StringName => unescaped(inner).map(Value::StringName),
        Quote::NodePath => unescaped(inner).map(Value::NodePath),
    }
}

fn unescaped(text: &str) -> Option<String> {
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
            'u' => plain.push(code(&mut letters, 4)?),
            'U' => plain.push(code(&mut letters, 6)?),
            '\n' => {}
            _ => return None,
        }
    }
    Some(plain)
}

fn code(letters: &mut std::str::Chars<'_>, digits: usize) -> Option<char> {
    let digits: String = letters.take(digits).collect();
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}

/// A type that is called with values for its numbers, and the few functions that constants use.
fn call(name: &str, arguments: Vec<Value>) -> Option<Value> {
    if arguments.is_empty() {
        return Value::zero(name);
    }
    if let ([Value::String(text)], "NodePath" | "StringName") = (arguments.as_slice(), name) {
        return Value::String(text.clone()).of_type(name);
    }
    let mut numbers = arguments.iter().map(as_number).collect::<Option<Vec<f64>>>()?;
    match (name, numbers.as_slice()) {
        ("deg_to_rad" | "deg2rad", [degrees]) => return Some(Value::Float(degrees.to_radians())),
        ("Color", [_, _, _]) => numbers.push(1.0),
        _ => {}
    }
    let shape = Shape::named(name)?;
    let is_plain = !matches!(name, "Transform2D" | "Basis" | "AABB");
    (is_plain && numbers.len() == shape.zero.len()).then(|| shape.value(numbers))
}

fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}

fn constant(type_name: &str, name: &str) -> Option<Value> {
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
            let shape = Shape::named(vector)?;
            let number = if name == "ONE" { 1.0 } else { 0.0 };
            return Some(shape.value(vec![number; shape.zero.len()]));
        }
        _ => return None,
    };
    Some(Shape::named(type_name)?.value(numbers.to_vec()))
}
