//! The nesting depth of a JSON text, checked before it is parsed.

/// Whether arrays and objects are nested more than `limit` levels deep. For a text that is not JSON,
/// `false` only means that it is safe to parse.
pub fn is_deeper(text: &[u8], limit: usize) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for &byte in text {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limit {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_counted_outside_strings_only() {
        let cases = [
            ("", 0),
            ("3", 0),
            ("{}", 1),
            (r#"{"a":[1,{"b":2}],"c":[]}"#, 3),
            (r#"["[[[[", "\"[[[", "\\", {}]"#, 2),
            ("[[]],[[]]", 2),
            ("]]]][", 1),
            ("[\"[", 1),
        ];
        for (text, depth) in cases {
            assert!(!is_deeper(text.as_bytes(), depth), "{text}");
            assert!(depth == 0 || is_deeper(text.as_bytes(), depth - 1), "{text}");
        }
        assert!(is_deeper("[".repeat(1_000_000).as_bytes(), 64));
    }
}
