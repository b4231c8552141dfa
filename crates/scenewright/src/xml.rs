//! Text in XML.

/// Text for elements and attributes; XML 1.0 does not allow control characters.
pub(crate) fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\'' => xml += "&apos;",
            '\n' => xml += "&#10;",
            '\t' => xml += "&#9;",
            '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            other if other.is_control() => xml.push('\u{fffd}'),
            other => xml.push(other),
        }
    }
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_breaks_the_document() {
        assert_eq!(
            escaped("<a href=\"&'\">\u{1}\n"),
            "&lt;a href=&quot;&amp;&apos;&quot;&gt;\u{fffd}&#10;"
        );
    }
}
