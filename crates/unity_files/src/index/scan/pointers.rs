//! Finds `{fileID: N}` and `{fileID: N, guid: G, type: T}`, also across line breaks.

use super::super::content::{NO_POSITION, PackedReference};
use super::TextScanner;
use crate::class_ids::MONO_BEHAVIOUR;
use crate::pointer::Guid;

/// What follows `{fileID:`.
enum ScannedPointer {
    Null,
    Local(i64),
    /// With the offset of its guid.
    Asset(i64, Guid, usize),
}

impl TextScanner {
    /// The objects must have been found before.
    pub(super) fn find_pointers(&mut self, bytes: &[u8]) {
        let pointer = self.pointer.clone();
        let (mut object, mut next_starts) = (NO_POSITION, self.start_of(0));
        for (round, at) in pointer.find_iter(bytes).enumerate() {
            if self.is_cancelled(round) {
                return;
            }
            while at >= next_starts {
                object = object.wrapping_add(1);
                next_starts = self.start_of(object as usize + 1);
            }
            match parse_pointer(bytes, at + "{fileID:".len()) {
                Some(ScannedPointer::Null) => self.add_null(bytes, at, object),
                Some(ScannedPointer::Local(id)) => self.add_local(bytes, at, object, id),
                Some(ScannedPointer::Asset(id, guid, guid_at)) => {
                    self.pointed.push(guid_at);
                    if !guid.is_null() {
                        let number = self.number(guid);
                        self.references.push(PackedReference::new(object, at, Some(id), number));
                    }
                }
                None => {}
            }
        }
    }

    fn start_of(&self, object: usize) -> usize {
        self.objects.get(object).map_or(usize::MAX, |object| object.offset as usize)
    }

    fn add_null(&mut self, bytes: &[u8], at: usize, object: u32) {
        let Some(holder) = self.objects.get(object as usize) else {
            return;
        };
        let is_script = holder.class == MONO_BEHAVIOUR
            && !holder.is_stripped()
            && is_field(bytes, at, b"\n  m_Script: ");
        if is_script {
            self.suspects.null_scripts.push(object);
        }
    }

    fn add_local(&mut self, bytes: &[u8], at: usize, object: u32, id: i64) {
        let target = self.ids.get(&id).copied();
        let Some(holder) = self.objects.get_mut(object as usize) else {
            return;
        };
        self.local += 1;
        match target {
            Some(target) if is_field(bytes, at, b"\n  m_GameObject: ") => {
                holder.game_object = target;
            }
            Some(target) if is_field(bytes, at, b"\n  m_Father: ") => holder.father = target,
            None if !holder.is_stripped() => self.suspects.dangling.push((object, id)),
            _ => {}
        }
    }
}

fn is_field(bytes: &[u8], at: usize, key: &[u8]) -> bool {
    bytes[..at].ends_with(key)
}

fn parse_pointer(bytes: &[u8], at: usize) -> Option<ScannedPointer> {
    // More than half of all pointers look like this.
    if bytes[at..].starts_with(b" 0}") {
        return Some(ScannedPointer::Null);
    }
    let (id, at) = number(bytes, skip_blanks(bytes, at))?;
    let at = skip_blanks(bytes, at);
    if bytes.get(at) == Some(&b',') {
        let at = skip_blanks(bytes, at + 1);
        if bytes[at..].starts_with(b"guid:") {
            let at = skip_blanks(bytes, at + "guid:".len());
            let digits = bytes.get(at..)?.first_chunk()?;
            return Some(ScannedPointer::Asset(id, Guid::from_digits(digits)?, at));
        }
    }
    Some(if id == 0 { ScannedPointer::Null } else { ScannedPointer::Local(id) })
}

fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| byte.is_ascii_whitespace()) {
        at += 1;
    }
    at
}

/// A signed number, and where it ends.
fn number(bytes: &[u8], start: usize) -> Option<(i64, usize)> {
    let is_negative = bytes.get(start) == Some(&b'-');
    let digits = start + usize::from(is_negative);
    let (mut at, mut number) = (digits, 0_i64);
    while let Some(digit) = bytes.get(at).filter(|byte| byte.is_ascii_digit()) {
        // Counts down from zero, as the lowest number has no positive counterpart.
        number = number.checked_mul(10)?.checked_sub(i64::from(digit - b'0'))?;
        at += 1;
    }
    let number = if is_negative { number } else { number.checked_neg()? };
    (at > digits).then_some((number, at))
}
