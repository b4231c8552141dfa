//! Evaluates constants and defaults, as far as the file alone allows.

mod reader;

use std::collections::HashMap;

use super::value::GdValue;
use super::{GdClass, GdEnumValue, GdVariable};
use reader::ConstantEvaluator;

/// The most constants that are remembered; a file with more is hostile.
const MAX_KNOWN_CONSTANTS: usize = 10_000;

/// Plain values by class and name; values of named enums as `Enum.VALUE`.
type KnownConstants = HashMap<(usize, Box<str>), GdValue>;

/// The numbers of an enum's values, which may refer to earlier values.
pub(super) fn enum_numbers(values: Vec<(Box<str>, Option<&str>)>) -> Vec<(Box<str>, Option<i64>)> {
    let mut known: HashMap<Box<str>, i64> = HashMap::new();
    let mut next = Some(0_i64);
    let mut numbers = Vec::with_capacity(values.len());
    for (name, expression) in values {
        let number = match expression {
            Some(text) => {
                match ConstantEvaluator::evaluate(text, &|name| {
                    known.get(name).copied().map(GdValue::Int)
                }) {
                    Some(GdValue::Int(number)) => Some(number),
                    _ => None,
                }
            }
            None => next,
        };
        next = number.and_then(|number| number.checked_add(1));
        if let Some(number) = number {
            known.insert(name.clone(), number);
        }
        numbers.push((name, number));
    }
    numbers
}

/// Evaluates the expression of every constant and variable.
pub(super) fn fold(classes: &mut [GdClass]) {
    let mut known = KnownConstants::new();
    let outer: Vec<Option<usize>> = classes.iter().map(|class| class.outer).collect();
    for (index, class) in classes.iter().enumerate() {
        add_enum_values(&mut known, index, class);
    }
    // Twice, because a constant may refer to a later one.
    for _ in 0..2 {
        for index in 0..classes.len() {
            fold_constants(classes, index, &outer, &mut known);
        }
    }
    for (index, class) in classes.iter_mut().enumerate() {
        let find = |name: &str| find(&known, &outer, index, name);
        let enums: Vec<Box<str>> = class.enums.iter().filter_map(|it| it.name.clone()).collect();
        for variable in &mut class.variables {
            let Some(value) = variable_value(variable, &find) else {
                continue;
            };
            if variable.type_name.is_none() && (variable.export.is_some() || variable.is_inferred) {
                let of_enum = || enum_of(variable.default.as_deref()?, &enums);
                let of_value = || value.type_name().map(Box::from);
                variable.type_name = of_enum().or_else(of_value);
                variable.is_inferred = variable.type_name.is_some();
            }
            variable.value = Some(value.to_string().into());
        }
    }
}

/// The enum of the class that a default is a value of: `Kind.BOW`.
fn enum_of(default: &str, enums: &[Box<str>]) -> Option<Box<str>> {
    let (name, value) = default.split_once('.')?;
    let is_value = value.chars().all(|c| c == '_' || c.is_alphanumeric());
    enums.iter().find(|own| &***own == name && is_value).cloned()
}

fn add_enum_values(known: &mut KnownConstants, index: usize, class: &GdClass) {
    for numbered in &class.enums {
        for GdEnumValue { name: value, number, .. } in &numbered.values {
            let Some(number) = number.filter(|_| known.len() < MAX_KNOWN_CONSTANTS) else {
                continue;
            };
            let name = match &numbered.name {
                Some(name) => format!("{name}.{value}").into(),
                None => value.clone(),
            };
            known.insert((index, name), GdValue::Int(number));
        }
    }
}

fn fold_constants(
    classes: &mut [GdClass],
    index: usize,
    outer: &[Option<usize>],
    known: &mut KnownConstants,
) {
    for constant in &mut classes[index].constants {
        if constant.value.is_some() {
            continue;
        }
        let Some(text) = constant.default.as_deref() else {
            continue;
        };
        let value = ConstantEvaluator::evaluate(text, &|name| find(known, outer, index, name));
        let value = match &constant.type_name {
            Some(type_name) => value.and_then(|value| value.convert_to(type_name)),
            None => value,
        };
        let Some(value) = value else {
            continue;
        };
        constant.value = Some(value.to_string().into());
        // Only plain values: otherwise a few lines could grow without bound.
        let is_plain =
            !matches!(value, GdValue::Array(_) | GdValue::Dictionary(_) | GdValue::Typed(..));
        if is_plain && known.len() < MAX_KNOWN_CONSTANTS {
            known.insert((index, constant.name.clone()), value);
        }
    }
}

fn find(
    known: &KnownConstants,
    outer: &[Option<usize>],
    class: usize,
    name: &str,
) -> Option<GdValue> {
    let mut class = Some(class);
    while let Some(index) = class {
        if let Some(value) = known.get(&(index, Box::from(name))) {
            return Some(value.clone());
        }
        class = outer.get(index).copied().flatten();
    }
    None
}

fn variable_value(
    variable: &GdVariable,
    find: &dyn Fn(&str) -> Option<GdValue>,
) -> Option<GdValue> {
    let type_name = variable.type_name.as_deref();
    match variable.default.as_deref() {
        Some(text) => {
            let value = ConstantEvaluator::evaluate(text, find)?;
            match type_name {
                Some(type_name) => value.convert_to(type_name),
                None => Some(value),
            }
        }
        None => GdValue::default_of_type(type_name.unwrap_or("Variant")),
    }
}
