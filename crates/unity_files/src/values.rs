//! Turns fields of files into typed values. Files do not store the type of a field: its form
//! decides and, where that is not enough, its name.

mod angles;
mod shapes;

pub(crate) use angles::euler;

use scenewright_model::{Member, MemberValue};

use super::members::field_value::FieldValue;
use super::members::references::PointerResolver;
use super::yaml;

/// Of longer arrays, only the first items are returned.
const MAX_ARRAY_ITEMS: usize = 64;
/// Up to thirty-two digits are a guid or a hash, which is only useful as a whole.
const MAX_HASH_DIGITS: usize = 32;
const DATA_HEAD_DIGITS: usize = 32;

/// Plain text that may look like a number.
const TEXT_FIELDS: &[&str] = &["m_Name", "m_TagString", "m_Text", "m_text"];

/// Boolean fields of built-in components, which files store as 0 and 1. For a script's fields, only
/// the source could tell.
const BOOL_FIELDS: &[&str] = &[
    "m_AutoUpdate",
    "m_ConstrainProportionsScale",
    "m_Convex",
    "m_DrawHalo",
    "m_FlipX",
    "m_FlipY",
    "m_IsActive",
    "m_IsKinematic",
    "m_IsTrigger",
    "m_Loop",
    "m_Maskable",
    "m_PixelPerfect",
    "m_PlayOnAwake",
    "m_PreserveUVs",
    "m_ProvidesContacts",
    "m_RaycastTarget",
    "m_ReceiveShadows",
    "m_Simulated",
    "m_UseAutoMass",
    "m_UseColorTemperature",
    "m_UseGravity",
    "orthographic",
];

pub(crate) struct ValueTyping<'a, 't> {
    pub(crate) resolver: &'a PointerResolver<'t>,
    /// Whether the fields belong to a script.
    pub(crate) is_script: bool,
}

impl ValueTyping<'_, '_> {
    pub(crate) fn members(
        &self,
        field: &FieldValue<'_>,
        is_left_out: &dyn Fn(&str) -> bool,
    ) -> Vec<Member> {
        let listed = field.entries().iter().filter(|(name, _)| !is_left_out(name));
        listed
            .map(|(name, field)| Member { name: name.to_string(), value: self.value(name, field) })
            .collect()
    }

    /// The value of the field `name`. Recursion is as deep as the fields, which is bounded.
    pub(crate) fn value(&self, name: &str, field: &FieldValue<'_>) -> MemberValue {
        match field {
            FieldValue::Unset => MemberValue::Null,
            FieldValue::Scalar(raw) => self.scalar(name, raw),
            FieldValue::Pointer { pointer, level } => {
                MemberValue::Reference(self.resolver.resolve(*pointer, *level))
            }
            FieldValue::Seq(items) => MemberValue::Array {
                items: items
                    .iter()
                    .take(MAX_ARRAY_ITEMS)
                    .map(|item| self.value(name, item))
                    .collect(),
                length: items.len(),
            },
            FieldValue::Map(_) => shapes::known_shape(name, field)
                .unwrap_or_else(|| MemberValue::Object(self.members(field, &is_version))),
        }
    }

    /// Whether a mapping is one value rather than fields: a vector, a curve.
    pub(crate) fn is_one_value(name: &str, field: &FieldValue<'_>) -> bool {
        shapes::known_shape(name, field).is_some()
    }

    fn scalar(&self, name: &str, raw: &str) -> MemberValue {
        if raw.starts_with(['\'', '"']) || raw.contains('\n') || TEXT_FIELDS.contains(&name) {
            return MemberValue::Text(yaml::YamlValue::Scalar(raw).text().into_owned());
        }
        if let "0" | "1" = raw
            && self.is_bool(name)
        {
            return MemberValue::Bool(raw == "1");
        }
        if let Ok(number) = raw.parse::<i64>()
            && number.to_string() == raw
        {
            return MemberValue::Int(number);
        }
        if is_float(raw) {
            return MemberValue::Float(raw.to_owned());
        }
        if raw.len() > MAX_HASH_DIGITS && raw.len().is_multiple_of(2) && is_hex(raw) {
            return MemberValue::Data {
                bytes: raw.len() / 2,
                head: raw[..DATA_HEAD_DIGITS].to_owned(),
            };
        }
        // A mask of 64 bits, a short packed array.
        if !raw.is_empty() && raw.bytes().all(|byte| byte.is_ascii_digit()) {
            return MemberValue::Raw(raw.to_owned());
        }
        MemberValue::Text(raw.to_owned())
    }

    fn is_bool(&self, name: &str) -> bool {
        name == "m_Enabled" || (!self.is_script && BOOL_FIELDS.binary_search(&name).is_ok())
    }
}

fn is_version(name: &str) -> bool {
    name == "serializedVersion"
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether Unity writes a float like this. `1e5` can be the beginning of a packed array; Unity's
/// floats always have a sign in the exponent.
fn is_float(raw: &str) -> bool {
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    if matches!(digits, "Infinity" | "NaN" | "inf" | "nan") {
        return true;
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent_is_one =
        exponent.is_none_or(|exponent| exponent.strip_prefix(['+', '-']).is_some_and(is_digits));
    let has_mark = fraction.is_some() || exponent.is_some() || digits == "0";
    has_mark && is_digits(whole) && fraction.is_none_or(is_digits) && exponent_is_one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_can_be_searched() {
        assert!(BOOL_FIELDS.is_sorted());
    }

    #[test]
    fn floats_are_what_unity_writes_for_them() {
        for (raw, expected) in [
            ("1.5", true),
            ("-0.25", true),
            ("-0", true),
            ("1e-05", true),
            ("-1.5e+20", true),
            ("Infinity", true),
            ("-Infinity", true),
            ("NaN", true),
            ("1e5", false),
            ("1.2.3", false),
            (".5", false),
            ("", false),
            ("-", false),
            ("0x1", false),
            ("0123", false),
        ] {
            assert_eq!(is_float(raw), expected, "{raw}");
        }
    }
}
