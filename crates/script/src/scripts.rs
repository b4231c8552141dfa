//! Runs scripts, and the scripts of hooks.

use std::sync::Arc;

use rhai::{AST, Array, Dynamic, Engine, EvalAltResult, ParseError, Position, Scope};
use serde_json::Value;
use thiserror::Error;

use crate::host::{ObjectKey, ScriptHost};
use crate::json::{from_json, to_json};
use crate::limits::{ScriptLimits, TIME_UP};
use crate::object::{self, ScriptObject};

/// Why a script has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScriptError {
    /// It cannot be parsed.
    #[error("{0}")]
    Syntax(String),
    /// It exceeded a limit.
    #[error("the script was stopped: {0}")]
    Limit(String),
    /// It failed or threw an error.
    #[error("{0}")]
    Failed(String),
}

/// A call that hooks see before it is made.
#[derive(Debug, Clone, PartialEq)]
pub struct HookedCall {
    /// `SetActive`.
    pub method: String,
    pub target: Option<ObjectKey>,
    /// A script may change them.
    pub args: Vec<Value>,
}

/// What a hook decides about a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HookVerdict {
    Allow,
    /// The call is not made.
    Veto,
}

/// Runs scripts on one host.
pub struct ScriptRunner {
    host: Arc<dyn ScriptHost>,
    limits: ScriptLimits,
}

impl ScriptRunner {
    pub fn new(host: Arc<dyn ScriptHost>, limits: ScriptLimits) -> ScriptRunner {
        ScriptRunner { host, limits }
    }

    /// Returns the result of the script, or the value of its last expression.
    pub fn run(&self, source: &str) -> Result<Value, ScriptError> {
        let mut engine = self.engine();
        let script = self.parse(&engine, source)?;
        self.limits.start_clock(&mut engine);
        let result =
            engine.eval_ast::<Dynamic>(&script).map_err(|error| to_script_error(&error))?;
        Ok(to_json(&result))
    }

    /// Checks whether a script can be parsed.
    pub fn check(&self, source: &str) -> Result<(), ScriptError> {
        self.parse(&self.engine(), source).map(drop)
    }

    /// Runs the script of a hook: it sees `method`, `target` and `args`, which it may change, and
    /// vetoes the call by returning `false`.
    pub fn run_hook(
        &self,
        source: &str,
        call: &mut HookedCall,
    ) -> Result<HookVerdict, ScriptError> {
        let mut engine = self.engine();
        let script = self.parse(&engine, source)?;
        let target = call.target.map(|key| Dynamic::from(ScriptObject::new(key, &self.host)));
        let args: Array = call.args.iter().map(from_json).collect();
        let mut scope = Scope::new();
        scope.push_constant("method", call.method.clone());
        // Not a constant: the members of one cannot be set.
        scope.push_dynamic("target", target.unwrap_or(Dynamic::UNIT));
        scope.push("args", args);
        self.limits.start_clock(&mut engine);
        let result = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &script);
        let result = result.map_err(|error| to_script_error(&error))?;
        if let Some(args) = scope.get_value::<Array>("args") {
            call.args = args.iter().map(to_json).collect();
        }
        Ok(if result.as_bool() == Ok(false) { HookVerdict::Veto } else { HookVerdict::Allow })
    }

    fn engine(&self) -> Engine {
        let mut engine = Engine::new();
        self.limits.apply(&mut engine);
        // `eval` would run text as source, beyond the limit for sources.
        engine.disable_symbol("eval");
        // It would block the caller of the script beyond any time limit.
        engine.register_fn("sleep", |_: i64| no_such_function("sleep (i64)"));
        engine.register_fn("sleep", |_: f64| no_such_function("sleep (f64)"));
        object::register(&mut engine, &self.host);
        engine
    }

    fn parse(&self, engine: &Engine, source: &str) -> Result<AST, ScriptError> {
        if source.len() > self.limits.source {
            let limit = self.limits.source;
            return Err(ScriptError::Limit(format!("its source has more than {limit} bytes")));
        }
        engine.compile(source).map_err(|error: ParseError| ScriptError::Syntax(error.to_string()))
    }
}

fn no_such_function(signature: &str) -> Result<(), Box<EvalAltResult>> {
    Err(EvalAltResult::ErrorFunctionNotFound(signature.to_owned(), Position::NONE).into())
}

fn to_script_error(error: &EvalAltResult) -> ScriptError {
    match error.unwrap_inner() {
        EvalAltResult::ErrorTerminated(why, _) if why.to_string() == TIME_UP => {
            ScriptError::Limit("its time is up".to_owned())
        }
        EvalAltResult::ErrorTooManyOperations(_) => {
            ScriptError::Limit("it took too many steps".into())
        }
        EvalAltResult::ErrorStackOverflow(_) => ScriptError::Limit("it calls too deep".into()),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            ScriptError::Limit(format!("{what} is too large"))
        }
        EvalAltResult::ErrorTooManyVariables(_) => {
            ScriptError::Limit("it has too many variables".into())
        }
        inner => ScriptError::Failed(inner.to_string()),
    }
}

#[cfg(test)]
mod tests;
