//! Reads attributes, and the members that they make visible to Godot: exported fields and signals.

use super::ExportedField;
use super::declarations::DeclarationParser;
use super::lexer::CSharpToken;

/// The most attributes before one declaration.
const MAX_ATTRIBUTES: usize = 32;

/// The most exports, and the most signals, of one class.
const MAX_MEMBERS: usize = 4096;

impl<'a> DeclarationParser<'a> {
    /// Reads `[A, B(1), C.D]`, whose bracket is already open, and keeps the last word of each name.
    pub(super) fn parse_attributes(&mut self) {
        let mut open = 1_u32;
        let mut name = None;
        while open > 0 {
            let Some(&token) = self.tokens.peek() else {
                break;
            };
            if matches!(token, CSharpToken::Directive(_) | CSharpToken::Mark('{' | '}' | ';'))
                && open == 1
            {
                return;
            }
            self.tokens.next();
            match token {
                CSharpToken::Mark('(' | '[') => open += 1,
                CSharpToken::Mark(')' | ']') => open -= 1,
                CSharpToken::Mark(',') if open == 1 => self.add_attribute(name.take()),
                CSharpToken::Word(word) | CSharpToken::Name(word) if open == 1 => name = Some(word),
                _ => {}
            }
        }
        self.add_attribute(name);
    }

    fn add_attribute(&mut self, name: Option<&'a str>) {
        if self.attributes.len() < MAX_ATTRIBUTES {
            let short = name.map(|name| name.strip_suffix("Attribute").unwrap_or(name));
            self.attributes.extend(short);
        }
    }

    /// Reads a member that its attributes make visible to Godot. `first` is its first word; what
    /// follows its name is left unread.
    pub(super) fn parse_member(&mut self, first: &'a str) -> bool {
        let has = |name: &str| self.attributes.contains(&name);
        let (is_signal, is_export) = (has("Signal"), has("Export"));
        if !is_signal && !is_export || self.current_class().is_none() {
            return false;
        }
        self.attributes.clear();
        let words = self.member_words(first);
        let Some(field) = field_from_words(&words) else {
            return true;
        };
        if let Some(class) = self.current_class() {
            if is_signal && class.signals.len() < MAX_MEMBERS {
                class.signals.push(field.name);
            } else if is_export && class.exports.len() < MAX_MEMBERS {
                class.exports.push(field);
            }
        }
        true
    }

    /// The words up to the end of a member's name, each with the type punctuation that follows it.
    fn member_words(&mut self, first: &'a str) -> Vec<String> {
        let mut words = vec![first.to_owned()];
        let mut open = 0_u32;
        while let Some(&token) = self.tokens.peek() {
            let last = words.last_mut();
            match (token, last) {
                (CSharpToken::Mark('{' | '}' | ';' | '=' | '('), _)
                | (CSharpToken::Directive(_), _) => break,
                (CSharpToken::Mark(mark), Some(last)) => {
                    match mark {
                        '<' | '[' => open += 1,
                        '>' | ']' => open = open.saturating_sub(1),
                        _ => {}
                    }
                    last.push(mark);
                }
                (CSharpToken::Word(word) | CSharpToken::Name(word), Some(last)) => {
                    if open > 0 || last.ends_with('.') {
                        last.push_str(word);
                    } else {
                        words.push(word.to_owned());
                    }
                }
                _ => {}
            }
            self.tokens.next();
        }
        words
    }
}

/// The last word is the name, the one before it the type.
fn field_from_words(words: &[String]) -> Option<ExportedField> {
    let [.., type_name, name] = words else {
        return None;
    };
    Some(ExportedField { type_name: type_name.clone(), name: name.clone() })
}
