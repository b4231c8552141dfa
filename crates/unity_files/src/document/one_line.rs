//! Fields as Unity writes nearly all of them, each on a line of its own, read without the parser.
//!
//! Invariant: a value that is returned is the one that the parser would return. `None` leaves the field
//! to the parser.

use memchr::memchr;

use crate::pointer::Pointer;

/// The column of a document's fields.
const INDENT: &[u8] = b"  ";

/// The start of the line of the field with this key.
pub(super) fn find_line(body: &str, key: &str) -> Option<usize> {
    let bytes = body.as_bytes();
    let mut at = 0;
    loop {
        at += memchr(b'\n', &bytes[at..])? + 1;
        if rest_of_entry(&bytes[at..], key).is_some() {
            return Some(at);
        }
    }
}

/// The same for several keys, in one pass: the first line of each.
pub(super) fn find_lines<const N: usize>(body: &str, keys: [&str; N]) -> [Option<usize>; N] {
    let bytes = body.as_bytes();
    let mut found = [None; N];
    let (mut at, mut left) = (0, N);
    while let Some(end) = memchr(b'\n', &bytes[at..]) {
        at += end + 1;
        // Items and inner entries have no key in this column.
        if !matches!(bytes[at..], [b' ', b' ', first, ..] if first != b' ' && first != b'-') {
            continue;
        }
        let is_here = |key: &str| rest_of_entry(&bytes[at..], key).is_some();
        if let Some(key) = (0..N).find(|&key| found[key].is_none() && is_here(keys[key])) {
            found[key] = Some(at);
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    found
}

/// What follows `  key:`.
fn rest_of_entry<'a>(line: &'a [u8], key: &str) -> Option<&'a [u8]> {
    line.strip_prefix(INDENT)?.strip_prefix(key.as_bytes())?.strip_prefix(b":")
}

/// A plain scalar that ends with its line; empty if there is no value at all.
pub(super) fn plain_scalar<'a>(body: &'a str, line: usize, key: &str) -> Option<&'a str> {
    let value = value_on_line(body, line, key)?;
    match value.as_bytes().first() {
        Some(b'\'' | b'"' | b'{' | b'[') => None,
        _ => Some(value),
    }
}

/// `{fileID: N}` or `{fileID: N, guid: G, type: T}`.
pub(super) fn pointer(body: &str, line: usize, key: &str) -> Option<Pointer> {
    Pointer::from_flow(value_on_line(body, line, key)?)
}

/// The ids in a list of `- {fileID: N}`, or of `- component: {fileID: N}` with any key.
pub(super) fn pointer_ids(body: &str, line: usize, key: &str, keyed: bool) -> Option<Vec<i64>> {
    let end = line_end(body, line);
    match &body[line + INDENT.len() + key.len() + 1..end] {
        " []" => return value_on_line(body, line, key).map(|_| Vec::new()),
        "" => {}
        _ => return None,
    }
    let mut ids = Vec::new();
    let mut at = end + 1;
    while let Some(item) = body.get(at..).filter(|rest| !rest.is_empty()) {
        let Some(item) = item.strip_prefix("  - ") else {
            return is_next_field(item).then_some(ids);
        };
        let item = &item[..memchr(b'\n', item.as_bytes()).unwrap_or(item.len())];
        at += "  - ".len() + item.len() + 1;
        let value = match keyed {
            true => item.split_once(": ").filter(|(key, _)| is_plain_key(key))?.1,
            false => item,
        };
        ids.push(Pointer::from_flow(value)?.file_id);
    }
    Some(ids)
}

/// The value of a field, if it ends with its line: the next line belongs to another field.
fn value_on_line<'a>(body: &'a str, line: usize, key: &str) -> Option<&'a str> {
    let end = line_end(body, line);
    let value = &body[line + INDENT.len() + key.len() + 1..end];
    // Without a space the colon is part of the key.
    let is_entry = matches!(value.as_bytes().first(), None | Some(b' ' | b'\r'));
    let is_whole = body.get(end + 1..).is_none_or(|next| next.is_empty() || is_next_field(next));
    (is_entry && is_whole).then(|| value.trim_start_matches(' ').trim_ascii_end())
}

/// Whether a line begins an entry in the column of fields, or one further to the left.
fn is_next_field(line: &str) -> bool {
    let bytes = line.as_bytes();
    let indent = bytes.iter().take(INDENT.len() + 1).take_while(|&&byte| byte == b' ').count();
    let is_entry = !matches!(bytes.get(indent), None | Some(b'\n' | b'\r' | b'-'));
    indent <= INDENT.len() && is_entry
}

fn is_plain_key(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn line_end(body: &str, line: usize) -> usize {
    memchr(b'\n', &body.as_bytes()[line..]).map_or(body.len(), |end| line + end)
}

#[cfg(test)]
mod tests {
    use super::super::UnityDocument;
    use super::*;
    use crate::yaml::YamlValue;

    const VALUES: [&str; 30] = [
        "",
        " ",
        " 1",
        " Untagged  ",
        " one two",
        " 'one'",
        " \"one\"",
        " one: two",
        ":",
        "x: y",
        " it's",
        " {fileID: 7}",
        " {fileID: -7}",
        " {fileID: +7}",
        " {fileID: 7, guid: 0123456789abcdef0123456789abcdef, type: 3}",
        " {fileID: 7, guid: 0123456789abcdef0123456789abcdeg, type: 3}",
        " {fileID: 7, guid: 0123456789abcdef0123456789abcdef,\n    type: 3}",
        " {fileID: 7, guid: 0123456789abcdef0123456789abcdef}",
        " {fileID: 7}}",
        " {fileID: 7} x",
        " {fileID: {}}",
        " {x: 1}",
        " []",
        " [1]",
        "\n  - {fileID: 1}\n  - {fileID: -2}",
        "\n  - {fileID: 1, guid: 0123456789abcdef0123456789abcdef, type: 3}",
        "\n  - component: {fileID: 1}\n  - 4: {fileID: 2}",
        "\n  - component: {fileID: 1}\n    b: {fileID: 3}",
        "\n  -\n  - {fileID: 1}",
        "\n    - {fileID: 1}\n    - {fileID: 2}",
    ];
    const NEXT_LINES: [&str; 11] = [
        "",
        "\n",
        "\n  b: 1\n",
        "\n    more\n",
        "\n\n  b: 1\n",
        "\nb: 1\n",
        "\n  - 1\n",
        "\n- 1\n",
        "\n   b: 1\n",
        "\n ",
        "\n  \n  b: 1\n",
    ];

    fn parsed(body: &str) -> Option<YamlValue<'_>> {
        YamlValue::parse_entry(body, find_line(body, "a")?).ok()
    }

    /// Whatever is read here is what the parser reads, whatever follows.
    #[test]
    fn the_parser_reads_the_same() {
        let mut read = 0;
        for value in VALUES {
            for next in NEXT_LINES {
                for body in [
                    format!("C:\n  a:{value}{next}"),
                    format!("C:\n  ab: 1\n  a:{value}{next}").replace('\n', "\r\n"),
                ] {
                    let line = find_line(&body, "a").unwrap();
                    let slow = parsed(&body);
                    if let Some(fast) = plain_scalar(&body, line, "a") {
                        assert_eq!(
                            Some(fast),
                            slow.as_ref().map(|value| value.text()).as_deref(),
                            "{body:?}"
                        );
                        read += 1;
                    }
                    if let Some(fast) = pointer(&body, line, "a") {
                        assert_eq!(
                            Some(fast),
                            slow.as_ref().and_then(Pointer::from_value),
                            "{body:?}"
                        );
                        read += 1;
                    }
                    for keyed in [false, true] {
                        if let Some(fast) = pointer_ids(&body, line, "a", keyed) {
                            let slow = slow.as_ref().unwrap_or_else(|| panic!("{body:?}"));
                            assert_eq!(fast, UnityDocument::listed_ids(slow, keyed), "{body:?}");
                            read += 1;
                        }
                    }
                }
            }
        }
        assert!(read > 100, "only {read} values were read without the parser");
    }

    #[test]
    fn several_fields_are_found_in_one_pass() {
        let body = "C:\n  - a: 1\n  b: 2\n    a: 3\n  a: 4\n  ab: 5\n  b: 6\n";
        let keys = ["a", "b", "ab", "c"];
        assert_eq!(find_lines(body, keys), keys.map(|key| find_line(body, key)));
    }

    #[test]
    fn what_unity_writes_needs_no_parser() {
        let body = "GameObject:\n  m_Component:\n  - component: {fileID: 4}\n  - component: {fileID: 5}\n  m_Name: One Two\n  m_Icon: {fileID: 0}\n  m_Script: {fileID: 11500000, guid: 0123456789abcdef0123456789abcdef, type: 3}\n  m_Children: []\n  m_Empty: \n";
        let line = |key| find_line(body, key).unwrap();
        assert_eq!(pointer_ids(body, line("m_Component"), "m_Component", true), Some(vec![4, 5]));
        assert_eq!(plain_scalar(body, line("m_Name"), "m_Name"), Some("One Two"));
        assert_eq!(plain_scalar(body, line("m_Empty"), "m_Empty"), Some(""));
        assert!(pointer(body, line("m_Icon"), "m_Icon").is_some_and(|icon| icon.is_null()));
        assert!(pointer(body, line("m_Script"), "m_Script").is_some_and(|it| it.guid.is_some()));
        assert_eq!(pointer_ids(body, line("m_Children"), "m_Children", false), Some(Vec::new()));
    }
}
