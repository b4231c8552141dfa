//! Godot's names of keys.

/// The version of the key codes. A project that was migrated to Godot 4 can still contain codes of Godot 3.
#[derive(Debug, Clone, Copy)]
pub(super) enum KeyCodes {
    Godot4,
    Godot3,
}

/// From the first special key.
const SPECIAL_KEYS: [&str; 27] = [
    "Escape",
    "Tab",
    "Backtab",
    "Backspace",
    "Enter",
    "Kp Enter",
    "Insert",
    "Delete",
    "Pause",
    "Print",
    "SysReq",
    "Clear",
    "Home",
    "End",
    "Left",
    "Up",
    "Right",
    "Down",
    "PageUp",
    "PageDown",
    "Shift",
    "Ctrl",
    "Meta",
    "Alt",
    "CapsLock",
    "NumLock",
    "ScrollLock",
];

/// From special key 129; the digits follow.
const KEYPAD_KEYS: [&str; 5] = ["Kp Multiply", "Kp Divide", "Kp Subtract", "Kp Period", "Kp Add"];

/// `None` for an unusual key and for an invalid code.
pub(super) fn key_name(code: i64, numbers: KeyCodes) -> Option<String> {
    // Keys that are not characters have codes from here on.
    let first = match numbers {
        KeyCodes::Godot4 => 1 << 22,
        KeyCodes::Godot3 => 1 << 24,
    };
    match code.checked_sub(first) {
        Some(offset @ 0..) => special_name(usize::try_from(offset).ok()?),
        _ => character_name(u8::try_from(code).ok()?),
    }
}

fn special_name(offset: usize) -> Option<String> {
    match offset {
        1..=27 => Some(SPECIAL_KEYS[offset - 1].to_owned()),
        // Godot 3 has other keys after F16.
        28..=43 => Some(format!("F{}", offset - 27)),
        129..=133 => Some(KEYPAD_KEYS[offset - 129].to_owned()),
        134..=143 => Some(format!("Kp {}", offset - 134)),
        _ => None,
    }
}

fn character_name(code: u8) -> Option<String> {
    let name = match code {
        b' ' => "Space",
        b'!' => "Exclam",
        b'"' => "QuoteDbl",
        b'#' => "NumberSign",
        b'$' => "Dollar",
        b'%' => "Percent",
        b'&' => "Ampersand",
        b'\'' => "Apostrophe",
        b'(' => "ParenLeft",
        b')' => "ParenRight",
        b'*' => "Asterisk",
        b'+' => "Plus",
        b',' => "Comma",
        b'-' => "Minus",
        b'.' => "Period",
        b'/' => "Slash",
        b':' => "Colon",
        b';' => "Semicolon",
        b'<' => "Less",
        b'=' => "Equal",
        b'>' => "Greater",
        b'?' => "Question",
        b'@' => "At",
        b'[' => "BracketLeft",
        b'\\' => "BackSlash",
        b']' => "BracketRight",
        b'^' => "AsciiCircum",
        b'_' => "UnderScore",
        b'`' => "QuoteLeft",
        b'{' => "BraceLeft",
        b'|' => "Bar",
        b'}' => "BraceRight",
        b'~' => "AsciiTilde",
        b'0'..=b'9' | b'A'..=b'Z' => return Some(char::from(code).to_string()),
        _ => return None,
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_names_of_godot() {
        for (code, expected) in [
            (32, Some("Space")),
            (65, Some("A")),
            (92, Some("BackSlash")),
            (125, Some("BraceRight")),
            (97, None),
            (4_194_305, Some("Escape")),
            (4_194_310, Some("Kp Enter")),
            (4_194_325, Some("Shift")),
            (4_194_331, Some("ScrollLock")),
            (4_194_332, Some("F1")),
            (4_194_347, Some("F16")),
            (4_194_348, None),
            (4_194_433, Some("Kp Multiply")),
            (4_194_447, Some("Kp 9")),
            (4_194_448, None),
            (16_777_221, None),
            (4_194_304, None),
            (0, None),
            (228, None),
            (-1, None),
            (i64::MIN, None),
            (i64::MAX, None),
        ] {
            assert_eq!(key_name(code, KeyCodes::Godot4).as_deref(), expected, "{code}");
        }
        for (code, expected) in [
            (16_777_231, Some("Left")),
            (16_777_234, Some("Down")),
            (16_777_350, Some("Kp 0")),
            (83, Some("S")),
            (4_194_305, None),
        ] {
            assert_eq!(key_name(code, KeyCodes::Godot3).as_deref(), expected, "{code}");
        }
    }
}
