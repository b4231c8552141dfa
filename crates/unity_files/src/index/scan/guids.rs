//! Finds guids outside pointers: `m_SceneGUID: G`, `"GUID:G"`, `\"guid\": \"G\"`, `&guid=G`.

use super::super::content::{NO_POSITION, PackedReference};
use super::TextScanner;
use crate::pointer::Guid;

/// The longest gap between a key and its guid in JSON within JSON: quotes, each with its escapes,
/// and a colon.
const MAX_KEY_GAP: usize = 24;

impl TextScanner {
    /// In Unity's text, as `key: G`. The pointers must have been found before.
    pub(super) fn find_bare_guids(&mut self, bytes: &[u8]) {
        self.find(bytes, |bytes, at| bytes[at..].starts_with(b": ").then_some(at + 2));
    }

    /// In other formats.
    pub(super) fn find_guids(&mut self, bytes: &[u8]) {
        self.find(bytes, |bytes, at| {
            let rest = &bytes[at..bytes.len().min(at + MAX_KEY_GAP)];
            let between = rest.iter().take_while(|byte| b"\\\":= ".contains(byte)).count();
            (between > 0).then_some(at + between)
        });
    }

    /// `value_at` maps the end of a key to the start of its value.
    fn find(&mut self, bytes: &[u8], value_at: impl Fn(&[u8], usize) -> Option<usize>) {
        let known = self.references.len();
        for keys in [self.lower.clone(), self.upper.clone()] {
            let mut pointed = 0;
            for (round, at) in keys.find_iter(bytes).enumerate() {
                if self.is_cancelled(round) {
                    return;
                }
                let Some((guid_at, guid)) = guid(bytes, at, &value_at) else {
                    continue;
                };
                while self.pointed.get(pointed).is_some_and(|&pointed| pointed < guid_at) {
                    pointed += 1;
                }
                if self.pointed.get(pointed) != Some(&guid_at) && !guid.is_null() {
                    let (object, number) = (self.object_at(guid_at), self.number(guid));
                    self.references.push(PackedReference::new(object, guid_at, None, number));
                }
            }
        }
        if self.references.len() > known {
            self.references.sort_unstable_by_key(|packed| packed.offset);
        }
    }

    fn object_at(&self, at: usize) -> u32 {
        let before = self.objects.partition_point(|object| object.offset as usize <= at);
        before.checked_sub(1).map_or(NO_POSITION, |object| object as u32)
    }
}

fn guid(
    bytes: &[u8],
    at: usize,
    value_at: impl Fn(&[u8], usize) -> Option<usize>,
) -> Option<(usize, Guid)> {
    let before = bytes.get(at.checked_sub(1)?)?;
    if !before.eq_ignore_ascii_case(&b'g') {
        return None;
    }
    let start = value_at(bytes, at + "uid".len())?;
    let digits = bytes.get(start..)?.first_chunk::<32>()?;
    let goes_on = bytes.get(start + digits.len()).is_some_and(u8::is_ascii_hexdigit);
    Some((start, Guid::from_digits(digits).filter(|_| !goes_on)?))
}
