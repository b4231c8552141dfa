//! Questions on the terminal. Enter chooses the default, which changes the least.

use std::io;

use super::super::install::clients::KnownClient;
use super::super::install::detect::FoundClient;
use crate::error::CommandError;
use crate::print;

/// A question that is answered with no by default.
pub(super) fn yes(question: &str) -> Result<bool, CommandError> {
    print::ask(&format!("{question} [y/N]"))?;
    Ok(matches!(line()?.to_lowercase().as_str(), "y" | "yes"))
}

/// Which of the clients to set up; all by default.
pub(super) fn clients(found: &[FoundClient]) -> Result<Vec<&'static KnownClient>, CommandError> {
    print::out("\nMCP clients on this machine:")?;
    for (index, FoundClient { client, sign }) in found.iter().enumerate() {
        let sign = print::dim(&format!("({})", print::path(sign)));
        print::out(&format!("  {}  {} {sign}", index + 1, client.title))?;
    }
    loop {
        print::ask("Set up which? Numbers separated by commas, or Enter for all:")?;
        match chosen(&line()?, found.len()) {
            Some(numbers) => {
                return Ok(numbers.iter().map(|number| found[number - 1].client).collect());
            }
            None => print::out(&format!("Type numbers from 1 to {}.", found.len()))?,
        }
    }
}

/// Numbers from 1 to `count`, each once. `None` if the answer is something else.
fn chosen(answer: &str, count: usize) -> Option<Vec<usize>> {
    if answer.is_empty() {
        return Some((1..=count).collect());
    }
    let mut numbers = Vec::new();
    for word in answer.split([',', ' ']).filter(|word| !word.is_empty()) {
        let number = word.parse().ok().filter(|number| (1..=count).contains(number))?;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    Some(numbers)
}

fn line() -> Result<String, CommandError> {
    let mut line = String::new();
    let read = io::stdin().read_line(&mut line);
    match read {
        Ok(0) => Err(CommandError::failed("the input ended before all questions were answered")
            .hint("nothing was changed; flags answer the questions, too (--help)")),
        Ok(_) => Ok(line.trim().to_owned()),
        Err(error) => Err(CommandError::failed(format!("cannot read the answer: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_chosen_once_each() {
        for (answer, expected) in [
            ("", Some(vec![1, 2, 3])),
            ("2", Some(vec![2])),
            ("3, 1,3", Some(vec![3, 1])),
            ("0", None),
            ("4", None),
            ("all", None),
        ] {
            assert_eq!(chosen(answer, 3), expected, "{answer}");
        }
    }
}
