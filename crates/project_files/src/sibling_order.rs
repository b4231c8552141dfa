//! Which children were reordered among their siblings. Siblings that only shifted because of them do not
//! count.

use std::collections::HashMap;
use std::hash::Hash;

#[derive(Debug, PartialEq, Eq)]
pub struct Reordered<T> {
    pub child: T,
    /// Counted from 0.
    pub before: usize,
    pub after: usize,
}

/// The smallest set of children in both lists whose moves explain the new order.
pub fn reordered<T: Clone + Eq + Hash>(old: &[T], new: &[T]) -> Vec<Reordered<T>> {
    if old == new {
        return Vec::new();
    }
    let places: HashMap<&T, usize> = new.iter().zip(0..).collect();
    let both = old.iter().enumerate().filter_map(|(before, child)| {
        let after = *places.get(child)?;
        Some(Reordered { child: child.clone(), before, after })
    });
    out_of_order(both.collect())
}

/// All but the longest subsequence that kept its order.
pub fn out_of_order<T>(mut places: Vec<Reordered<T>>) -> Vec<Reordered<T>> {
    places.sort_by_key(|place| place.before);
    // `ends[n]` is the last element of the best subsequence of length `n + 1`.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = vec![None; places.len()];
    for (at, place) in places.iter().enumerate() {
        let length = ends.partition_point(|&end| places[end].after < place.after);
        previous[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stays = vec![false; places.len()];
    let mut at = ends.last().copied();
    while let Some(place) = at {
        stays[place] = true;
        at = previous[place];
    }
    let mut moved: Vec<Reordered<T>> =
        places.into_iter().zip(stays).filter(|(_, stays)| !stays).map(|(place, _)| place).collect();
    moved.sort_by_key(|place| place.after);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_moves_are_reported() {
        for (old, new, expected) in [
            ("abcd", "abcd", vec![]),
            ("abcd", "bcda", vec![('a', 0, 3)]),
            ("abcd", "dabc", vec![('d', 3, 0)]),
            ("abcd", "acd", vec![]),
            ("abc", "axbyc", vec![]),
            ("abcd", "xdabc", vec![('d', 3, 1)]),
        ] {
            let list = |text: &str| text.chars().collect::<Vec<_>>();
            let found = reordered(&list(old), &list(new)).into_iter();
            let found: Vec<_> = found.map(|own| (own.child, own.before, own.after)).collect();
            assert_eq!(found, expected, "{old} {new}");
        }
    }
}
