//! Guids in both directions: the file that has one, and the files that reference it.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use foldhash::fast::RandomState;
use rayon::prelude::*;

use super::AssetFile;
use super::content::NO_POSITION;
use crate::pointer::Guid;

/// Guids are numbered; the files that reference number `n` are `sources[starts[n]..starts[n + 1]]`.
#[derive(Default)]
pub(super) struct GuidLinks {
    /// Sorted by guid: half as large as a map.
    numbers: Box<[(Guid, u32)]>,
    owners: Box<[u32]>,
    starts: Box<[u32]>,
    sources: Box<[u32]>,
    /// Sorted by guid, each with its claimants, the owner first.
    pub(super) duplicates: Vec<(Guid, Vec<u32>)>,
}

impl GuidLinks {
    pub(super) fn new(files: &[Arc<AssetFile>]) -> GuidLinks {
        let mut numbering = GuidNumbering::default();
        numbering.numbers.reserve(files.len());
        let mut links =
            GuidLinks { duplicates: numbering.assign_owners(files), ..GuidLinks::default() };
        let (named, ends) = numbering.number_references(files);
        links.fill(numbering.owners.len(), &named, &ends);
        links.owners = numbering.owners.into();
        links.numbers = numbering.numbers.into_iter().collect();
        links.numbers.par_sort_unstable();
        links
    }

    pub(super) fn owner(&self, guid: Guid) -> Option<usize> {
        let owner = self.owners[self.number(guid)?];
        (owner != NO_POSITION).then_some(owner as usize)
    }

    /// The guids that files reference and no file has. Sorted.
    pub(super) fn unowned(&self) -> impl Iterator<Item = Guid> {
        let numbers = self.numbers.iter();
        let unowned = numbers.filter(|(_, number)| self.owners[*number as usize] == NO_POSITION);
        unowned.map(|(guid, _)| *guid)
    }

    pub(super) fn sources(&self, guid: Guid) -> &[u32] {
        let Some(number) = self.number(guid) else {
            return &[];
        };
        &self.sources[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    fn number(&self, guid: Guid) -> Option<usize> {
        let found = self.numbers.binary_search_by_key(&guid, |(guid, _)| *guid).ok()?;
        Some(self.numbers[found].1 as usize)
    }

    /// A counting sort by guid, which keeps the files in order.
    fn fill(&mut self, guids: usize, named: &[u32], ends: &[usize]) {
        let mut starts = vec![0; guids + 1];
        for &number in named {
            starts[number as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; named.len()];
        let mut from = 0;
        for (file, &end) in (0..).zip(ends) {
            for &number in &named[from..end] {
                let place: &mut u32 = &mut next[number as usize];
                sources[*place as usize] = file;
                *place += 1;
            }
            from = end;
        }
        self.starts = starts.into();
        self.sources = sources.into();
    }
}

/// Numbers guids in the order in which they come up.
#[derive(Default)]
struct GuidNumbering {
    numbers: HashMap<Guid, u32, RandomState>,
    /// By number.
    owners: Vec<u32>,
}

impl GuidNumbering {
    fn number(&mut self, guid: Guid) -> u32 {
        let next = self.owners.len() as u32;
        let number = *self.numbers.entry(guid).or_insert(next);
        if number == next {
            self.owners.push(NO_POSITION);
        }
        number
    }

    /// Assigns each guid to its file, and returns those that several files claim.
    fn assign_owners(&mut self, files: &[Arc<AssetFile>]) -> Vec<(Guid, Vec<u32>)> {
        let mut claims: BTreeMap<Guid, Vec<u32>> = BTreeMap::new();
        for (at, file) in (0..).zip(files) {
            let Some(guid) = file.guid else {
                continue;
            };
            let number = self.number(guid);
            match &mut self.owners[number as usize] {
                owner if *owner == NO_POSITION => *owner = at,
                owner => claims.entry(guid).or_insert_with(|| vec![*owner]).push(at),
            }
        }
        for (guid, claimants) in &mut claims {
            claimants.sort_by_key(|&at| (files[at as usize].place.folder, at));
            let number = self.number(*guid);
            self.owners[number as usize] = claimants[0];
        }
        claims.into_iter().collect()
    }

    /// The numbers of all referenced guids, file by file, and the end of each file's run.
    fn number_references(&mut self, files: &[Arc<AssetFile>]) -> (Vec<u32>, Vec<usize>) {
        let mut named = Vec::new();
        let mut ends = Vec::with_capacity(files.len());
        for file in files {
            let start = named.len();
            for guid in file.referenced_guids() {
                let number = self.number(guid);
                // Content and import settings may reference the same asset.
                let is_known =
                    !file.import_references().is_empty() && named[start..].contains(&number);
                if !is_known {
                    named.push(number);
                }
            }
            ends.push(named.len());
        }
        (named, ends)
    }
}
