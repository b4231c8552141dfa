//! Hooks: scripts that run before a change and may alter or veto it.
//!
//! Invariant: what a hook does triggers no hooks, or one could call itself without end.

mod methods;

use scenewright_catalogue::LogLevel;
use scenewright_model::ObjectId;
use scenewright_script::{Hook, HookedCall, ObjectKey};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::script_host::{to_explorer_error, with_scripts};
use super::{ExplorerTool, ToolContext, ok_answer, tool};
use crate::arguments::{NoArguments, PageArguments, missing};
use crate::error::{ExplorerError, ExplorerResult};

use methods::{HookTarget, MethodSignature, hook_targets};

/// The source of a new hook.
const DEFAULT_SOURCE: &str = "// It sees `method`, `target` and `args`, and may change `args`.\n\
    // If it returns false, the call is not made.\n\
    log(`${method}(${args})`);\n";

const DEFAULT_LIMIT: usize = 100;

/// Reachable as a resource only.
pub(crate) static LIST: ExplorerTool =
    tool!(Reads, "ListHooks", "The methods that are hooked.", list);

#[derive(Deserialize, JsonSchema)]
pub(super) struct HookArguments {
    /// The full signature of the hooked method
    signature: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct HookEnabledArguments {
    /// The full signature of the hooked method
    signature: String,
    /// On or off
    enabled: bool,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct HookSourceArguments {
    /// The full signature of the hooked method
    signature: String,
    /// The source, in Rhai
    source: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HookAddArguments {
    /// The full type
    #[serde(rename = "type")]
    type_name: String,
    /// The name of the method or its full signature
    method_or_signature: Option<String>,
    /// The same, as older clients call it
    method: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct HookMethodsArguments {
    /// The full type
    #[serde(rename = "type")]
    type_name: String,
    /// A part of the name or signature
    filter: Option<String>,
    #[serde(flatten)]
    page: PageArguments,
}

/// A method that is about to be run.
pub(super) struct PendingCall<'a> {
    /// The type that has the method, and the types that it derives from.
    pub(super) types: Vec<String>,
    pub(super) method: &'a str,
    pub(super) target: Option<ObjectId>,
    pub(super) args: Vec<Value>,
}

impl PendingCall<'_> {
    fn matches(&self, signature: &str) -> bool {
        MethodSignature::parse(signature).is_some_and(|hooked| {
            hooked.name == self.method
                && hooked.parameter_count == self.args.len()
                && self.types.iter().any(|type_name| type_name == hooked.declaring_type)
        })
    }
}

/// Runs the hooks of a call. Returns the arguments as the hooks leave them; a veto is an error.
pub(super) fn run_hooks(
    ctx: &ToolContext<'_>,
    pending: PendingCall<'_>,
) -> ExplorerResult<Vec<Value>> {
    let hooks = &ctx.state.hooks;
    let matching = hooks.matching(|signature| pending.matches(signature));
    if ctx.is_hook || matching.is_empty() {
        return Ok(pending.args);
    }
    let ids = ctx.view.ids;
    let target = pending.target.map(|target| {
        let own = ids.object_id(target).unwrap_or(target);
        ObjectKey(u64::from(ids.number(own)))
    });
    let mut call = HookedCall { method: pending.method.to_owned(), target, args: pending.args };
    let (outcome, call) = with_scripts(&ToolContext { is_hook: true, ..*ctx }, move |scripts| {
        let outcome = hooks.run(matching, &mut call, scripts);
        (outcome, call)
    })?;
    for warning in &outcome.warnings {
        ctx.state.log(LogLevel::Warning, warning);
    }
    match outcome.vetoed_by {
        None => Ok(call.args),
        Some(hook) => {
            Err(ExplorerError::permission_denied(format!("the hook on {hook} vetoed the call"))
                .hint("HookSetEnabled turns a hook off"))
        }
    }
}

/// An argument that hooks may have changed.
pub(super) fn argument<'a, T>(
    args: &'a [Value],
    index: usize,
    read: impl Fn(&'a Value) -> Option<T>,
) -> ExplorerResult<T> {
    let wrong = || {
        let message = format!("a hook changed argument {index} to a value of another type");
        ExplorerError::invalid_argument(message)
    };
    args.get(index).and_then(read).ok_or_else(wrong)
}

fn find_hook(signature: &str, ctx: &ToolContext<'_>) -> ExplorerResult<Hook> {
    ctx.state.hooks.get(signature).ok_or_else(|| {
        ExplorerError::not_found(format!("there is no hook on {signature}"))
            .hint("unity://hooks lists the hooks")
    })
}

/// A hook whose type may still be hooked.
fn permitted_hook(signature: &str, ctx: &ToolContext<'_>) -> ExplorerResult<Hook> {
    let hook = find_hook(signature, ctx)?;
    let parsed = MethodSignature::parse(&hook.signature);
    let type_name = parsed.map_or("", |signature| signature.declaring_type);
    ctx.state.config().check_hook(type_name)?;
    Ok(hook)
}

pub(super) fn add(args: HookAddArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let HookAddArguments { type_name, method_or_signature, method } = args;
    ctx.state.config().check_hook(&type_name)?;
    let asked = method_or_signature.or(method).ok_or_else(|| missing("methodOrSignature"))?;
    let signature = choose_signature(&type_name, &asked, hook_targets(ctx.view, &type_name)?)?;
    if !ctx.state.hooks.add(&signature, DEFAULT_SOURCE) {
        return Err(ExplorerError::invalid_argument(format!("{signature} is already hooked"))
            .hint("HookSetSource changes the source of a hook"));
    }
    Ok(ok_answer())
}

/// The only method of that name, or the one with that signature.
fn choose_signature(
    type_name: &str,
    asked: &str,
    methods: Vec<HookTarget>,
) -> ExplorerResult<String> {
    let is_asked = |it: &HookTarget| it.signature == asked || it.name == asked;
    let mut matching = methods.into_iter().filter(is_asked).map(|it| it.signature);
    match (matching.next(), matching.next()) {
        (Some(signature), None) => Ok(signature),
        (Some(signature), Some(_)) => {
            let message = format!("{type_name} has several methods '{asked}'");
            Err(ExplorerError::invalid_argument(message)
                .hint(format!("give the full signature, e.g. {signature}")))
        }
        (None, _) => {
            let message = format!("{type_name} has no method '{asked}' to hook");
            Err(ExplorerError::not_found(message)
                .hint("HookListMethods lists the methods of a type"))
        }
    }
}

pub(super) fn remove(args: HookArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let hook = find_hook(&args.signature, ctx)?;
    ctx.state.hooks.remove(&hook.signature);
    Ok(ok_answer())
}

pub(super) fn set_enabled(
    args: HookEnabledArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    let hook = permitted_hook(&args.signature, ctx)?;
    ctx.state.hooks.set_enabled(&hook.signature, args.enabled);
    Ok(ok_answer())
}

pub(super) fn set_source(
    args: HookSourceArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    ctx.state.config().check_code()?;
    let hook = permitted_hook(&args.signature, ctx)?;
    let checked = with_scripts(ctx, |scripts| scripts.check(&args.source))?;
    checked.map_err(|error| to_explorer_error(&error))?;
    ctx.state.hooks.set_source(&hook.signature, &args.source);
    Ok(ok_answer())
}

pub(super) fn source(args: HookArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let Hook { signature, source, .. } = find_hook(&args.signature, ctx)?;
    Ok(json!({ "ok": true, "signature": signature, "source": source }))
}

pub(super) fn allowed_types(_: NoArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(json!({ "ok": true, "items": ctx.state.config().hook_allowlist_signatures }))
}

pub(super) fn list_methods(
    args: HookMethodsArguments,
    ctx: &ToolContext<'_>,
) -> ExplorerResult<Value> {
    ctx.state.config().check_hook(&args.type_name)?;
    let mut methods = hook_targets(ctx.view, &args.type_name)?;
    methods.retain(|it| args.filter.as_deref().is_none_or(|part| it.has(part)));
    let to_json = |it: &HookTarget| json!({ "Name": it.name, "Signature": it.signature });
    Ok(args.page.range(DEFAULT_LIMIT).to_page(methods, to_json))
}

/// In the order in which they were added.
fn list(page: PageArguments, ctx: &ToolContext<'_>) -> ExplorerResult<Value> {
    let to_json = |it: &Hook| json!({ "Signature": it.signature, "Enabled": it.enabled });
    Ok(page.range(DEFAULT_LIMIT).to_page(ctx.state.hooks.all(), to_json))
}
