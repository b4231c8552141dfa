//! Lines and columns in text files.

/// Counted from 1. A column is a Unicode character, and a byte order mark is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourcePosition {
    pub line: u32,
    pub column: u32,
}

/// The positions of byte offsets, in the order of `offsets`. The text is read once, up to the last of them.
pub fn source_positions(text: &[u8], offsets: &[usize]) -> Vec<SourcePosition> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|&index| offsets[index]);
    let mut positions = vec![SourcePosition { line: 1, column: 1 }; offsets.len()];
    let mut cursor = TextCursor { text, at: 0, line: 1, column: 1 };
    if text.starts_with(BYTE_ORDER_MARK) {
        cursor.at = BYTE_ORDER_MARK.len();
    }
    for index in order {
        positions[index] = cursor.advance(offsets[index]);
    }
    positions
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

struct TextCursor<'t> {
    text: &'t [u8],
    at: usize,
    line: usize,
    column: usize,
}

impl TextCursor<'_> {
    fn advance(&mut self, offset: usize) -> SourcePosition {
        let passed = self.text.get(self.at..offset).unwrap_or_default();
        let breaks = passed.iter().filter(|byte| **byte == b'\n').count();
        let last = match breaks {
            0 => passed,
            _ => {
                (self.line, self.column) = (self.line + breaks, 1);
                passed.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()
            }
        };
        self.column += last.iter().filter(|byte| is_first_of_character(**byte)).count();
        self.at += passed.len();
        let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
        SourcePosition { line: number(self.line), column: number(self.column) }
    }
}

/// In UTF-8, the other bytes of a character begin with the bits 10.
fn is_first_of_character(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_become_lines_and_columns() {
        let text = "\u{feff}ab\r\nüxy\n\nz";
        let at = |part: &str| text.find(part).unwrap();
        let offsets = [at("y"), at("a"), at("z"), at("x"), at("b"), at("z"), 0, 1000];
        let found: Vec<(u32, u32)> = source_positions(text.as_bytes(), &offsets)
            .iter()
            .map(|position| (position.line, position.column))
            .collect();
        assert_eq!(
            found,
            [(2, 3), (1, 1), (4, 1), (2, 2), (1, 2), (4, 1), (1, 1), (4, 1)],
            "an offset outside of the text is where the last one was"
        );
    }
}
