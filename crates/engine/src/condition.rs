//! The conditions that an act waits for, as people write them:
//! `Player:position:x > 200 and (exists Door or signal Player:hit) and not %Menu:visible`.
//!
//! Invariant: a text that is not understood as a whole is an error. Nothing is ignored.

mod lexer;
#[cfg(test)]
mod tests;

use scenewright_model::{Comparison, EditValue, GameCondition, GameProperty, GameSignal};
use thiserror::Error;

use lexer::{Lexer, Token};

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("at column {column}: {problem}")]
pub struct ConditionError {
    /// From 1.
    pub column: usize,
    pub problem: String,
}

type Result<T> = std::result::Result<T, ConditionError>;

pub fn parse_condition(text: &str) -> Result<GameCondition> {
    let mut parser = Parser { lexer: Lexer::new(text), depth: 0 };
    let condition = parser.any()?;
    parser.expect_end()?;
    Ok(condition)
}

/// `Player:position:x`: a node, then a property with its parts.
pub fn parse_property(text: &str) -> Result<GameProperty> {
    let mut parser = Parser { lexer: Lexer::new(text), depth: 0 };
    let (node, property) = parser.node_and_name("a property")?;
    parser.expect_end()?;
    Ok(GameProperty { node, property })
}

/// `Player:hit`: a node and a signal.
pub fn parse_signal(text: &str) -> Result<GameSignal> {
    let mut parser = Parser { lexer: Lexer::new(text), depth: 0 };
    let (node, signal) = parser.node_and_name("a signal")?;
    parser.expect_end()?;
    Ok(GameSignal { node, signal })
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    depth: usize,
}

impl Parser<'_> {
    fn any(&mut self) -> Result<GameCondition> {
        let mut parts = vec![self.all()?];
        while self.lexer.take_word("or") {
            parts.push(self.all()?);
        }
        Ok(one_or(parts, GameCondition::Any))
    }

    fn all(&mut self) -> Result<GameCondition> {
        let mut parts = vec![self.one()?];
        while self.lexer.take_word("and") {
            parts.push(self.one()?);
        }
        Ok(one_or(parts, GameCondition::All))
    }

    fn one(&mut self) -> Result<GameCondition> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("the condition is nested too deeply"));
        }
        self.depth += 1;
        let condition = self.one_inside();
        self.depth -= 1;
        condition
    }

    fn one_inside(&mut self) -> Result<GameCondition> {
        if self.lexer.take_word("not") {
            return Ok(GameCondition::Not(Box::new(self.one()?)));
        }
        if self.lexer.take_symbol("(") {
            let inside = self.any()?;
            if !self.lexer.take_symbol(")") {
                return Err(self.error("')' is missing"));
            }
            return Ok(inside);
        }
        if self.lexer.take_word("exists") {
            return Ok(GameCondition::Exists(self.node()?));
        }
        if self.lexer.take_word("gone") {
            return Ok(GameCondition::Not(Box::new(GameCondition::Exists(self.node()?))));
        }
        if self.lexer.take_word("signal") {
            let (node, signal) = self.node_and_name("a signal")?;
            return Ok(GameCondition::Signal(GameSignal { node, signal }));
        }
        if self.lexer.take_word("expression") {
            return self.expression();
        }
        if self.lexer.take_word("ticks") {
            let number = self.at_least()?;
            return match number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) {
                true => Ok(GameCondition::Ticks(number as u32)),
                false => Err(self.error("ticks are whole numbers")),
            };
        }
        if self.lexer.take_word("seconds") {
            return Ok(GameCondition::Seconds(self.at_least()?));
        }
        self.comparison()
    }

    /// A property alone stands for one that is true.
    fn comparison(&mut self) -> Result<GameCondition> {
        let (node, property) = self.node_and_name("a property")?;
        let property = GameProperty { node, property };
        match self.lexer.take_operator() {
            Some(operator) => {
                let value = self.value()?;
                Ok(GameCondition::Compare { property, operator, value })
            }
            None => {
                let (operator, value) = (Comparison::Equal, EditValue::Bool(true));
                Ok(GameCondition::Compare { property, operator, value })
            }
        }
    }

    fn expression(&mut self) -> Result<GameCondition> {
        let node = self.node()?;
        match self.lexer.next() {
            Some(Token::Text(text)) => Ok(GameCondition::Expression { node, text }),
            _ => Err(self.error("after the node, the expression is expected in quotes")),
        }
    }

    fn at_least(&mut self) -> Result<f64> {
        if self.lexer.take_operator() != Some(Comparison::GreaterOrEqual) {
            return Err(self.error("'>=' is expected"));
        }
        match self.lexer.next() {
            Some(Token::Word(word)) => {
                word.parse().map_err(|_| self.error(&format!("'{word}' is not a number")))
            }
            _ => Err(self.error("a number is expected")),
        }
    }

    fn value(&mut self) -> Result<EditValue> {
        match self.lexer.next() {
            Some(Token::Text(text)) => Ok(EditValue::Text(text)),
            Some(Token::Word(word)) => match word.as_str() {
                "true" => Ok(EditValue::Bool(true)),
                "false" => Ok(EditValue::Bool(false)),
                "null" => Ok(EditValue::Null),
                _ => self.number(&word),
            },
            _ => Err(self.error("a value is expected")),
        }
    }

    fn number(&self, word: &str) -> Result<EditValue> {
        let whole = word.parse().map(EditValue::Int);
        let number = || word.parse().ok().filter(|it: &f64| it.is_finite()).map(EditValue::Float);
        whole.ok().or_else(number).ok_or_else(|| {
            self.error(&format!(
                "'{word}' is no value; values are numbers, true, false, null and texts in quotes"
            ))
        })
    }

    fn node(&mut self) -> Result<String> {
        match self.lexer.next() {
            Some(Token::Text(path) | Token::Word(path)) if !path.contains(':') => Ok(path),
            Some(Token::Word(path)) => {
                Err(self.error(&format!("'{path}' has a property; a node is expected")))
            }
            _ => Err(self.error("a node is expected, such as Player, Level/Door or %Score")),
        }
    }

    /// A path with spaces is in quotes: `"Big Door":visible`.
    fn node_and_name(&mut self, what: &str) -> Result<(String, String)> {
        let (node, name) = match self.lexer.next() {
            Some(Token::Text(node)) => match self.lexer.take_suffix() {
                Some(name) => (node, name),
                None => {
                    return Err(self.error(&format!("after the node, ':' and {what} are missing")));
                }
            },
            Some(Token::Word(word)) => match word.split_once(':') {
                Some((node, name)) => (node.to_owned(), name.to_owned()),
                None => {
                    return Err(self.error(&format!(
                        "'{word}' names no {}; write NODE:{}",
                        what.trim_start_matches("a "),
                        what.trim_start_matches("a ").to_uppercase()
                    )));
                }
            },
            _ => return Err(self.error("a condition is expected")),
        };
        match node.is_empty() || name.is_empty() || name.split(':').any(str::is_empty) {
            true => Err(self.error(&format!("a node, ':' and {what} are expected"))),
            false => Ok((node, name)),
        }
    }

    fn expect_end(&mut self) -> Result<()> {
        match self.lexer.next() {
            None => Ok(()),
            Some(token) => Err(self.error(&format!("'{token}' is not expected here"))),
        }
    }

    /// At the token that was read last.
    fn error(&self, problem: &str) -> ConditionError {
        ConditionError { column: self.lexer.column(), problem: problem.to_owned() }
    }
}

fn one_or(
    mut parts: Vec<GameCondition>,
    join: impl FnOnce(Vec<GameCondition>) -> GameCondition,
) -> GameCondition {
    match parts.len() {
        1 => parts.remove(0),
        _ => join(parts),
    }
}
