//! Tables with aligned columns.

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use super::{indented, is_block, object, scalar, words};
use crate::print::dim;

/// Longer lines are hard to read, even if the terminal is wide enough.
const MAX_WIDTH: usize = 120;

/// One row per object and one column per property, in the order of first appearance. A table that would be too
/// wide becomes one block per object.
pub(super) fn table(items: &[Value]) -> String {
    let is_flat = |item: &Value| item.as_object().is_some_and(|map| !map.values().any(is_block));
    if !items.iter().all(is_flat) {
        return blocks(items);
    }
    let names = names(items);
    let head = names.iter().map(|name| dim(&words(name))).collect();
    let row = |item: &Value| names.iter().map(|name| scalar(&item[*name])).collect::<Vec<_>>();
    let table = align(std::iter::once(head).chain(items.iter().map(row)).collect());
    if table.lines().all(|line| display_width(line) <= MAX_WIDTH) {
        return table;
    }
    blocks(items)
}

fn blocks(items: &[Value]) -> String {
    items.iter().map(block).collect::<Vec<_>>().join("\n\n")
}

fn names(items: &[Value]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in items.iter().filter_map(Value::as_object).flatten() {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

fn block(item: &Value) -> String {
    let text = item.as_object().map_or_else(|| scalar(item), object);
    indented(&text).trim_end().to_owned()
}

/// Rows of equal length, aligned.
pub(crate) fn columns<const N: usize>(rows: Vec<[String; N]>) -> String {
    align(rows.into_iter().map(Vec::from).collect())
}

fn align(rows: Vec<Vec<String>>) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max()
    };
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(display_width(cell))))
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The width of a cell on the screen, without colour sequences.
fn display_width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().width()
}
