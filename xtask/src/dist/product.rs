//! The version and the description, as the workspace's Cargo.toml has them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{Result, shell};

#[derive(Debug, Clone)]
pub(super) struct Product {
    pub(super) version: String,
    pub(super) description: String,
    pub(super) repository: String,
    pub(super) licence: String,
    /// The time of the last commit, in seconds since 1970: the same commit gives the same files.
    pub(super) time: u64,
}

pub(super) const KEYWORDS: [&str; 6] = ["mcp", "unity", "godot", "gamedev", "agent", "ci"];

impl Product {
    pub(super) fn read() -> Result<Product> {
        let metadata = shell::metadata()?;
        let packages = metadata["packages"].as_array().ok_or("cargo lists no packages")?;
        let program = packages.iter().find(|package| package["name"] == "scenewright");
        let program = program.ok_or("the workspace has no package scenewright")?;
        let text = |key: &str| {
            let value = program[key].as_str().map(str::to_owned);
            value.ok_or_else(|| format!("the package scenewright has no {key}"))
        };
        Ok(Product {
            version: text("version")?,
            description: text("description")?,
            repository: text("repository")?,
            licence: text("license")?,
            time: commit_time(),
        })
    }

    /// Registries want a sentence without its full stop.
    pub(super) fn summary(&self) -> &str {
        self.description.trim_end_matches('.')
    }

    /// The name in the MCP registry: it belongs to the owner of the repository.
    pub(super) fn mcp_name(&self) -> String {
        let path = self.repository.trim_start_matches("https://github.com/");
        format!("io.github.{path}")
    }

    pub(super) fn download(&self, file: &str) -> String {
        format!("{}/releases/download/v{}/{file}", self.repository, self.version)
    }

    /// RFC 3339, in UTC.
    pub(super) fn timestamp(&self) -> String {
        let days = self.time / 86_400;
        let (year, month, day) = civil_date(days);
        let seconds = self.time % 86_400;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }

    pub(super) fn date(&self) -> String {
        self.timestamp().split('T').next().unwrap_or_default().to_owned()
    }
}

fn commit_time() -> u64 {
    let time = shell::probe(shell::command("git").args(["log", "-1", "--format=%ct"]));
    time.and_then(|text| text.trim().parse().ok()).unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        now.as_secs()
    })
}

/// Year, month and day of a day since 1970-01-01, in the Gregorian calendar.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_as_the_registries_want_them() {
        let product = |time| Product { time, ..Product::read().unwrap() };
        assert_eq!(product(0).timestamp(), "1970-01-01T00:00:00Z");
        assert_eq!(product(951_782_400).timestamp(), "2000-02-29T00:00:00Z");
        assert_eq!(product(1_767_225_599).timestamp(), "2025-12-31T23:59:59Z");
        assert_eq!(product(1_767_225_599).date(), "2025-12-31");
    }

    #[test]
    fn the_description_fits_every_registry() {
        let product = Product::read().unwrap();
        // The MCP registry takes 100 characters, Homebrew 80.
        assert!(product.summary().len() <= 80, "{}", product.summary());
        assert!(product.repository.starts_with("https://github.com/"), "{}", product.repository);
    }
}
