//! Converts Godot's BBCode to Markdown: names and code in backticks, examples in GDScript only.

use memchr::{memchr, memmem};

/// The longest text of Godot's reference has a tenth of this.
const MAX_MARKUP_BYTES: usize = 64 << 10;
/// The longest tags are URLs.
const MAX_TAG_BYTES: usize = 512;
/// A placeholder in URLs of the reference, and its value.
const MANUAL_URL: (&str, &str) = ("$DOCS_URL", "https://docs.godotengine.org/en/stable");

/// Accepts any text; what is not BBCode of Godot stays as it is.
pub fn markdown(text: &str) -> String {
    let text = dedent(truncate(text));
    let mut writer =
        MarkdownWriter { text: &text, at: 0, out: String::new(), unclosed: Vec::new() };
    writer.run();
    writer.out.truncate(writer.out.trim_end().len());
    writer.out
}

fn truncate(text: &str) -> &str {
    let mut end = text.len().min(MAX_MARKUP_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Removes the indentation that all lines share; the first line may have lost it already.
fn dedent(text: &str) -> String {
    let text = text.trim_end().trim_start_matches(['\n', '\r']);
    let depth = |line: &str| line.len() - line.trim_start_matches('\t').len();
    let filled = |line: &&str| !line.trim().is_empty();
    let shared = text.lines().filter(filled).map(depth).min().unwrap_or(0);
    let lines = text.lines().map(|line| line.get(shared.min(depth(line))..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n").trim_start_matches([' ', '\n']).to_owned()
}

struct MarkdownWriter<'t> {
    text: &'t str,
    at: usize,
    out: String,
    /// Closing tags that do not occur from here on; each is searched for once.
    unclosed: Vec<&'static str>,
}

impl<'t> MarkdownWriter<'t> {
    fn run(&mut self) {
        while let Some(found) = memchr(b'[', &self.text.as_bytes()[self.at..]) {
            let open = self.at + found;
            self.out.push_str(&self.text[self.at..open]);
            self.at = open;
            let bytes = self.text.as_bytes();
            let near = &bytes[open..bytes.len().min(open + MAX_TAG_BYTES)];
            let end = memchr(b']', near).map(|end| open + end);
            if !end.is_some_and(|end| self.tag(open, end)) {
                self.out.push('[');
                self.at = open + 1;
            }
        }
        self.out.push_str(&self.text[self.at..]);
        self.at = self.text.len();
    }

    /// Writes the Markdown of the tag `[…]` from `open` to `end`; `false` if it is not a tag.
    fn tag(&mut self, open: usize, end: usize) -> bool {
        let tag = &self.text[open + 1..end];
        let (name, rest) = tag.split_once([' ', '=']).unwrap_or((tag, ""));
        self.at = end + 1;
        match name {
            "b" | "/b" => self.out.push_str("**"),
            "i" | "/i" => self.out.push('*'),
            "u" | "/u" | "s" | "/s" | "center" | "/center" | "color" | "/color" | "font"
            | "/font" | "codeblocks" => {}
            "/codeblocks" => self.out.truncate(self.out.trim_end().len()),
            "br" => self.out.push('\n'),
            "lb" => self.out.push('['),
            "rb" => self.out.push(']'),
            "code" => return self.code("[/code]"),
            "kbd" => return self.code("[/kbd]"),
            "codeblock" => return self.block(language(rest), "[/codeblock]"),
            "gdscript" => return self.block("gdscript", "[/gdscript]"),
            "csharp" => return self.skip("[/csharp]"),
            "img" => return self.skip("[/img]"),
            "url" => return self.url(rest),
            "method" => self.name(rest, "()"),
            "member" | "constant" | "signal" | "enum" | "param" | "annotation" | "theme_item"
            | "constructor" | "operator" => self.name(rest, ""),
            _ if is_class(tag) => self.name(tag, ""),
            _ => return false,
        }
        true
    }

    /// The name of a method may already have its parentheses.
    fn name(&mut self, name: &str, suffix: &str) {
        self.out.push('`');
        self.out.push_str(name.trim());
        if !name.ends_with(')') {
            self.out.push_str(suffix);
        }
        self.out.push('`');
    }

    fn code(&mut self, close: &'static str) -> bool {
        let Some(inner) = self.take_until(close) else { return false };
        let quotes = if inner.contains('`') { "``" } else { "`" };
        self.out.push_str(quotes);
        self.out.push_str(inner);
        self.out.push_str(quotes);
        true
    }

    fn block(&mut self, language: &str, close: &'static str) -> bool {
        let Some(inner) = self.take_until(close) else { return false };
        self.out.truncate(self.out.trim_end().len());
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out.push_str("```");
        self.out.push_str(language);
        self.out.push('\n');
        self.out.push_str(inner.trim_matches('\n').trim_end());
        self.out.push_str("\n```");
        true
    }

    fn skip(&mut self, close: &'static str) -> bool {
        let skipped = self.take_until(close).is_some();
        if skipped {
            self.out.truncate(self.out.trim_end().len());
        }
        skipped
    }

    fn url(&mut self, address: &str) -> bool {
        let Some(inner) = self.take_until("[/url]") else { return false };
        let address = address.replace(MANUAL_URL.0, MANUAL_URL.1);
        match address.is_empty() {
            true => self.out.push_str(&inner.replace(MANUAL_URL.0, MANUAL_URL.1)),
            false => {
                self.out.push_str(&format!(
                    "[{}]({address})",
                    inner.replace("[i]", "").replace("[/i]", "")
                ));
            }
        }
        true
    }

    /// The text before a closing tag; continues after the tag.
    fn take_until(&mut self, close: &'static str) -> Option<&'t str> {
        if self.unclosed.contains(&close) {
            return None;
        }
        let rest = &self.text[self.at..];
        match memmem::find(rest.as_bytes(), close.as_bytes()) {
            Some(length) => {
                self.at += length + close.len();
                Some(&rest[..length])
            }
            None => {
                self.unclosed.push(close);
                None
            }
        }
    }
}

fn language(rest: &str) -> &str {
    let named = rest.split(' ').find_map(|part| part.strip_prefix("lang="));
    let is_word = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    named.filter(is_word).unwrap_or("gdscript")
}

/// `[Node2D]`, `[@GlobalScope]`, `[int]`: not `[0]`, not `[index]`.
fn is_class(tag: &str) -> bool {
    let name = tag.strip_prefix('@').unwrap_or(tag);
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name
        && (name.starts_with(|c: char| c.is_ascii_uppercase())
            || matches!(name, "int" | "float" | "bool" | "void"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_markdown() {
        for (text, expected) in [
            ("plain", "plain"),
            ("[b]Note:[/b] a [i]word[/i]", "**Note:** a *word*"),
            ("See [method Node.add_child] and [method f()].", "See `Node.add_child()` and `f()`."),
            ("[member x] of [Node2D], [param delta] [int]", "`x` of `Node2D`, `delta` `int`"),
            ("[enum Node.ProcessMode] [constant A] [signal s]", "`Node.ProcessMode` `A` `s`"),
            ("[code]a[0] [b][/code]", "`a[0] [b]`"),
            ("[code skip-lint]x[/code] [kbd]Ctrl + C[/kbd]", "`x` `Ctrl + C`"),
            ("a[0], [index], [", "a[0], [index], ["),
            ("[lb]b[rb]", "[b]"),
            ("[url=$DOCS_URL/a.html]A[/url]", "[A](https://docs.godotengine.org/en/stable/a.html)"),
            ("[url]https://x.y[/url]", "https://x.y"),
            ("[code]never closed", "[code]never closed"),
            ("[/code][b", "[/code][b"),
            ("[annotation @GDScript.@tool]", "`@GDScript.@tool`"),
        ] {
            assert_eq!(markdown(text), expected, "{text}");
        }
    }

    #[test]
    fn examples_are_in_gdscript() {
        let text = "\n\t\tDo:\n\t\t[codeblocks]\n\t\t[gdscript]\n\t\tif a[0]:\n\t\t\tpass\n\n\t\tx()\n\t\t[/gdscript]\n\t\t[csharp]\n\t\tX();\n\t\t[/csharp]\n\t\t[/codeblocks]\n\t\tThen.\n\t";
        assert_eq!(markdown(text), "Do:\n```gdscript\nif a[0]:\n\tpass\n\nx()\n```\nThen.");
        assert_eq!(markdown("[codeblock lang=text]\n1\n[/codeblock]"), "```text\n1\n```");
    }

    #[test]
    fn hostile_texts_end_soon() {
        let texts = [
            "[code]".repeat(20_000),
            "[".repeat(100_000),
            "[".repeat(60_000) + "]",
            "ä".repeat(50_000),
        ];
        for text in texts {
            assert!(markdown(&text).len() <= MAX_MARKUP_BYTES);
        }
    }
}
