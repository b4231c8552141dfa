//! Turns C# text into tokens. Comments and the contents of literals are skipped.

/// The tokens that matter for declarations; the contents of literals do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CSharpToken<'a> {
    Word(&'a str),
    /// `@class`: a name that looks like a keyword.
    Name(&'a str),
    /// A number, a character or a string.
    Literal,
    Mark(char),
    Directive(PreprocessorDirective),
}

/// Preprocessor directives that decide which tokens count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreprocessorDirective {
    If,
    Else,
    End,
}

/// Strings nested in interpolated strings; deeper ones are cut short.
const MAX_INTERPOLATION_DEPTH: usize = 32;

/// The longest prefix (`$$$`) of a raw string; without a limit, a long run of `$` would be counted
/// again at each of them.
const MAX_STRING_PREFIX: usize = 16;

pub(super) struct CSharpLexer<'a> {
    text: &'a str,
    at: usize,
    /// Only whitespace so far on this line, so a `#` starts a directive.
    line_start: bool,
}

impl<'a> CSharpLexer<'a> {
    pub(super) fn new(text: &'a str) -> CSharpLexer<'a> {
        CSharpLexer { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, line_start: true }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn bytes(&self) -> &'a [u8] {
        self.rest().as_bytes()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes().get(ahead).copied()
    }

    /// Moves to just after the next `end`, or to the end of the text.
    fn skip_past(&mut self, end: &str) {
        self.at =
            self.rest().find(end).map_or(self.text.len(), |found| self.at + found + end.len());
    }

    fn skip_line(&mut self) {
        self.at = self.rest().find('\n').map_or(self.text.len(), |found| self.at + found);
    }

    /// Skips whitespace and comments.
    fn skip_blanks(&mut self) {
        while let Some(letter) = self.rest().chars().next() {
            if letter == '\n' {
                self.line_start = true;
            }
            if letter.is_whitespace() {
                self.at += letter.len_utf8();
            } else if self.rest().starts_with("//") {
                self.skip_line();
            } else if self.rest().starts_with("/*") {
                self.at += 2;
                self.skip_past("*/");
            } else {
                return;
            }
        }
    }

    fn directive(&mut self) -> Option<PreprocessorDirective> {
        let line = self.rest().lines().next().unwrap_or_default();
        self.skip_line();
        let word = line.trim_start_matches('#').trim_start();
        let word = word.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        match word {
            "if" => Some(PreprocessorDirective::If),
            "else" | "elif" => Some(PreprocessorDirective::Else),
            "endif" => Some(PreprocessorDirective::End),
            _ => None,
        }
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Skips a string with its prefixes. Returns whether one starts here.
    fn skip_string(&mut self, holes: usize) -> bool {
        let prefix = self.bytes().iter().take(MAX_STRING_PREFIX);
        let prefix = prefix.take_while(|byte| matches!(byte, b'$' | b'@')).count();
        if self.peek(prefix) != Some(b'"') {
            return false;
        }
        let marks = &self.bytes()[..prefix];
        let dollars = marks.iter().filter(|&&mark| mark == b'$').count();
        let verbatim = marks.contains(&b'@');
        self.at += prefix;
        let quotes = self.bytes().iter().take_while(|&&byte| byte == b'"').count();
        if quotes >= 3 && !verbatim {
            // The interpolations of a raw string cannot contain as many quotes as it starts with.
            self.at += quotes;
            self.skip_past(&"\"".repeat(quotes));
            self.at += self.bytes().iter().take_while(|&&byte| byte == b'"').count();
            return true;
        }
        self.at += 1;
        self.skip_string_body(verbatim, dollars > 0, holes);
        true
    }

    fn skip_string_body(&mut self, verbatim: bool, interpolated: bool, holes: usize) {
        while let Some(byte) = self.peek(0) {
            match byte {
                b'"' if verbatim && self.peek(1) == Some(b'"') => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' if !verbatim => {
                    self.at += 1;
                    self.skip_char();
                }
                b'{' if interpolated && self.peek(1) == Some(b'{') => self.at += 2,
                b'{' if interpolated => {
                    self.at += 1;
                    self.interpolation(holes + 1);
                }
                // An unterminated string: lose the line rather than the file.
                b'\n' if !verbatim => return,
                _ => self.skip_char(),
            }
        }
    }

    /// Skips the code in `{…}` of an interpolated string, to just after its end.
    fn interpolation(&mut self, holes: usize) {
        let mut open = 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'"' | b'$' | b'@'
                    if holes < MAX_INTERPOLATION_DEPTH && self.skip_string(holes) => {}
                b'\'' => self.skip_character(),
                b'{' => {
                    open += 1;
                    self.at += 1;
                }
                b'}' => {
                    open -= 1;
                    self.at += 1;
                    if open == 0 {
                        return;
                    }
                }
                _ => self.skip_char(),
            }
        }
    }

    fn skip_character(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek(0) {
            match byte {
                b'\n' => return,
                b'\'' => {
                    self.at += 1;
                    return;
                }
                b'\\' => {
                    self.at += 1;
                    self.skip_char();
                }
                _ => self.skip_char(),
            }
        }
    }

    fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }
}

impl<'a> Iterator for CSharpLexer<'a> {
    type Item = CSharpToken<'a>;

    fn next(&mut self) -> Option<CSharpToken<'a>> {
        loop {
            self.skip_blanks();
            let letter = self.rest().chars().next()?;
            if letter == '#' && self.line_start {
                match self.directive() {
                    Some(directive) => return Some(CSharpToken::Directive(directive)),
                    None => continue,
                }
            }
            self.line_start = false;
            if matches!(letter, '"' | '$' | '@') && self.skip_string(0) {
                return Some(CSharpToken::Literal);
            }
            if letter == '\'' {
                self.skip_character();
                return Some(CSharpToken::Literal);
            }
            if letter == '@' && self.rest()[1..].starts_with(is_word) {
                self.at += 1;
                return Some(CSharpToken::Name(self.word()));
            }
            if letter.is_ascii_digit() {
                self.word();
                return Some(CSharpToken::Literal);
            }
            if is_word(letter) {
                return Some(CSharpToken::Word(self.word()));
            }
            self.at += letter.len_utf8();
            return Some(CSharpToken::Mark(letter));
        }
    }
}

fn is_word(letter: char) -> bool {
    letter == '_' || letter.is_alphanumeric()
}
