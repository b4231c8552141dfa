//! Hooks: scripts that stand before what the world does.

mod methods;

use scenewright_catalogue::LogLevel;
use scenewright_model::ObjectId;
use scenewright_script::{Call, Hook, ObjectKey};
use serde_json::{Value, json};

use super::errands::{fault, with_scripts};
use super::{Desk, done};
use crate::args::Args;
use crate::fault::{Fault, Found};

use methods::{Hookable, Signature, hookable};

/// What a hook does until it is told otherwise.
const USUAL: &str = "// It sees `method`, `target` and `args`, and may change `args`.\n\
    // If it returns false, the call is not made.\n\
    log(`${method}(${args})`);\n";

/// Something that the world is about to do.
pub(super) struct Act<'a> {
    /// The type that has the method, and those that it derives from.
    pub(super) of: Vec<String>,
    pub(super) method: &'a str,
    pub(super) target: Option<ObjectId>,
    pub(super) args: Vec<Value>,
}

impl Act<'_> {
    fn is_meant_by(&self, signature: &str) -> bool {
        Signature::parse(signature).is_some_and(|hooked| {
            hooked.name == self.method
                && hooked.takes == self.args.len()
                && self.of.iter().any(|of| of == hooked.of)
        })
    }
}

/// Lets the hooks look at an act: what they make of its arguments, or that it is not to be. What a hook
/// itself does has no hooks, or one could call itself without end.
pub(super) fn before(desk: &Desk<'_>, act: Act<'_>) -> Found<Vec<Value>> {
    let hooks = &desk.shared.hooks;
    let meant = hooks.before(|signature| act.is_meant_by(signature));
    if desk.is_hook || meant.is_empty() {
        return Ok(act.args);
    }
    let ids = desk.view.ids;
    let target = act.target.map(|target| {
        let own = ids.known(target).unwrap_or(target);
        ObjectKey(u64::from(ids.number(own)))
    });
    let mut call = Call { method: act.method.to_owned(), target, args: act.args };
    let (fired, call) = with_scripts(&Desk { is_hook: true, ..*desk }, move |scripts| {
        let fired = hooks.fire(meant, &mut call, scripts);
        (fired, call)
    })?;
    for complaint in &fired.complaints {
        desk.shared.log(LogLevel::Warning, complaint);
    }
    match fired.vetoed_by {
        None => Ok(call.args),
        Some(by) => Err(Fault::denied(format!("the hook on {by} did not let it happen"))
            .hint("HookSetEnabled switches a hook off")),
    }
}

/// An argument that has gone through hooks.
pub(super) fn argument<'a, T>(
    args: &'a [Value],
    at: usize,
    read: impl Fn(&'a Value) -> Option<T>,
) -> Found<T> {
    let wrong = || Fault::argument(format!("a hook made argument {at} something else than it is"));
    args.get(at).and_then(read).ok_or_else(wrong)
}

fn the_hook(args: &Args, desk: &Desk<'_>) -> Found<Hook> {
    let signature = args.required("signature")?;
    desk.shared.hooks.get(signature).ok_or_else(|| missing(signature))
}

fn missing(signature: &str) -> Fault {
    Fault::not_found(format!("there is no hook on {signature}")).hint("unity://hooks lists them")
}

/// One whose type may still be hooked.
fn permitted(args: &Args, desk: &Desk<'_>) -> Found<Hook> {
    let hook = the_hook(args, desk)?;
    let of = Signature::parse(&hook.signature).map_or("", |signature| signature.of);
    desk.shared.config().permits_hook(of)?;
    Ok(hook)
}

pub(super) fn add(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let of = args.required("type")?;
    desk.shared.config().permits_hook(of)?;
    let asked = args.words("methodOrSignature")?.or(args.words("method")?);
    let asked = asked.ok_or_else(|| Fault::argument("'methodOrSignature' is required"))?;
    let signature = chosen(of, asked, hookable(desk.view, of)?)?;
    if !desk.shared.hooks.add(&signature, USUAL) {
        return Err(Fault::argument(format!("{signature} is hooked already"))
            .hint("HookSetSource changes what its hook does"));
    }
    Ok(done())
}

/// The only method of that name, or the one of that signature.
fn chosen(of: &str, asked: &str, methods: Vec<Hookable>) -> Found<String> {
    let fits = |it: &Hookable| it.signature == asked || it.name == asked;
    let mut fitting = methods.into_iter().filter(fits).map(|it| it.signature);
    match (fitting.next(), fitting.next()) {
        (Some(signature), None) => Ok(signature),
        (Some(signature), Some(_)) => {
            Err(Fault::argument(format!("{of} has several methods '{asked}'"))
                .hint(format!("give the full signature, e.g. {signature}")))
        }
        (None, _) => Err(Fault::not_found(format!("{of} has no method '{asked}' to hook"))
            .hint("HookListMethods names the methods of a type")),
    }
}

pub(super) fn remove(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let hook = the_hook(args, desk)?;
    desk.shared.hooks.remove(&hook.signature);
    Ok(done())
}

pub(super) fn set_enabled(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let enabled = args.required_flag("enabled")?;
    desk.shared.hooks.set_enabled(&permitted(args, desk)?.signature, enabled);
    Ok(done())
}

pub(super) fn set_source(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    let source = args.text("source")?.ok_or_else(|| Fault::argument("'source' is required"))?;
    let hook = permitted(args, desk)?;
    let checked = with_scripts(desk, |scripts| scripts.check(source))?;
    checked.map_err(|stopped| fault(&stopped))?;
    desk.shared.hooks.set_source(&hook.signature, source);
    Ok(done())
}

pub(super) fn source(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let Hook { signature, source, .. } = the_hook(args, desk)?;
    Ok(json!({ "ok": true, "signature": signature, "source": source }))
}

pub(super) fn allowed_types(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    Ok(json!({ "ok": true, "items": desk.shared.config().hook_allowlist_signatures }))
}

pub(super) fn list_methods(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (of, filter) = (args.required("type")?, args.words("filter")?);
    desk.shared.config().permits_hook(of)?;
    let mut methods = hookable(desk.view, of)?;
    methods.retain(|it| filter.is_none_or(|part| it.has(part)));
    let show = |it: &Hookable| json!({ "Name": it.name, "Signature": it.signature });
    Ok(args.part(100)?.page(methods, show))
}

/// In the order of their adding.
pub(crate) fn list(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let show = |it: &Hook| json!({ "Signature": it.signature, "Enabled": it.enabled });
    Ok(args.part(100)?.page(desk.shared.hooks.all(), show))
}
