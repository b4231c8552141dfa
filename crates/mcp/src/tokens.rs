//! Estimates the tokens of a text. The tables of a real tokenizer take megabytes; this counts runs of
//! similar characters, and a test compares it with the real count of o200k.

/// On average, in prose and in the words of JSON.
const LETTERS_PER_TOKEN: usize = 5;
/// In names, which are often not words.
const NAME_LETTERS_PER_TOKEN: usize = 3;
/// o200k splits numbers into groups of three digits.
const DIGITS_PER_TOKEN: usize = 3;
/// Brackets, quotes and commas of JSON often share a token.
const MARKS_PER_TOKEN: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharKind {
    Lower,
    Upper,
    Digit,
    Space,
    LineEnd,
    Mark,
    Foreign,
}

/// Errs on the high side.
pub(crate) fn estimate(text: &str) -> usize {
    count_tokens(text, LETTERS_PER_TOKEN)
}

/// For a text that is mostly names, such as an outline.
pub(crate) fn estimate_names(text: &str) -> usize {
    count_tokens(text, NAME_LETTERS_PER_TOKEN)
}

fn count_tokens(text: &str, letters: usize) -> usize {
    let (mut tokens, mut run) = (0, CharRun { kind: CharKind::Space, length: 0 });
    for byte in text.bytes() {
        let kind = kind(byte);
        if kind == run.kind {
            run.length += 1;
            continue;
        }
        // A capital and the small letters after it are one word.
        if run.kind == CharKind::Upper && run.length == 1 && kind == CharKind::Lower {
            run = CharRun { kind, length: 2 };
            continue;
        }
        tokens += run.tokens(letters);
        run = CharRun { kind, length: 1 };
    }
    tokens + run.tokens(letters)
}

struct CharRun {
    kind: CharKind,
    length: usize,
}

impl CharRun {
    fn tokens(&self, letters: usize) -> usize {
        match self.kind {
            CharKind::Lower => self.length.div_ceil(letters),
            CharKind::Upper => self.length.div_ceil(2),
            CharKind::Digit => self.length.div_ceil(DIGITS_PER_TOKEN),
            CharKind::Mark => self.length.div_ceil(MARKS_PER_TOKEN),
            // One space belongs to the word after it, and the others are one token.
            CharKind::Space => usize::from(self.length > 1),
            CharKind::LineEnd => 1,
            CharKind::Foreign => self.length.div_ceil(2),
        }
    }
}

fn kind(byte: u8) -> CharKind {
    match byte {
        b'a'..=b'z' => CharKind::Lower,
        b'A'..=b'Z' => CharKind::Upper,
        b'0'..=b'9' => CharKind::Digit,
        b' ' | b'\t' => CharKind::Space,
        b'\n' | b'\r' => CharKind::LineEnd,
        0x80.. => CharKind::Foreign,
        _ => CharKind::Mark,
    }
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::Catalogue;

    use super::*;

    #[test]
    fn an_estimate_is_near_the_real_count_and_seldom_below_it() {
        let o200k = tiktoken_rs::o200k_base().unwrap();
        let catalogue = Catalogue::standard().unwrap();
        let mut texts: Vec<String> = Vec::new();
        for definition in catalogue.definitions() {
            texts.push(definition.input_schema.to_string());
            texts.push(definition.description.to_owned());
            let examples = definition.examples.iter();
            texts.extend(examples.map(|example| serde_json::json!(example.output).to_string()));
        }
        for text in texts.iter().filter(|text| text.len() > 200) {
            let real = o200k.encode_ordinary(text).len();
            let ratio = estimate(text) as f64 / real as f64;
            assert!((0.9..1.8).contains(&ratio), "{ratio:.2} of {real} tokens: {text}");
        }
        let all = texts.concat();
        let ratio = estimate(&all) as f64 / o200k.encode_ordinary(&all).len() as f64;
        assert!((1.0..1.4).contains(&ratio), "{ratio:.2} over all");
    }

    /// Names that no language has cost the most.
    #[test]
    fn an_estimate_of_names_is_seldom_below_the_real_count() {
        let o200k = tiktoken_rs::o200k_base().unwrap();
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let odd = |n: usize| format!("N{}{}{}", letter(n * 7), letter(n / 26), letter(n / 676));
        let plain = |n: usize| format!("Street Lamp ({n})");
        for name in [&odd as &dyn Fn(usize) -> String, &plain] {
            for separator in [", ", "\n", "\n   "] {
                let names: Vec<String> = (0..2_000).map(name).collect();
                let text = names.join(separator);
                let real = o200k.encode_ordinary(&text).len();
                let ratio = estimate_names(&text) as f64 / real as f64;
                assert!((0.88..1.7).contains(&ratio), "{ratio:.2} with {separator:?}");
            }
        }
    }

    #[test]
    fn nothing_costs_nothing() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("The lighthouse"), 3);
    }
}
