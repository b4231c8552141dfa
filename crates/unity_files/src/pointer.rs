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

    /// The pointer in a flow value as Unity writes it: `{fileID: N}`, `{fileID: N, guid: G, type: T}`.
    /// `None` leaves it to the parser.
    pub(crate) fn from_flow(raw: &str) -> Option<Pointer> {
        let inner = raw.strip_prefix("{fileID: ")?.strip_suffix('}')?;
        let Some((file_id, rest)) = inner.split_once(',') else {
            return Some(Pointer { file_id: inner.parse().ok()?, guid: None });
        };
        let (guid, kind) = rest.strip_prefix(" guid: ")?.split_once(',')?;
        let kind = kind.strip_prefix(" type: ")?;
        let is_number = !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_digit());
        let guid = is_number.then(|| Guid::parse(guid)).flatten()?;
        Some(Pointer { file_id: file_id.parse().ok()?, guid: Some(guid) })
    }

    pub(crate) fn is_null(&self) -> bool {
        self.file_id == 0 && self.guid.is_none()
    }
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
    fn file_ids_have_sixty_four_bits() {
        let value = YamlValue::parse("a: {fileID: -8679921383154817045}\n").unwrap();
        let pointer = Pointer::from_value(value.get("a").unwrap()).unwrap();
        assert_eq!(pointer.file_id, -8_679_921_383_154_817_045);
        assert!(!pointer.is_null());
    }
}
