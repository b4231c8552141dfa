//! Operations on the server itself.

pub(super) mod health;
pub(super) mod logs_read;
pub(super) mod server_info;
pub(super) mod tool_describe;
pub(super) mod tools_list;
