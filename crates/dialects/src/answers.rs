//! Reads the typed output of an answer: inside the process nobody parses an answer's JSON.

use scenewright_catalogue::{Answer, Failure};

/// The output as its operation returned it.
pub(crate) fn output<T: 'static>(answer: &Answer) -> Result<&T, Failure> {
    answer.output.downcast_ref().ok_or_else(|| Failure::Crashed {
        message: format!("an answer is not a {}", std::any::type_name::<T>()),
    })
}
