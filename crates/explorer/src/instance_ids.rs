//! The ids of this interface. Its document defines them as C#'s `int`, which the engine's ids exceed: here
//! every object has a number of 31 bits, derived from its own id, so that it stays the same after a restart
//! unless two collide.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use scenewright_model::ObjectId;

const MAX_INSTANCE_ID: u32 = i32::MAX as u32;

#[derive(Debug, Default)]
pub(crate) struct InstanceIds(Mutex<IdTable>);

/// Both ways, for as long as the server runs.
#[derive(Debug, Default)]
struct IdTable {
    numbers: HashMap<ObjectId, u32>,
    objects: HashMap<u32, ObjectId>,
}

impl InstanceIds {
    /// The object's number. Once assigned it stays.
    pub(crate) fn number(&self, id: ObjectId) -> u32 {
        let mut table = self.lock();
        if let Some(number) = table.numbers.get(&id) {
            return *number;
        }
        let mut number = fold_to_31_bits(id);
        while table.objects.contains_key(&number) {
            number = if number == MAX_INSTANCE_ID { 1 } else { number + 1 };
        }
        table.numbers.insert(id, number);
        table.objects.insert(number, id);
        number
    }

    /// `obj:<number>`.
    pub(crate) fn text(&self, id: ObjectId) -> String {
        format!("obj:{}", self.number(id))
    }

    /// The object that a number was assigned to; `None` if the number is an object's own id, or one from
    /// before a restart.
    pub(crate) fn object_id(&self, id: ObjectId) -> Option<ObjectId> {
        let number = u32::try_from(id.get()).ok()?;
        self.lock().objects.get(&number).copied()
    }

    fn lock(&self) -> MutexGuard<'_, IdTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Never zero, which is not an object in Unity.
fn fold_to_31_bits(id: ObjectId) -> u32 {
    let mask = u64::from(MAX_INSTANCE_ID);
    let folded = (id.get() ^ (id.get() >> 31)) & mask;
    u32::try_from(folded).unwrap_or(MAX_INSTANCE_ID).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_small_and_the_same_in_every_run() {
        let (first, second) = (InstanceIds::default(), InstanceIds::default());
        let ids: Vec<ObjectId> =
            (0..10_000).map(|at| ObjectId::new("Assets/A.unity", &at.to_string())).collect();
        let numbers: Vec<u32> = ids.iter().map(|id| first.number(*id)).collect();
        for (id, number) in ids.iter().zip(&numbers).rev() {
            assert!((1..=MAX_INSTANCE_ID).contains(number));
            assert_eq!(first.object_id(ObjectId::from_number(u64::from(*number))), Some(*id));
            assert_eq!(second.number(*id), *number);
        }
    }

    #[test]
    fn a_collision_takes_the_next_number_and_keeps_it() {
        let ids = InstanceIds::default();
        let large = u64::from(MAX_INSTANCE_ID);
        // Both fold to the largest number.
        let [a, b] = [large, large << 31].map(ObjectId::from_number);
        assert_eq!((ids.number(a), ids.number(b)), (MAX_INSTANCE_ID, 1));
        assert_eq!((ids.number(a), ids.number(b)), (MAX_INSTANCE_ID, 1));
        assert_eq!(ids.number(ObjectId::from_number(0)), 2);
    }
}
