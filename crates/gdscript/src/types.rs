//! Infers the types of variables that do not declare one.

use super::lexer::{GdLexer, GdStringKind, GdToken, GdTokenKind};
use super::{ExportAnnotation, lexer};

/// Built-in types with a constructor.
const BUILT_IN_TYPES: [&str; 37] = [
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

/// Annotations that begin a group of variables and do not export a variable themselves.
pub(super) fn is_section(annotation: &str) -> bool {
    matches!(annotation, "export_group" | "export_subgroup" | "export_category")
}

/// The type that `:=` or an export infers from a default. A plain `var` can hold any value.
pub(super) fn variable_type(
    default: Option<&str>,
    is_inferred: bool,
    export: Option<&ExportAnnotation>,
) -> Option<Box<str>> {
    let of_default = || default.and_then(expression_type).map(Box::from);
    match export {
        Some(export) => {
            type_from_arguments(export).or_else(of_default).or_else(|| type_from_annotation(export))
        }
        None if is_inferred => of_default(),
        None => None,
    }
}

/// Godot 3: `export(int, 0, 10)`, `export(Array, int)`.
fn type_from_arguments(export: &ExportAnnotation) -> Option<Box<str>> {
    let arguments = export.arguments.as_deref().filter(|_| &*export.annotation == "export")?;
    let first = arguments.split(',').next()?.trim();
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_alphabetic())
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
    };
    is_name(first).then(|| first.into())
}

/// `A,B:4` of `@export_enum("A", "B:4")`.
pub(super) fn enum_labels(export: &ExportAnnotation) -> Option<Box<str>> {
    let arguments = export.arguments.as_deref().filter(|_| &*export.annotation == "export_enum")?;
    let mut lexer = GdLexer::for_expression(arguments);
    let mut labels = Vec::new();
    loop {
        let token = lexer.next();
        match token.kind {
            GdTokenKind::Text(_) => labels.push(lexer::unquote(lexer.slice(token)).to_owned()),
            GdTokenKind::Mark(b',') => {}
            _ => break,
        }
    }
    (!labels.is_empty()).then(|| labels.join(",").into())
}

fn type_from_annotation(export: &ExportAnnotation) -> Option<Box<str>> {
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

/// The type of an expression, where it follows from the form of the expression.
pub(super) fn expression_type(expression: &str) -> Option<&str> {
    let mut lexer = GdLexer::for_expression(expression);
    let first = lexer.next();
    let is_signed = matches!(first.kind, GdTokenKind::Mark(b'-' | b'+'));
    let first = if is_signed { lexer.next() } else { first };
    let text = lexer.slice(first);
    match first.kind {
        GdTokenKind::Number => Some(numeric_type(&mut lexer, first)),
        GdTokenKind::Text(GdStringKind::String | GdStringKind::Raw) => Some("String"),
        GdTokenKind::Text(GdStringKind::StringName) => Some("StringName"),
        GdTokenKind::Text(GdStringKind::NodePath) => Some("NodePath"),
        GdTokenKind::Mark(b'[') => is_single_group(&mut lexer).then_some("Array"),
        GdTokenKind::Mark(b'{') => is_single_group(&mut lexer).then_some("Dictionary"),
        GdTokenKind::NodePath => trailing_cast(&mut lexer),
        GdTokenKind::Word => word_type(text, &mut lexer),
        _ => trailing_cast(&mut lexer),
    }
}

fn word_type<'s>(word: &'s str, lexer: &mut GdLexer<'s>) -> Option<&'s str> {
    match word {
        "true" | "false" | "not" => return Some("bool"),
        "PI" | "TAU" | "INF" | "NAN" => return Some("float"),
        "func" => return Some("Callable"),
        "null" => return None,
        "preload" => return preload_type(lexer),
        _ => {}
    }
    let next = lexer.next();
    match next.kind {
        GdTokenKind::Mark(b'(') if BUILT_IN_TYPES.contains(&word) => {
            is_single_group(lexer).then_some(word)
        }
        GdTokenKind::Mark(b'.') => {
            let member = lexer.next();
            let member = lexer.slice(member);
            let after = lexer.next();
            match after.kind {
                GdTokenKind::Mark(b'(') if member == "new" => {
                    is_single_group(lexer).then_some(word)
                }
                GdTokenKind::End if BUILT_IN_TYPES.contains(&word) && is_constant(member) => {
                    Some(word)
                }
                _ => trailing_cast(lexer),
            }
        }
        GdTokenKind::Word if lexer.slice(next) == "as" => type_at_end(lexer),
        _ => trailing_cast(lexer),
    }
}

fn is_constant(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The type of an expression of numbers and operators: `float` if one of the numbers is.
fn numeric_type(lexer: &mut GdLexer<'_>, first: GdToken) -> &'static str {
    let mut is_float = is_float(lexer.slice(first));
    loop {
        let token = lexer.next();
        let text = lexer.slice(token);
        match token.kind {
            GdTokenKind::End => return if is_float { "float" } else { "int" },
            GdTokenKind::Number => is_float |= self::is_float(text),
            GdTokenKind::Operator if matches!(text, "==" | "!=" | "<=" | ">=") => return "bool",
            GdTokenKind::Mark(b'<' | b'>') => return "bool",
            GdTokenKind::Word if matches!(text, "PI" | "TAU") => is_float = true,
            _ => {}
        }
    }
}

pub(super) fn is_float(number: &str) -> bool {
    let is_based = number.starts_with("0x") || number.starts_with("0X");
    !is_based && number.contains(['.', 'e', 'E'])
}

/// Whether the expression ends with the group that is open.
fn is_single_group(lexer: &mut GdLexer<'_>) -> bool {
    let mut open = 1_u32;
    while open > 0 {
        match lexer.next().kind {
            GdTokenKind::Mark(b'(' | b'[' | b'{') => open += 1,
            GdTokenKind::Mark(b')' | b']' | b'}') => open -= 1,
            GdTokenKind::End => return false,
            _ => {}
        }
    }
    lexer.next().kind == GdTokenKind::End
}

/// `… as Type` at the end.
fn trailing_cast<'s>(lexer: &mut GdLexer<'s>) -> Option<&'s str> {
    loop {
        let token = lexer.next();
        match token.kind {
            GdTokenKind::End => return None,
            GdTokenKind::Word if lexer.slice(token) == "as" => return type_at_end(lexer),
            _ => {}
        }
    }
}

fn type_at_end<'s>(lexer: &mut GdLexer<'s>) -> Option<&'s str> {
    let token = lexer.next();
    (token.kind == GdTokenKind::Word && lexer.next().kind == GdTokenKind::End)
        .then(|| lexer.slice(token))
}

fn preload_type<'s>(lexer: &mut GdLexer<'s>) -> Option<&'s str> {
    lexer.next();
    let path = lexer.next();
    let path = lexer::unquote(lexer.slice(path));
    lexer.next();
    if lexer.next().kind != GdTokenKind::End {
        return None;
    }
    Some(resource_type(path))
}

/// The class of a file, as far as its name tells it.
pub(super) fn resource_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("tscn" | "scn" | "escn") => "PackedScene",
        Some("gd") => "GDScript",
        _ => "Resource",
    }
}
