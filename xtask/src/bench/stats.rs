//! Percentiles of measured times, and times as people read them.

use std::time::Duration;

pub(super) struct Samples {
    /// Sorted.
    times: Vec<Duration>,
}

impl Samples {
    pub(super) fn new(mut times: Vec<Duration>) -> Samples {
        times.sort_unstable();
        Samples { times }
    }

    pub(super) fn count(&self) -> usize {
        self.times.len()
    }

    pub(super) fn min(&self) -> Duration {
        self.times.first().copied().unwrap_or_default()
    }

    pub(super) fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// By nearest rank: always a time that was measured, and nothing at all is zero.
    pub(super) fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.times.len() * percent).div_ceil(100).max(1);
        self.times.get(rank - 1).copied().unwrap_or_default()
    }
}

/// The middle one, as everywhere here by nearest rank.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

/// How many times as long as the floor: `3.4×`.
pub(super) fn ratio(time: Duration, floor: Duration) -> String {
    if floor.is_zero() {
        return "–".to_owned();
    }
    format!("{:.1}×", time.as_secs_f64() / floor.as_secs_f64())
}

/// In the unit that leaves one to three digits before the point.
pub(super) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else if seconds >= 1e-3 {
        format!("{:.2} ms", seconds * 1e3)
    } else {
        format!("{:.1} µs", seconds * 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(milliseconds: impl IntoIterator<Item = u64>) -> Samples {
        let times = milliseconds.into_iter().map(Duration::from_millis);
        Samples::new(times.collect())
    }

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn percentiles_of_a_hundred_are_their_own_rank() {
        let samples = samples((1..=100).rev());
        for percent in [1, 50, 90, 99, 100] {
            assert_eq!(samples.percentile(percent), ms(percent as u64));
        }
        assert_eq!((samples.min(), samples.median()), (ms(1), ms(50)));
    }

    #[test]
    fn few_samples_give_the_nearest_that_was_measured() {
        assert_eq!(samples([7]).percentile(99), ms(7));
        assert_eq!(samples([7]).percentile(0), ms(7));
        assert_eq!(samples([3, 1, 2]).median(), ms(2));
        assert_eq!(samples([4, 1, 2, 3]).median(), ms(2));
        assert_eq!(samples(1..=30).percentile(90), ms(27));
    }

    #[test]
    fn no_samples_are_zero() {
        let none = samples([]);
        assert_eq!((none.min(), none.median(), none.percentile(99)), (ms(0), ms(0), ms(0)));
    }

    #[test]
    fn the_middle_of_numbers_is_one_of_them() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.0);
        assert_eq!(median(vec![]), 0.0);
    }

    #[test]
    fn ratios_need_a_floor() {
        assert_eq!(ratio(ms(34), ms(10)), "3.4×");
        assert_eq!(ratio(ms(34), ms(0)), "–");
    }

    #[test]
    fn times_choose_their_unit() {
        assert_eq!(time(Duration::from_nanos(12_340)), "12.3 µs");
        assert_eq!(time(Duration::from_micros(4_560)), "4.56 ms");
        assert_eq!(time(ms(2_500)), "2.50 s");
    }
}
