//! Blanks comments and strings out of Rust source, so that patterns match code only.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The beginning of a comment or string, or a whole character literal.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r"//[^\n]*",
        r"|/\*",
        r#"|(?:\b(?:br|cr|r)(?P<hash>#*)|\b[bc])?""#,
        r"|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^\\'\n])'",
    ))
    .expect("a valid pattern")
});

/// Source code with the same length and lines as the original.
pub(super) struct Masked {
    pub(super) text: String,
    pub(super) comments: Vec<Range<usize>>,
}

impl Masked {
    pub(super) fn new(source: &str) -> Masked {
        let mut masked = Masked { text: String::with_capacity(source.len()), comments: Vec::new() };
        let mut at = 0;
        while let Some(token) = Token::find(source, at) {
            masked.text.push_str(&source[at..token.span.start]);
            masked.blank(&source[token.span.clone()], token.is_string);
            at = token.span.end;
            if token.is_comment {
                masked.comments.push(token.span);
            }
        }
        masked.text.push_str(&source[at..]);
        masked
    }

    /// A string keeps two quotes: it is still code.
    fn blank(&mut self, span: &str, is_string: bool) {
        let quotes = if is_string { "\"\"" } else { "" };
        self.text.push_str(quotes);
        let rest = span.bytes().skip(quotes.len());
        self.text.extend(rest.map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
    }
}

struct Token {
    span: Range<usize>,
    is_comment: bool,
    is_string: bool,
}

impl Token {
    fn find(source: &str, at: usize) -> Option<Token> {
        let found = TOKEN.captures_at(source, at)?;
        let token = found.get(0)?;
        let text = token.as_str();
        let is_comment = text.starts_with("//") || text == "/*";
        let is_string = !is_comment && text.ends_with('"');
        let end = match text {
            "/*" => end_of_block(source, token.end()),
            _ if !is_string => token.end(),
            _ if text.contains('r') => {
                let hashes = found.name("hash").map_or("", |hashes| hashes.as_str());
                end_after(source, token.end(), &format!("\"{hashes}"))
            }
            _ => end_of_string(source, token.end()),
        };
        Some(Token { span: token.start()..end, is_comment, is_string })
    }
}

/// Block comments nest.
fn end_of_block(source: &str, from: usize) -> usize {
    let (mut depth, mut at) = (1, from);
    while let Some(next) = source[at..].find(['/', '*']).map(|next| at + next) {
        let step = match source.as_bytes().get(next..next + 2) {
            Some(b"/*") => 1,
            Some(b"*/") => -1,
            _ => {
                at = next + 1;
                continue;
            }
        };
        depth += step;
        at = next + 2;
        if depth == 0 {
            return at;
        }
    }
    source.len()
}

fn end_after(source: &str, from: usize, close: &str) -> usize {
    source[from..].find(close).map_or(source.len(), |found| from + found + close.len())
}

fn end_of_string(source: &str, from: usize) -> usize {
    let mut is_escaped = false;
    for (at, byte) in source.bytes().enumerate().skip(from) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    source.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(source: &str) -> String {
        let masked = Masked::new(source).text;
        assert_eq!(masked.len(), source.len());
        masked
    }

    #[test]
    fn strings_comments_and_characters_are_blanked() {
        for (source, expected) in [
            (r#"f("a{b") // {"#, r#"f(""   )     "#),
            (r##"let x = r#"fn "{"#;"##, r##"let x = ""        ;"##),
            ("'{' b'}' 'a", "         'a"),
            ("a /* b /* c */ d */ e", "a                   e"),
            ("\"a\\\"b\" c", "\"\"     c"),
            ("/* never closed", "               "),
            ("x // é\ny", "x      \ny"),
        ] {
            assert_eq!(masked(source), expected, "{source}");
        }
    }

    #[test]
    fn lines_stay_in_place() {
        assert_eq!(masked("\"a\nb\"\n/*\n*/x"), "\"\"\n  \n  \n  x");
        assert_eq!(Masked::new("a // b\n/* c */").comments, [2..6, 7..14]);
    }
}
