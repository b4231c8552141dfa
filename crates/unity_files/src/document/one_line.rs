//! Fields as Unity writes nearly all of them, each on a line of its own, read without the parser.
//!
//! Invariant: a value that is returned is the one that the parser would return. `None` leaves the field
//! to the parser.

use std::sync::LazyLock;

use memchr::memchr;
use memchr::memmem::Finder;

use crate::pointer::Pointer;

/// The column of a document's fields.
const INDENT: &[u8] = b"  ";

/// Declares the searches that are prepared once: for the fields that are read from every document of a
/// scene, preparing one takes longer than the search itself.
macro_rules! prepared_searches {
    ($($key:literal => $name:ident),* $(,)?) => {
        $(static $name: LazyLock<Finder<'static>> =
            LazyLock::new(|| Finder::new(concat!("\n  ", $key, ":")));)*

        fn prepared_search(key: &str) -> Option<&'static Finder<'static>> {
            match key {
                $($key => Some(&$name),)*
                _ => None,
            }
        }
    };
}

prepared_searches! {
    "m_Children" => CHILDREN,
    "m_Component" => COMPONENT,
    "m_EditorClassIdentifier" => CLASS_IDENTIFIER,
    "m_Enabled" => ENABLED,
    "m_Father" => FATHER,
    "m_GameObject" => GAME_OBJECT,
    "m_IsActive" => IS_ACTIVE,
    "m_Layer" => LAYER,
    "m_Name" => NAME,
    "m_PrefabInstance" => PREFAB_INSTANCE,
    "m_PrefabInternal" => PREFAB_INTERNAL,
    "m_RootOrder" => ROOT_ORDER,
    "m_Script" => SCRIPT,
    "m_StaticEditorFlags" => STATIC_FLAGS,
    "m_TagString" => TAG,
}

/// The start of the line of the field with this key. The first line of a body is that of its class.
pub(super) fn find_line(body: &str, key: &str) -> Option<usize> {
    let bytes = body.as_bytes();
    if let Some(search) = prepared_search(key) {
        return search.find(bytes).map(|at| at + 1);
    }
    let mut at = 0;
    loop {
        at += memchr(b'\n', &bytes[at..])? + 1;
        if is_entry(&bytes[at..], key.as_bytes()) {
            return Some(at);
        }
    }
}

/// Whether a line begins with `  key:`. The colon is looked at first: few keys are as long.
fn is_entry(line: &[u8], key: &[u8]) -> bool {
    let start = INDENT.len();
    line.get(start + key.len()) == Some(&b':')
        && line.starts_with(INDENT)
        && line[start..].starts_with(key)
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

/// The pointer in the first entry of the mapping in a field, if that is the one with this key.
pub(super) fn first_inner_pointer(
    body: &str,
    line: usize,
    key: &str,
    inner: &str,
) -> Option<Pointer> {
    let end = line_end(body, line);
    let is_open = body[line + INDENT.len() + key.len() + 1..end].is_empty();
    let entry = body.get(end + 1..).filter(|_| is_open)?.strip_prefix("    ")?;
    let value = entry.strip_prefix(inner)?.strip_prefix(": ")?;
    let (value, next) = value.split_once('\n')?;
    // Nothing may follow that belongs to the value.
    let next = next.strip_prefix("    ")?.as_bytes().first()?;
    let is_whole = !matches!(next, b' ' | b'\n' | b'\r' | b'-');
    Pointer::from_flow(value).filter(|_| is_whole)
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
            true => after_plain_key(item)?,
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

/// The value of `key: value`.
fn after_plain_key(item: &str) -> Option<&str> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let key = item.bytes().take_while(|byte| is_plain(byte)).count();
    item[key..].strip_prefix(": ")
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
    fn prepared_searches_find_the_same_lines() {
        for key in ["a", "m_Name", "m_Father"] {
            assert_eq!(prepared_search(key).is_some(), key != "a", "{key}");
            for (body, expected) in [
                ("C:\n  - K: 1\n    K: 3\n  K: 4\n  K: 6\n", Some("  K: 4")),
                ("C:\n  xK: 1\n  Kx: 2\n K: 3\n", None),
                ("  K: 1\n  K:\n", Some("  K:")),
                ("C:\r\n  K: 1\r\n", Some("  K: 1\r")),
                ("C:", None),
                ("", None),
            ] {
                let body = body.replace('K', key);
                let line = find_line(&body, key).map(|at| &body[at..line_end(&body, at)]);
                assert_eq!(
                    line,
                    expected.map(|line| line.replace('K', key)).as_deref(),
                    "{body:?}"
                );
            }
        }
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
