//! New ids in Godot's form.
//!
//! Invariant: ids are derived from their purpose and the existing ids, so that the same edit of the same file
//! gives the same ids, and a preview equals the later write.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::buffer::SceneBuffer;
use super::session::EditSession;

/// Godot's alphabet for ids inside of a file.
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
/// Godot's alphabet for uids of files, without `z` and `9`.
const UID_LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxy012345678";

/// The first id derived from `seed` that `is_free` accepts.
fn first_free<T>(seed: impl Hash, make: impl Fn(u64) -> T, is_free: impl Fn(&T) -> bool) -> T {
    let mut turn = 0u64;
    loop {
        let mut hasher = DefaultHasher::new();
        (&seed, turn).hash(&mut hasher);
        let made = make(hasher.finish());
        if is_free(&made) {
            return made;
        }
        turn += 1;
    }
}

fn encode(mut number: u64, count: usize, from: &[u8]) -> String {
    let mut text = String::with_capacity(count);
    for _ in 0..count {
        let length = from.len() as u64;
        text.push(char::from(from[(number % length) as usize]));
        number /= length;
    }
    text
}

/// `abc12`, the part after the number or the class in the id of a resource.
pub(super) fn resource_suffix(seed: impl Hash, is_free: impl Fn(&String) -> bool) -> String {
    first_free(seed, |number| encode(number, 5, LETTERS), is_free)
}

/// `uid://…` for a new file.
pub(super) fn new_uid(session: &EditSession<'_>, relative: &str) -> String {
    // Twelve letters fit into the 63 bits that Godot reads.
    let make = |number: u64| format!("uid://{}", encode(number >> 1, 12, UID_LETTERS));
    // `a` is the digit zero: Godot would not write it at the start.
    first_free(("uid", relative), make, |uid| !uid.starts_with("uid://a") && !session.has_uid(uid))
}

/// The unique id of a node: positive, 31 bits.
pub(super) fn new_node_id(seed: impl Hash, is_free: impl Fn(&i64) -> bool) -> i64 {
    first_free(seed, |number| (number >> 33) as i64, |id| *id > 0 && is_free(id))
}

impl SceneBuffer {
    /// The unique id of a new node, if the nodes of this file have unique ids. `taken` are the ids of other new
    /// nodes of the same edit.
    pub(super) fn new_unique_id(&self, path: &str, taken: &[i64]) -> Option<i64> {
        self.has_unique_ids().then(|| {
            let used: Vec<i64> = self.indexes().filter_map(|index| self.unique_id(index)).collect();
            new_node_id((&self.relative, path), |id| !used.contains(id) && !taken.contains(id))
        })
    }
}
