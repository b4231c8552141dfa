//! Tables with aligned columns.

use serde_json::Value;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{indented, is_block, object, scalar, words};
use crate::print::{self, dim};

/// Longer lines are hard to read, even if the terminal is wide enough.
const MAX_WIDTH: usize = 120;

/// A column that is folded keeps at least this width.
const MIN_COLUMN: usize = 16;

/// Between two columns.
const GAP: &str = "  ";

/// One row per object and one column per property, in the order of first appearance. On a terminal, cells are folded to
/// its width. A table that would still be too wide becomes one block per object.
pub(super) fn table(items: &[Value]) -> String {
    let is_flat = |item: &Value| item.as_object().is_some_and(|map| !map.values().any(is_block));
    if !items.iter().all(is_flat) {
        return blocks(items);
    }
    let names = names(items);
    let head = names.iter().map(|name| dim(&words(name))).collect();
    let row = |item: &Value| names.iter().map(|name| scalar(&item[*name])).collect::<Vec<_>>();
    let rows = std::iter::once(head).chain(items.iter().map(row)).collect();
    let width = print::width().map_or(MAX_WIDTH, |width| width.min(MAX_WIDTH));
    let table = align(&fold(rows, print::width().map(|_| width)));
    if table.lines().all(|line| display_width(line) <= width) {
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

/// Rows of equal length, aligned, and folded to the width of the terminal.
pub(crate) fn columns<const N: usize>(rows: Vec<[String; N]>) -> String {
    align(&fold(rows.into_iter().map(Vec::from).collect(), print::width()))
}

/// Makes the widest columns narrower until the rows fit, as far as that is readable.
fn fold(rows: Vec<Vec<String>>, width: Option<usize>) -> Vec<Vec<String>> {
    let Some(width) = width else { return rows };
    let mut widths = column_widths(&rows);
    let gaps = GAP.len() * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        let Some(widest) = widths.iter_mut().max_by_key(|width| **width) else { break };
        if *widest <= MIN_COLUMN {
            break;
        }
        *widest -= 1;
    }
    rows.into_iter().flat_map(|row| fold_row(&row, &widths)).collect()
}

/// The lines of a row.
fn fold_row(row: &[String], widths: &[usize]) -> Vec<Vec<String>> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        cells.iter().map(|cell| cell.get(number).cloned().unwrap_or_default()).collect()
    };
    (0..height).map(line).collect()
}

/// Breaks at spaces, or inside of words that are too long. Coloured cells are names, which stay whole.
fn wrap(cell: &str, width: usize) -> Vec<String> {
    if display_width(cell) <= width || cell.contains('\u{1b}') {
        return vec![cell.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in cell.split(' ') {
        let last = lines.last().map_or(0, |line| line.width());
        if last > 0 && last + 1 + word.width() > width {
            lines.push(String::new());
        }
        for letter in word.chars() {
            let is_full =
                lines.last().is_some_and(|line| line.width() + letter.width().unwrap_or(0) > width);
            if is_full {
                let rest = lines.last_mut().map(|line| split_off_part(line, width));
                lines.push(rest.unwrap_or_default());
            }
            lines.last_mut().into_iter().for_each(|line| line.push(letter));
        }
        lines.last_mut().into_iter().for_each(|line| line.push(' '));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Cuts a full line after a separator in its last word, if that leaves enough of it, and returns the rest.
fn split_off_part(line: &mut String, width: usize) -> String {
    let word = line.rfind(' ').map_or(0, |space| space + 1);
    let cut = line[word..].rfind(['/', '_', '.', '-', ':', ',']).map(|at| word + at + 1);
    match cut.filter(|cut| line[..*cut].width() * 2 >= width) {
        Some(cut) => line.split_off(cut),
        None => String::new(),
    }
}

fn column_widths(rows: &[Vec<String>]) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max()
    };
    (0..count).map(|column| width(column).unwrap_or(0)).collect()
}

fn align(rows: &[Vec<String>]) -> String {
    let widths = column_widths(rows);
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            format!("{cell}{}", " ".repeat(width.saturating_sub(display_width(cell))))
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The width of a cell on the screen, without colour sequences.
fn display_width(cell: &str) -> usize {
    anstream::adapter::strip_str(cell).to_string().width()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(rows: &[&[&str]], width: usize) -> String {
        let rows = rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect());
        align(&fold(rows.collect(), Some(width)))
    }

    #[test]
    fn rows_fold_to_the_width_of_the_terminal() {
        let rows: &[&[&str]] = &[
            &[
                "yes",
                "plugin",
                "version 1.2, but 1.3 is available: run `scenewright install godot`",
            ],
            &["no", "editor", "Assets/Prefabs/AVeryLongNameWithoutAnySpaces/Another.prefab"],
        ];
        insta::assert_snapshot!(folded(rows, 45), @r"
        yes  plugin  version 1.2, but 1.3 is
                     available: run `scenewright
                     install godot`
        no   editor  Assets/Prefabs/AVeryLongNameWith
                     outAnySpaces/Another.prefab
        ");
        for width in 40..100 {
            let text = folded(rows, width);
            assert!(text.lines().all(|line| display_width(line) <= width), "{width}:\n{text}");
        }
        assert_eq!(folded(rows, 200).lines().count(), 2);
        insta::assert_snapshot!(folded(&[&["addons/dialogic/Editor/char_edit_section.tscn", "no"]], 34), @r"
        addons/dialogic/Editor/char_  no
        edit_section.tscn
        ");
    }
}
