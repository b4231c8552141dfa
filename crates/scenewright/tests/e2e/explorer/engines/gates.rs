//! What is refused, by whom and with which way out.

use serde_json::{Value, json};

use super::subjects::Subject;
use super::writes;
use crate::explorer::fields;

/// Tool, arguments and the setting that opens it.
const ALLOWLISTED: [(&str, &str, &str); 9] = [
    (
        "SetMember",
        r#"{"objectId":"{object}","componentType":"{component}","member":"{member}","jsonValue":"1"}"#,
        "reflectionAllowlistMembers",
    ),
    (
        "CallMethod",
        r#"{"objectId":"{object}","componentType":"{script}","method":"{method}"}"#,
        "reflectionAllowlistMembers",
    ),
    ("AddComponent", r#"{"objectId":"{object}","type":"{added}"}"#, "componentAllowlist"),
    ("RemoveComponent", r#"{"objectId":"{object}","typeOrIndex":"{added}"}"#, "componentAllowlist"),
    (
        "HookAdd",
        r#"{"type":"{hooked}","methodOrSignature":"{hookedMethod}"}"#,
        "hookAllowlistSignatures",
    ),
    ("ConsoleEval", r#"{"code":"1"}"#, "enableConsoleEval"),
    ("RunConsoleScript", r#"{"path":"a.cs"}"#, "enableConsoleEval"),
    ("RunStartupScript", "{}", "enableConsoleEval"),
    ("HookSetSource", r#"{"signature":"x","source":"1"}"#, "enableConsoleEval"),
];

/// Nothing is changed before a client has asked for it.
pub fn without_writes(subject: &Subject) {
    for row in &writes::TOOLS {
        if row.tool != "SetConfig" {
            let answer = subject.explorer.call(row.tool, subject.arguments(row.arguments));
            denied(row.tool, &answer, "allowWrites");
        }
    }
}

pub fn without_confirmation(subject: &Subject) {
    subject.explorer.allow(json!({ "allowWrites": true, "requireConfirm": true }));
    for row in &writes::TOOLS {
        if !["SetConfig", "SelectObject"].contains(&row.tool) {
            let answer = subject.explorer.call(row.tool, subject.arguments(row.arguments));
            denied(row.tool, &answer, "resend with confirm=true");
        }
    }
}

pub fn without_allowlist(subject: &Subject) {
    for (tool, arguments, setting) in ALLOWLISTED {
        let mut arguments = subject.arguments(arguments);
        arguments["confirm"] = json!(true);
        denied(tool, &subject.explorer.call(tool, arguments), setting);
    }
}

/// Refused for want of permission, with a hint that names the way out.
fn denied(tool: &str, answer: &Value, hint: &str) {
    assert_eq!(fields(answer), ["ok", "error"], "{tool}: {answer}");
    assert_eq!(fields(&answer["error"]), ["kind", "message", "hint"], "{tool}");
    assert_eq!(answer["error"]["kind"], "PermissionDenied", "{tool}: {answer}");
    let given = answer["error"]["hint"].as_str().unwrap_or_default();
    assert!(given.contains(hint), "{tool}: {answer}");
}
