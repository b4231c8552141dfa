//! One file a command.

pub(crate) mod call;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod guard_process;
pub(crate) mod history;
pub(crate) mod init;
pub(crate) mod install;
pub(crate) mod man_pages;
pub(crate) mod mcp;
pub(crate) mod play;
pub(crate) mod recover;
pub(crate) mod recover_unsaved;
pub(crate) mod serve;
pub(crate) mod stdio;
pub(crate) mod tools;
pub(crate) mod watch;
