//! Hooks on methods. What may be hooked is told; hooking itself is not here yet.

use serde_json::{Value, json};

use super::Desk;
use crate::args::Args;
use crate::fault::{Fault, Found, Kind};
use crate::members::methods as methods_of;
use crate::view::walk::contains;

pub(super) fn hook(args: &Args, _: &Desk<'_>) -> Found<Value> {
    let signature = args.required("signature")?;
    Err(Fault::not_found(format!("there is no hook on {signature}"))
        .hint("unity://hooks lists them"))
}

pub(super) fn hook_source(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_code()?;
    hook(args, desk)
}

pub(super) fn hook_add(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    desk.shared.config().permits_hook(args.required("type")?)?;
    Err(no_hooks())
}

fn no_hooks() -> Fault {
    Fault::new(Kind::NotReady, "this server cannot hook methods yet")
}

pub(super) fn allowed_types(_: &Args, desk: &Desk<'_>) -> Found<Value> {
    Ok(json!({ "ok": true, "items": desk.shared.config().hook_allowlist_signatures }))
}

pub(super) fn methods(args: &Args, desk: &Desk<'_>) -> Found<Value> {
    let (type_name, filter) = (args.required("type")?, args.words("filter")?);
    desk.shared.config().permits_hook(type_name)?;
    let mut methods = methods_of(type_name);
    methods.retain(|method| filter.is_none_or(|part| contains(&method.signature(), part)));
    let show = |method: &crate::members::Method| json!({ "Name": method.name, "Signature": method.signature() });
    Ok(args.part(100)?.page(methods, show))
}

/// Nothing is hooked as long as nothing can be run.
pub(crate) fn hooks(_: &Args, _: &Desk<'_>) -> Found<Value> {
    Ok(json!({ "Total": 0, "Items": [] }))
}
