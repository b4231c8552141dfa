//! Hooks: scripts that run before calls, in the order in which they were added.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::scripts::{HookVerdict, HookedCall, ScriptError, ScriptRunner};

/// A hook that fails this often in a row is turned off.
const MAX_FAILURES: u32 = 5;

/// The full signature of a method: `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
pub type Signature = String;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    pub signature: Signature,
    pub enabled: bool,
    pub source: String,
    failures: u32,
}

#[derive(Debug, Default)]
pub struct Hooks(Mutex<Vec<Hook>>);

/// The outcome of the hooks of one call.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HookOutcome {
    /// The hook that vetoed the call.
    pub vetoed_by: Option<Signature>,
    /// For the log: failures, and hooks that were turned off.
    pub warnings: Vec<String>,
}

impl Hooks {
    /// `false` if it exists already.
    pub fn add(&self, signature: &str, source: &str) -> bool {
        let mut hooks = self.lock();
        if hooks.iter().any(|hook| hook.signature == signature) {
            return false;
        }
        let (signature, source) = (signature.to_owned(), source.to_owned());
        hooks.push(Hook { signature, enabled: true, source, failures: 0 });
        true
    }

    /// `false` if there is none.
    pub fn remove(&self, signature: &str) -> bool {
        let mut hooks = self.lock();
        let before = hooks.len();
        hooks.retain(|hook| hook.signature != signature);
        hooks.len() < before
    }

    /// `false` if there is none. Its failures are forgotten.
    pub fn set_enabled(&self, signature: &str, enabled: bool) -> bool {
        self.change(signature, |hook| {
            hook.enabled = enabled;
            hook.failures = 0;
        })
    }

    /// `false` if there is none. The caller checks the source.
    pub fn set_source(&self, signature: &str, source: &str) -> bool {
        self.change(signature, |hook| {
            source.clone_into(&mut hook.source);
            hook.failures = 0;
        })
    }

    pub fn get(&self, signature: &str) -> Option<Hook> {
        self.lock().iter().find(|hook| hook.signature == signature).cloned()
    }

    pub fn all(&self) -> Vec<Hook> {
        self.lock().clone()
    }

    /// The hooks of a call, in the order in which they were added: those that are on and whose signature
    /// matches.
    pub fn matching(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Hook> {
        let fitting = |hook: &&Hook| hook.enabled && is_meant(&hook.signature);
        self.lock().iter().filter(fitting).cloned().collect()
    }

    /// Runs the hooks of a call one after another, each on the arguments as the one before left them. A veto
    /// ends it; a hook that fails lets the call pass.
    ///
    /// Nothing is locked while a script runs: it may take long and lead to other calls.
    pub fn run(
        &self,
        hooks: Vec<Hook>,
        call: &mut HookedCall,
        scripts: &ScriptRunner,
    ) -> HookOutcome {
        let mut fired = HookOutcome::default();
        for hook in hooks {
            let outcome = scripts.run_hook(&hook.source, call);
            if let Err(stopped) = &outcome {
                fired.warnings.push(self.failed(&hook.signature, stopped));
            } else {
                self.change(&hook.signature, |hook| hook.failures = 0);
            }
            if outcome == Ok(HookVerdict::Veto) {
                fired.vetoed_by = Some(hook.signature);
                break;
            }
        }
        fired
    }

    fn failed(&self, signature: &str, stopped: &ScriptError) -> String {
        let mut is_off = false;
        self.change(signature, |hook| {
            hook.failures += 1;
            is_off = hook.failures >= MAX_FAILURES;
            hook.enabled &= !is_off;
        });
        let off = if is_off {
            format!("; it failed {MAX_FAILURES} times and is off now")
        } else {
            String::new()
        };
        format!("the hook on {signature} failed: {stopped}{off}")
    }

    fn change(&self, signature: &str, change: impl FnOnce(&mut Hook)) -> bool {
        let mut hooks = self.lock();
        let found = hooks.iter_mut().find(|hook| hook.signature == signature);
        found.map(change).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Hook>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
