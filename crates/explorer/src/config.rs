//! The permissions of clients, kept in a file. A client can always remove permissions; it can add some only
//! on a server that its user started with `--allow-writes`.
//!
//! Invariant: a client never gets more permissions than the user of the server gave.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::arguments::{self, RawArguments};
use crate::error::{ExplorerError, ExplorerResult};

const CONFIG_FILE: &str = "mcp.config.json";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
pub(crate) struct ExplorerConfig {
    pub(crate) allow_writes: bool,
    pub(crate) require_confirm: bool,
    pub(crate) enable_console_eval: bool,
    pub(crate) component_allowlist: Vec<String>,
    pub(crate) reflection_allowlist_members: Vec<String>,
    pub(crate) hook_allowlist_signatures: Vec<String>,
}

/// The arguments of `SetConfig`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfigArguments {
    /// Tools may change things
    allow_writes: Option<bool>,
    /// Each change needs confirm=true
    require_confirm: Option<bool>,
    /// Code may be run
    enable_console_eval: Option<bool>,
    /// Types that may be added and removed
    component_allowlist: Option<Vec<String>>,
    /// Members that may be set or called: Type.Member
    reflection_allowlist_members: Option<Vec<String>>,
    /// Types that may be hooked
    hook_allowlist_signatures: Option<Vec<String>>,
    /// Read the settings again and end all streams
    #[serde(default)]
    pub(crate) restart: bool,
}

impl Default for ExplorerConfig {
    fn default() -> ExplorerConfig {
        ExplorerConfig {
            allow_writes: false,
            require_confirm: true,
            enable_console_eval: false,
            component_allowlist: Vec::new(),
            reflection_allowlist_members: Vec::new(),
            hook_allowlist_signatures: Vec::new(),
        }
    }
}

impl ExplorerConfig {
    /// The saved settings; the defaults where there are none or they cannot be read.
    pub(crate) fn load(folder: Option<&Path>, may_write: bool) -> ExplorerConfig {
        let text = folder.and_then(|folder| fs::read_to_string(folder.join(CONFIG_FILE)).ok());
        let read = |text: String| {
            let parsed = serde_json::from_str(&text);
            parsed
                .inspect_err(|error| tracing::warn!(%error, "{CONFIG_FILE} cannot be parsed"))
                .ok()
        };
        let kept: ExplorerConfig = text.and_then(read).unwrap_or_default();
        if may_write { kept } else { kept.without_permissions() }
    }

    fn without_permissions(self) -> ExplorerConfig {
        ExplorerConfig {
            allow_writes: false,
            require_confirm: true,
            enable_console_eval: false,
            ..self
        }
    }

    /// The settings with the arguments of `SetConfig`; absent ones stay as they are.
    pub(crate) fn with_arguments(&self, args: ConfigArguments) -> ExplorerConfig {
        let list = |given: Option<Vec<String>>, current: &Vec<String>| {
            given.unwrap_or_else(|| current.clone())
        };
        ExplorerConfig {
            allow_writes: args.allow_writes.unwrap_or(self.allow_writes),
            require_confirm: args.require_confirm.unwrap_or(self.require_confirm),
            enable_console_eval: args.enable_console_eval.unwrap_or(self.enable_console_eval),
            component_allowlist: list(args.component_allowlist, &self.component_allowlist),
            reflection_allowlist_members: list(
                args.reflection_allowlist_members,
                &self.reflection_allowlist_members,
            ),
            hook_allowlist_signatures: list(
                args.hook_allowlist_signatures,
                &self.hook_allowlist_signatures,
            ),
        }
    }

    /// Whether it allows anything that `before` does not.
    pub(crate) fn raises(&self, before: &ExplorerConfig) -> bool {
        let more = |now: &[String], before: &[String]| now.iter().any(|it| !before.contains(it));
        self.allow_writes && !before.allow_writes
            || !self.require_confirm && before.require_confirm
            || self.enable_console_eval && !before.enable_console_eval
            || more(&self.component_allowlist, &before.component_allowlist)
            || more(&self.reflection_allowlist_members, &before.reflection_allowlist_members)
            || more(&self.hook_allowlist_signatures, &before.hook_allowlist_signatures)
    }

    pub(crate) fn save(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
        replace_file(&folder.join(CONFIG_FILE), text.as_bytes())
    }

    pub(crate) fn to_json(&self, bind: &str, port: u16, root: Option<&Path>) -> Value {
        json!({
            "ok": true,
            "enabled": true,
            "bindAddress": bind,
            "port": port,
            "allowWrites": self.allow_writes,
            "requireConfirm": self.require_confirm,
            "exportRoot": root.map(|root| root.display().to_string()),
            "logLevel": "Information",
            "componentAllowlist": self.component_allowlist,
            "reflectionAllowlistMembers": self.reflection_allowlist_members,
            "enableConsoleEval": self.enable_console_eval,
            "hookAllowlistSignatures": self.hook_allowlist_signatures,
        })
    }

    /// Checked before every tool that changes something.
    pub(crate) fn check_write(
        &self,
        needs_confirmation: bool,
        given: &RawArguments,
    ) -> ExplorerResult<()> {
        if !self.allow_writes {
            return Err(ExplorerError::permission_denied("Writing is off").hint(
                "start the server with --allow-writes, then call SetConfig with allowWrites=true",
            ));
        }
        let is_confirmed = arguments::flag(given, "confirm")?;
        if needs_confirmation && self.require_confirm && !is_confirmed {
            return Err(ExplorerError::permission_denied("This has to be confirmed")
                .hint("resend with confirm=true"));
        }
        Ok(())
    }

    pub(crate) fn check_member(&self, type_name: &str, member: &str) -> ExplorerResult<()> {
        let entry = format!("{type_name}.{member}");
        if self.reflection_allowlist_members.contains(&entry) {
            return Ok(());
        }
        Err(ExplorerError::permission_denied(format!("{entry} is not in the allowlist"))
            .hint(format!("add it: SetConfig with reflectionAllowlistMembers=[\"{entry}\"]")))
    }

    pub(crate) fn check_component(&self, type_name: &str) -> ExplorerResult<()> {
        if self.component_allowlist.iter().any(|allowed| allowed == type_name) {
            return Ok(());
        }
        Err(ExplorerError::permission_denied(format!("{type_name} is not in the allowlist"))
            .hint(format!("add it: SetConfig with componentAllowlist=[\"{type_name}\"]")))
    }

    pub(crate) fn check_code(&self) -> ExplorerResult<()> {
        if self.enable_console_eval {
            return Ok(());
        }
        Err(ExplorerError::permission_denied("Running code is off")
            .hint("call SetConfig with enableConsoleEval=true"))
    }

    pub(crate) fn check_hook(&self, type_name: &str) -> ExplorerResult<()> {
        if self.hook_allowlist_signatures.iter().any(|allowed| allowed == type_name) {
            return Ok(());
        }
        Err(ExplorerError::permission_denied(format!("{type_name} is not in the allowlist"))
            .hint(format!("add it: SetConfig with hookAllowlistSignatures=[\"{type_name}\"]")))
    }
}

/// Replaces a file as a whole.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside: PathBuf = path.with_extension("new");
    fs::write(&beside, bytes)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::argument_schema;

    use super::*;

    fn args(value: Value) -> ConfigArguments {
        arguments::read(&argument_schema::<ConfigArguments>(), &raw(value)).unwrap()
    }

    fn raw(value: Value) -> RawArguments {
        value.as_object().cloned().unwrap()
    }

    #[test]
    fn what_is_kept_comes_back_without_permissions_on_a_server_that_may_not_write() {
        let folder = tempfile::tempdir().unwrap();
        let given =
            json!({ "allowWrites": true, "requireConfirm": false, "componentAllowlist": ["A"] });
        let config = ExplorerConfig::default().with_arguments(args(given));
        config.save(folder.path()).unwrap();
        assert_eq!(ExplorerConfig::load(Some(folder.path()), true), config);
        let safe = ExplorerConfig::load(Some(folder.path()), false);
        assert!(!safe.allow_writes && safe.require_confirm);
        assert_eq!(safe.component_allowlist, ["A"]);
        fs::write(folder.path().join(CONFIG_FILE), "{").unwrap();
        assert_eq!(ExplorerConfig::load(Some(folder.path()), true), ExplorerConfig::default());
    }

    #[test]
    fn raising_is_distinguished_from_lowering() {
        let now = ExplorerConfig {
            component_allowlist: vec!["A".to_owned()],
            ..ExplorerConfig::default()
        };
        for (given, raises) in [
            (json!({ "allowWrites": true }), true),
            (json!({ "allowWrites": false, "requireConfirm": true }), false),
            (json!({ "requireConfirm": false }), true),
            (json!({ "componentAllowlist": [] }), false),
            (json!({ "componentAllowlist": ["A", "B"] }), true),
            (json!({ "allowWrites": null }), false),
        ] {
            assert_eq!(now.with_arguments(args(given.clone())).raises(&now), raises, "{given}");
        }
        let wrong = raw(json!({ "allowWrites": 1 }));
        let schema = argument_schema::<ConfigArguments>();
        assert!(arguments::read::<ConfigArguments>(&schema, &wrong).is_err());
    }

    #[test]
    fn refusals_name_what_to_do() {
        let off = ExplorerConfig::default();
        let on = ExplorerConfig { allow_writes: true, ..ExplorerConfig::default() };
        let confirmed = raw(json!({ "confirm": true }));
        assert!(off.check_write(true, &confirmed).unwrap_err().hint.is_some());
        let asked = on.check_write(true, &RawArguments::new()).unwrap_err();
        assert_eq!(asked.hint.as_deref(), Some("resend with confirm=true"));
        assert!(
            on.check_write(false, &RawArguments::new()).is_ok()
                && on.check_write(true, &confirmed).is_ok()
        );
        assert!(on.check_member("UnityEngine.Light", "intensity").is_err());
    }
}
