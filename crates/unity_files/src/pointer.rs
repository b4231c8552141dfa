//! References in Unity's files: `{fileID: N}` inside a file, `{fileID: N, guid: G, type: T}` to
//! another one.

use std::fmt;

use scenewright_model::MissingTarget;

use super::yaml::YamlValue;

/// The id that an asset's `.meta` file gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Guid {
    // Not one `u128`, whose alignment would make every type around it larger.
    high: u64,
    low: u64,
}

/// Two DLLs with the UI classes, which shipped with the editor before UI became a package. No
/// project has their files.
const EDITOR_UI_DLLS: [Guid; 2] = [
    Guid { high: 0xf705_55f1_44d8_491a, low: 0x825f_0804_e09c_671c },
    Guid { high: 0xf5f6_7c52_d156_4df4, low: 0xa893_6ccd_202a_3bd8 },
];

impl Guid {
    pub(crate) fn parse(text: &str) -> Option<Guid> {
        Guid::from_digits(text.as_bytes().try_into().ok()?)
    }

    /// With a lookup table: the index parses millions of guids.
    pub(crate) fn from_digits(digits: &[u8; 32]) -> Option<Guid> {
        let (high, low) = digits.split_at(16);
        Some(Guid { high: parse_half(high)?, low: parse_half(low)? })
    }

    /// Unity writes zeros for no asset.
    pub(crate) fn is_null(self) -> bool {
        self.high == 0 && self.low == 0
    }

    pub(crate) fn to_target(self) -> MissingTarget {
        MissingTarget::Guid(self.to_string())
    }

    pub(crate) fn to_bytes(self) -> [u8; 16] {
        (u128::from(self.high) << 64 | u128::from(self.low)).to_be_bytes()
    }

    /// Whether it belongs to the editor itself rather than to a file.
    pub(crate) fn is_built_in(self) -> bool {
        self.high == 0 || EDITOR_UI_DLLS.contains(&self)
    }
}

fn parse_half(digits: &[u8]) -> Option<u64> {
    let (mut number, mut wrong) = (0, 0);
    for &digit in digits {
        let value = HEX_DIGITS[usize::from(digit)];
        wrong |= value;
        number = number << 4 | u64::from(value);
    }
    (wrong & NOT_HEX == 0).then_some(number)
}

const NOT_HEX: u8 = 0x80;

const HEX_DIGITS: [u8; 256] = {
    let mut digits = [NOT_HEX; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        digits[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.high, self.low)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Pointer {
    pub(crate) file_id: i64,
    pub(crate) guid: Option<Guid>,
}

impl Pointer {
    /// `None` when the value is not a pointer.
    pub(crate) fn from_value(value: &YamlValue<'_>) -> Option<Pointer> {
        let YamlValue::Scalar(file_id) = value.get("fileID")? else {
            return None;
        };
        let guid = match value.get("guid") {
            Some(YamlValue::Scalar(guid)) => Guid::parse(guid),
            _ => None,
        };
        Some(Pointer { file_id: file_id.parse().ok()?, guid })
    }

    /// The pointer in a flow value as Unity writes it: `{fileID: N}`, `{fileID: N, guid: G, type: T}`, also
    /// with line breaks after a comma. `None` leaves it to the parser.
    pub(crate) fn from_flow(raw: &str) -> Option<Pointer> {
        let inner = raw.strip_prefix("{fileID: ")?.strip_suffix('}')?;
        let (file_id, rest) = inner.split_at(number_length(inner.as_bytes()));
        let file_id = file_id.parse().ok()?;
        if rest.is_empty() {
            return Some(Pointer { file_id, guid: None });
        }
        let guid = next_part(rest.as_bytes())?.strip_prefix(b"guid: ")?;
        let (digits, rest) = guid.split_first_chunk()?;
        let kind = next_part(rest)?.strip_prefix(b"type: ")?;
        let is_number = !kind.is_empty() && kind.iter().all(u8::is_ascii_digit);
        let guid = is_number.then(|| Guid::from_digits(digits)).flatten()?;
        Some(Pointer { file_id, guid: Some(guid) })
    }

    /// The length of such a flow value at the start of a text.
    pub(crate) fn flow_length(text: &[u8]) -> Option<usize> {
        const GUID_DIGITS: usize = 32;
        let rest = text.strip_prefix(b"{fileID: ")?;
        let mut rest = &rest[number_length(rest)..];
        if rest.first() == Some(&b',') {
            let guid = next_part(rest)?.strip_prefix(b"guid: ")?;
            let (digits, after) = guid.split_at_checked(GUID_DIGITS)?;
            if !digits.iter().all(u8::is_ascii_alphanumeric) {
                return None;
            }
            let kind = next_part(after)?.strip_prefix(b"type: ")?;
            rest = &kind[number_length(kind)..];
        }
        (rest.first() == Some(&b'}')).then_some(text.len() - rest.len() + 1)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.file_id == 0 && self.guid.is_none()
    }
}

fn number_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'-').count()
}

/// What follows a comma and a space or a line break.
fn next_part(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b",")?;
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\r' | b'\n')).count();
    (blanks > 0).then(|| &rest[blanks..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guids_are_thirty_two_hex_digits() {
        let text = "00d10cdfc01a94f9ba5e1f5d3eb4a8b2";
        assert_eq!(Guid::parse(text).unwrap().to_string(), text);
        for text in [
            "",
            "+0d10cdfc01a94f9ba5e1f5d3eb4a8b2",
            "00d10cdfc01a94f9ba5e1f5d3eb4a8bg",
            "00d1",
            "xyz",
        ] {
            assert_eq!(Guid::parse(text), None, "{text}");
        }
    }

    #[test]
    fn some_guids_belong_to_the_editor() {
        for (text, built_in) in [
            ("0000000000000000f000000000000000", true),
            ("f70555f144d8491a825f0804e09c671c", true),
            ("f5f67c52d1564df4a8936ccd202a3bd8", true),
            ("0000000000000001f000000000000000", false),
        ] {
            assert_eq!(Guid::parse(text).unwrap().is_built_in(), built_in, "{text}");
        }
    }

    #[test]
    fn pointers_are_read_as_the_parser_reads_them() {
        const GUID: &str = "00d10cdfc01a94f9ba5e1f5d3eb4a8b2";
        let mut read = 0;
        for raw in [
            "{fileID: 7}",
            "{fileID: -7}",
            "{fileID: +7}",
            "{fileID: 7-}",
            "{fileID: }",
            "{fileID: 7 }",
            "{fileID: 99999999999999999999}",
            "{fileID: 7, guid: GUID, type: 3}",
            "{fileID: 7, guid: GUID,\n    type: 3}",
            "{fileID: 7,\r\n    guid: GUID, type: 3}",
            "{fileID: 7,guid: GUID,type: 3}",
            "{fileID: 7, guid: GUIDa, type: 3}",
            "{fileID: 7, guid: xUID, type: 3}",
            "{fileID: 7, guid: GUID, type: }",
            "{fileID: 7, guid: GUID, type: -3}",
            "{fileID: 7, guid: GUID, type: {}}",
            "{fileID: 7, guid: GUID}",
            "{fileID: 7, type: 3, guid: GUID}",
        ] {
            let raw = raw.replace("GUID", GUID).replace("xUID", &GUID.replace('0', "x"));
            let text = format!("a: {raw}\nb: 1\n");
            let value = YamlValue::parse(&text);
            let parsed = value.ok().and_then(|value| Pointer::from_value(value.get("a")?));
            if let Some(pointer) = Pointer::from_flow(&raw) {
                assert_eq!(Some(pointer), parsed, "{raw}");
                read += 1;
            }
            let rest = format!("{raw}, x}}");
            for text in [&raw, &rest] {
                let length = Pointer::flow_length(text.as_bytes());
                assert!(length.is_none_or(|length| length == raw.len()), "{raw}");
            }
        }
        assert_eq!(read, 5);
    }

    #[test]
    fn file_ids_have_sixty_four_bits() {
        let value = YamlValue::parse("a: {fileID: -8679921383154817045}\n").unwrap();
        let pointer = Pointer::from_value(value.get("a").unwrap()).unwrap();
        assert_eq!(pointer.file_id, -8_679_921_383_154_817_045);
        assert!(!pointer.is_null());
    }
}
