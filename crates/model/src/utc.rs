//! Timestamps for people and programs. By hand, because the one conversion that is needed is fifteen lines, and a
//! calendar crate (jiff) adds nine seconds of processor time to the first build.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serializer;

/// A timestamp in RFC 3339, in UTC, with milliseconds.
pub struct Utc(pub SystemTime);

impl Utc {
    /// For `#[serde(serialize_with)]`.
    pub fn serialize_time<S: Serializer>(
        time: &SystemTime,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Utc(*time))
    }
}

impl fmt::Display for Utc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let since = self.0.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
        let (year, month, day) = date(days);
        let (hour, minute) = (second / 3_600, second / 60 % 60);
        let (second, millis) = (second % 60, since.subsec_millis());
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
    }
}

/// The date this many days after 1970-01-01. Years start in March here, so that the leap day is the
/// last day of its year; 400 years always have the same number of days.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (68_169_599, "1972-02-28T23:59:59.000Z"),
            (68_169_600, "1972-02-29T00:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_798_761_599, "2026-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ] {
            let moment = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(Utc(moment).to_string(), expected);
        }
        assert_eq!(
            Utc(UNIX_EPOCH - Duration::from_secs(9)).to_string(),
            "1970-01-01T00:00:00.000Z"
        );
    }
}
