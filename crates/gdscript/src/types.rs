//! The type of a variable whose source does not name it.

use super::lexer::{Kind, Lexer, Quote, Token};
use super::{Export, lexer};

/// Built-in types that are called to make a value.
const BUILT_IN: [&str; 37] = [
    "AABB",
    "Array",
    "Basis",
    "Callable",
    "Color",
    "Dictionary",
    "NodePath",
    "PackedByteArray",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "Plane",
    "Projection",
    "Quaternion",
    "RID",
    "Rect2",
    "Rect2i",
    "Signal",
    "String",
    "StringName",
    "Transform2D",
    "Transform3D",
    "Vector2",
    "Vector2i",
    "Vector3",
    "Vector3i",
    "Vector4",
    "Vector4i",
    "bool",
    "float",
    "int",
];

/// Annotations that head a group of variables and export none.
pub(super) fn is_section(annotation: &str) -> bool {
    matches!(annotation, "export_group" | "export_subgroup" | "export_category")
}

/// What `:=` or an export make of a default. A plain `var` may hold anything.
pub(super) fn of_variable(
    default: Option<&str>,
    is_inferred: bool,
    export: Option<&Export>,
) -> Option<Box<str>> {
    let of_default = || default.and_then(of).map(Box::from);
    match export {
        Some(export) => of_arguments(export).or_else(of_default).or_else(|| of_annotation(export)),
        None if is_inferred => of_default(),
        None => None,
    }
}

/// Godot 3: `export(int, 0, 10)`, `export(Array, int)`.
fn of_arguments(export: &Export) -> Option<Box<str>> {
    let arguments = export.arguments.as_deref().filter(|_| &*export.annotation == "export")?;
    let first = arguments.split(',').next()?.trim();
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_alphabetic())
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
    };
    is_name(first).then(|| first.into())
}

fn of_annotation(export: &Export) -> Option<Box<str>> {
    Some(match &*export.annotation {
        "export_range" | "export_exp_easing" => "float".into(),
        "export_color_no_alpha" => "Color".into(),
        "export_dir" | "export_file" | "export_file_path" | "export_global_dir"
        | "export_global_file" | "export_multiline" | "export_placeholder" => "String".into(),
        "export_node_path" => "NodePath".into(),
        "export_tool_button" => "Callable".into(),
        name if name.starts_with("export_flags") || name == "export_enum" => "int".into(),
        _ => return None,
    })
}

/// The type of an expression, where its form alone tells.
pub(super) fn of(expression: &str) -> Option<&str> {
    let mut lexer = Lexer::of_expression(expression);
    let first = lexer.next();
    let is_signed = matches!(first.kind, Kind::Mark(b'-' | b'+'));
    let first = if is_signed { lexer.next() } else { first };
    let text = lexer.slice(first);
    match first.kind {
        Kind::Number => Some(numbers(&mut lexer, first)),
        Kind::Text(Quote::String | Quote::Raw) => Some("String"),
        Kind::Text(Quote::StringName) => Some("StringName"),
        Kind::Text(Quote::NodePath) => Some("NodePath"),
        Kind::Mark(b'[') => only_group(&mut lexer).then_some("Array"),
        Kind::Mark(b'{') => only_group(&mut lexer).then_some("Dictionary"),
        Kind::NodePath => cast(&mut lexer),
        Kind::Word => of_word(text, &mut lexer),
        _ => cast(&mut lexer),
    }
}

fn of_word<'s>(word: &'s str, lexer: &mut Lexer<'s>) -> Option<&'s str> {
    match word {
        "true" | "false" | "not" => return Some("bool"),
        "PI" | "TAU" | "INF" | "NAN" => return Some("float"),
        "func" => return Some("Callable"),
        "null" => return None,
        "preload" => return preloaded(lexer),
        _ => {}
    }
    let next = lexer.next();
    match next.kind {
        Kind::Mark(b'(') if BUILT_IN.contains(&word) => only_group(lexer).then_some(word),
        Kind::Mark(b'.') => {
            let member = lexer.next();
            let member = lexer.slice(member);
            let after = lexer.next();
            match after.kind {
                Kind::Mark(b'(') if member == "new" => only_group(lexer).then_some(word),
                Kind::End if BUILT_IN.contains(&word) && is_constant(member) => Some(word),
                _ => cast(lexer),
            }
        }
        Kind::Word if lexer.slice(next) == "as" => last_type(lexer),
        _ => cast(lexer),
    }
}

fn is_constant(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Of numbers and operators alone: a float if one of them is.
fn numbers(lexer: &mut Lexer<'_>, first: Token) -> &'static str {
    let mut is_float = is_float(lexer.slice(first));
    loop {
        let token = lexer.next();
        let text = lexer.slice(token);
        match token.kind {
            Kind::End => return if is_float { "float" } else { "int" },
            Kind::Number => is_float |= self::is_float(text),
            Kind::Operator if matches!(text, "==" | "!=" | "<=" | ">=") => return "bool",
            Kind::Mark(b'<' | b'>') => return "bool",
            Kind::Word if matches!(text, "PI" | "TAU") => is_float = true,
            _ => {}
        }
    }
}

pub(super) fn is_float(number: &str) -> bool {
    let is_based = number.starts_with("0x") || number.starts_with("0X");
    !is_based && number.contains(['.', 'e', 'E'])
}

/// Whether a group that is open ends the expression.
fn only_group(lexer: &mut Lexer<'_>) -> bool {
    let mut open = 1_u32;
    while open > 0 {
        match lexer.next().kind {
            Kind::Mark(b'(' | b'[' | b'{') => open += 1,
            Kind::Mark(b')' | b']' | b'}') => open -= 1,
            Kind::End => return false,
            _ => {}
        }
    }
    lexer.next().kind == Kind::End
}

/// `… as Type` at the end.
fn cast<'s>(lexer: &mut Lexer<'s>) -> Option<&'s str> {
    loop {
        let token = lexer.next();
        match token.kind {
            Kind::End => return None,
            Kind::Word if lexer.slice(token) == "as" => return last_type(lexer),
            _ => {}
        }
    }
}

fn last_type<'s>(lexer: &mut Lexer<'s>) -> Option<&'s str> {
    let token = lexer.next();
    (token.kind == Kind::Word && lexer.next().kind == Kind::End).then(|| lexer.slice(token))
}

fn preloaded<'s>(lexer: &mut Lexer<'s>) -> Option<&'s str> {
    lexer.next();
    let path = lexer.next();
    let path = lexer::inner(lexer.slice(path));
    lexer.next();
    if lexer.next().kind != Kind::End {
        return None;
    }
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("tscn" | "scn" | "escn") => Some("PackedScene"),
        Some("gd") => Some("GDScript"),
        _ => Some("Resource"),
    }
}
