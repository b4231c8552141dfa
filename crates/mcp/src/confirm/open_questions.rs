//! Open questions to clients without a session. Each can be answered once.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Beyond this number the oldest question is dropped.
const MAX_OPEN_QUESTIONS: usize = 4_096;

#[derive(Default)]
pub(super) struct OpenQuestions {
    state: Mutex<OpenQuestionsState>,
}

#[derive(Default)]
struct OpenQuestionsState {
    next: u64,
    asked: BTreeMap<u64, Instant>,
}

impl OpenQuestions {
    /// The number of a new question.
    pub(super) fn ask(&self, timeout: Duration) -> u64 {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked.retain(|_, asked| asked.elapsed() <= timeout);
        if state.asked.len() >= MAX_OPEN_QUESTIONS {
            state.asked.pop_first();
        }
        let number = state.next;
        state.next += 1;
        state.asked.insert(number, Instant::now());
        number
    }

    /// Closes a question; `false` if it was not open.
    pub(super) fn close(&self, number: u64) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked.remove(&number).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_answered_once_and_not_kept_for_ever() {
        let open = OpenQuestions::default();
        let long = Duration::from_secs(600);
        let (first, second) = (open.ask(long), open.ask(long));
        assert!(open.close(first) && !open.close(first) && open.close(second));
        let first = open.ask(long);
        for _ in 0..MAX_OPEN_QUESTIONS {
            open.ask(long);
        }
        assert!(!open.close(first));
        assert_eq!(open.state.lock().unwrap().asked.len(), MAX_OPEN_QUESTIONS);
    }
}
