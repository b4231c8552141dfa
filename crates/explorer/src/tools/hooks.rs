//! Hooks: scripts that stand before what the world does.

mod methods;

use scenewright_catalogue::LogLevel;
use scenewright_model::ObjectId;
use scenewright_script::{Hook, HookedCall, ObjectKey};
use serde_json::{Value, json};

use super::errands::{to_explorer_error, with_scripts};
use super::{ToolContext, ok_answer};
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};

use methods::{HookTarget, MethodSignature, hook_targets};

/// What a hook does until it is told otherwise.
const DEFAULT_SOURCE: &str = "// It sees `method`, `target` and `args`, and may change `args`.\n\
    // If it returns false, the call is not made.\n\
    log(`${method}(${args})`);\n";

/// Something that the world is about to do.
pub(super) struct PendingCall<'a> {
    /// The type that has the method, and those that it derives from.
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
                && self.types.iter().any(|of| of == hooked.declaring_type)
        })
    }
}

/// Lets the hooks look at an act: what they make of its arguments, or that it is not to be. What a hook
/// itself does has no hooks, or one could call itself without end.
pub(super) fn run_hooks(
    desk: &ToolContext<'_>,
    act: PendingCall<'_>,
) -> ExplorerResult<Vec<Value>> {
    let hooks = &desk.shared.hooks;
    let meant = hooks.matching(|signature| act.matches(signature));
    if desk.is_hook || meant.is_empty() {
        return Ok(act.args);
    }
    let ids = desk.view.ids;
    let target = act.target.map(|target| {
        let own = ids.object_id(target).unwrap_or(target);
        ObjectKey(u64::from(ids.number(own)))
    });
    let mut call = HookedCall { method: act.method.to_owned(), target, args: act.args };
    let (fired, call) = with_scripts(&ToolContext { is_hook: true, ..*desk }, move |scripts| {
        let fired = hooks.run(meant, &mut call, scripts);
        (fired, call)
    })?;
    for complaint in &fired.warnings {
        desk.shared.log(LogLevel::Warning, complaint);
    }
    match fired.vetoed_by {
        None => Ok(call.args),
        Some(by) => {
            Err(ExplorerError::permission_denied(format!("the hook on {by} did not let it happen"))
                .hint("HookSetEnabled switches a hook off"))
        }
    }
}

/// An argument that has gone through hooks.
pub(super) fn argument<'a, T>(
    args: &'a [Value],
    at: usize,
    read: impl Fn(&'a Value) -> Option<T>,
) -> ExplorerResult<T> {
    let wrong = || {
        ExplorerError::invalid_argument(format!(
            "a hook made argument {at} something else than it is"
        ))
    };
    args.get(at).and_then(read).ok_or_else(wrong)
}

fn find_hook(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Hook> {
    let signature = args.required("signature")?;
    desk.shared.hooks.get(signature).ok_or_else(|| missing(signature))
}

fn missing(signature: &str) -> ExplorerError {
    ExplorerError::not_found(format!("there is no hook on {signature}"))
        .hint("unity://hooks lists them")
}

/// One whose type may still be hooked.
fn permitted_hook(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Hook> {
    let hook = find_hook(args, desk)?;
    let of =
        MethodSignature::parse(&hook.signature).map_or("", |signature| signature.declaring_type);
    desk.shared.config().check_hook(of)?;
    Ok(hook)
}

pub(super) fn add(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let of = args.required("type")?;
    desk.shared.config().check_hook(of)?;
    let asked = args.nonblank("methodOrSignature")?.or(args.nonblank("method")?);
    let asked =
        asked.ok_or_else(|| ExplorerError::invalid_argument("'methodOrSignature' is required"))?;
    let signature = choose_signature(of, asked, hook_targets(desk.view, of)?)?;
    if !desk.shared.hooks.add(&signature, DEFAULT_SOURCE) {
        return Err(ExplorerError::invalid_argument(format!("{signature} is hooked already"))
            .hint("HookSetSource changes what its hook does"));
    }
    Ok(ok_answer())
}

/// The only method of that name, or the one of that signature.
fn choose_signature(of: &str, asked: &str, methods: Vec<HookTarget>) -> ExplorerResult<String> {
    let fits = |it: &HookTarget| it.signature == asked || it.name == asked;
    let mut fitting = methods.into_iter().filter(fits).map(|it| it.signature);
    match (fitting.next(), fitting.next()) {
        (Some(signature), None) => Ok(signature),
        (Some(signature), Some(_)) => {
            Err(ExplorerError::invalid_argument(format!("{of} has several methods '{asked}'"))
                .hint(format!("give the full signature, e.g. {signature}")))
        }
        (None, _) => Err(ExplorerError::not_found(format!("{of} has no method '{asked}' to hook"))
            .hint("HookListMethods names the methods of a type")),
    }
}

pub(super) fn remove(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let hook = find_hook(args, desk)?;
    desk.shared.hooks.remove(&hook.signature);
    Ok(ok_answer())
}

pub(super) fn set_enabled(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let enabled = args.required_flag("enabled")?;
    desk.shared.hooks.set_enabled(&permitted_hook(args, desk)?.signature, enabled);
    Ok(ok_answer())
}

pub(super) fn set_source(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    desk.shared.config().check_code()?;
    let source = args
        .text("source")?
        .ok_or_else(|| ExplorerError::invalid_argument("'source' is required"))?;
    let hook = permitted_hook(args, desk)?;
    let checked = with_scripts(desk, |scripts| scripts.check(source))?;
    checked.map_err(|stopped| to_explorer_error(&stopped))?;
    desk.shared.hooks.set_source(&hook.signature, source);
    Ok(ok_answer())
}

pub(super) fn source(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let Hook { signature, source, .. } = find_hook(args, desk)?;
    Ok(json!({ "ok": true, "signature": signature, "source": source }))
}

pub(super) fn allowed_types(_: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    Ok(json!({ "ok": true, "items": desk.shared.config().hook_allowlist_signatures }))
}

pub(super) fn list_methods(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let (of, filter) = (args.required("type")?, args.nonblank("filter")?);
    desk.shared.config().check_hook(of)?;
    let mut methods = hook_targets(desk.view, of)?;
    methods.retain(|it| filter.is_none_or(|part| it.has(part)));
    let show = |it: &HookTarget| json!({ "Name": it.name, "Signature": it.signature });
    Ok(args.page_range(100)?.to_page(methods, show))
}

/// In the order of their adding.
pub(crate) fn list(args: &ExplorerArgs, desk: &ToolContext<'_>) -> ExplorerResult<Value> {
    let show = |it: &Hook| json!({ "Signature": it.signature, "Enabled": it.enabled });
    Ok(args.page_range(100)?.to_page(desk.shared.hooks.all(), show))
}
