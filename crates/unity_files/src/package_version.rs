//! Versions of packages, in the order of semantic versioning.

use std::cmp::Ordering;

/// `MAJOR.MINOR.PATCH-PRERELEASE+BUILD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackageVersion<'a> {
    numbers: [u64; 3],
    prerelease: &'a str,
}

impl<'a> PackageVersion<'a> {
    /// `None` for anything else that a manifest takes as a version, such as the address of a repository.
    pub(crate) fn parse(text: &'a str) -> Option<PackageVersion<'a>> {
        let text = text.split('+').next()?;
        let (numbers, prerelease) = text.split_once('-').unwrap_or((text, ""));
        let mut parts = numbers.split('.').map(|number| number.parse().ok());
        let numbers = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(PackageVersion { numbers, prerelease })
    }

    pub(crate) fn major(self) -> u64 {
        self.numbers[0]
    }

    pub(crate) fn is_prerelease(self) -> bool {
        !self.prerelease.is_empty()
    }

    /// Major and minor: versions that differ in neither hold nearly the same assets.
    pub(crate) fn release(self) -> (u64, u64) {
        (self.numbers[0], self.numbers[1])
    }
}

impl Ord for PackageVersion<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.numbers
            .cmp(&other.numbers)
            .then_with(|| self.prerelease.is_empty().cmp(&other.prerelease.is_empty()))
            .then_with(|| compare_prereleases(self.prerelease, other.prerelease))
    }
}

impl PartialOrd for PackageVersion<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Part by part: numbers by value and before words; a shorter list comes first.
fn compare_prereleases(one: &str, other: &str) -> Ordering {
    let parts = |text: &str| -> Vec<(bool, u64, String)> {
        let part = |part: &str| match part.parse::<u64>() {
            Ok(number) => (false, number, String::new()),
            Err(_) => (true, 0, part.to_owned()),
        };
        text.split('.').map(part).collect()
    };
    parts(one).cmp(&parts(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_the_order_of_semantic_versioning() {
        let sorted = [
            "0.9.0",
            "1.0.0-exp.2",
            "1.0.0-exp.10",
            "1.0.0-preview",
            "1.0.0-preview.1",
            "1.0.0",
            "1.0.10",
            "1.2.0",
            "10.0.0-pre.1",
            "10.0.0",
        ];
        let versions = sorted.map(|text| PackageVersion::parse(text).unwrap());
        assert!(versions.is_sorted(), "{versions:?}");
        assert_eq!(
            PackageVersion::parse("0.5.2-preview+sensors"),
            PackageVersion::parse("0.5.2-preview")
        );
    }

    #[test]
    fn addresses_are_not_versions() {
        for text in ["", "1.0", "1.0.0.0", "file:../x", "https://x.org/a.git#v1.0.0", "latest"] {
            assert_eq!(PackageVersion::parse(text), None, "{text}");
        }
    }
}
