//! Columns that line up: the first to the left, numbers to the right.

/// The first row is the header.
pub(crate) struct Table<const N: usize> {
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(header: [&str; N]) -> Table<N> {
        Table { rows: vec![header.map(str::to_owned)] }
    }

    pub(crate) fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    pub(crate) fn print(&self) {
        println!("\n{}", self.text());
    }

    fn text(&self) -> String {
        let lines: Vec<String> = self.rows.iter().map(|row| self.line(row)).collect();
        lines.join("\n")
    }

    fn line(&self, row: &[String; N]) -> String {
        let cells = row.iter().enumerate().map(|(at, cell)| {
            let width = self.width(at);
            match at {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        cells.join("   ").trim_end().to_owned()
    }

    fn width(&self, at: usize) -> usize {
        let widths = self.rows.iter().map(|row| row[at].chars().count());
        widths.max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_by_characters() {
        let mut table = Table::new(["calls", "p50"]);
        table.row(["health".to_owned(), "9.5 µs".to_owned()]);
        table.row(["a dump".to_owned(), "120.5 µs".to_owned()]);
        assert_eq!(table.text(), "calls         p50\nhealth     9.5 µs\na dump   120.5 µs");
    }
}
