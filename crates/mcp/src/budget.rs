//! The token budget of an answer. Its text and its structured form share the budget, as some clients give
//! both to the model.

use serde_json::{Map, Value};

use crate::schema::MAX_TOKENS;

const DEFAULT_BUDGET: usize = 8_000;
const MIN_BUDGET: usize = 500;
const MAX_BUDGET: usize = 100_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TokenBudget(usize);

impl TokenBudget {
    /// Removes the argument, which operations do not know.
    pub(crate) fn take(arguments: &mut Map<String, Value>) -> Result<TokenBudget, String> {
        let Some(given) = arguments.remove(MAX_TOKENS) else {
            return Ok(TokenBudget(DEFAULT_BUDGET));
        };
        let tokens = given.as_u64().and_then(|tokens| usize::try_from(tokens).ok());
        match tokens.filter(|tokens| (MIN_BUDGET..=MAX_BUDGET).contains(tokens)) {
            Some(tokens) => Ok(TokenBudget(tokens)),
            None => Err(format!(
                "{MAX_TOKENS} must be a number from {MIN_BUDGET} to {MAX_BUDGET}, not {given}"
            )),
        }
    }

    /// The share of each of the two forms, after names, diagnostics and braces.
    pub(crate) fn half(self) -> usize {
        self.0 * 9 / 20
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_argument_is_taken_and_checked() {
        let cases = [
            (json!({}), Ok(8_000)),
            (json!({ "maxTokens": 500 }), Ok(500)),
            (
                json!({ "maxTokens": 499 }),
                Err("maxTokens must be a number from 500 to 100000, not 499"),
            ),
            (
                json!({ "maxTokens": "x" }),
                Err("maxTokens must be a number from 500 to 100000, not \"x\""),
            ),
        ];
        for (arguments, expected) in cases {
            let mut arguments = arguments.as_object().unwrap().clone();
            let taken = TokenBudget::take(&mut arguments).map(|budget| budget.0);
            assert_eq!(taken.as_ref().map(|n| *n).map_err(|e| e.as_str()), expected);
            assert!(arguments.is_empty());
        }
    }
}
