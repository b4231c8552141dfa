//! The instructions for the agent: how to use the tools.

use scenewright_catalogue::{Session, unfinished_sentence};

/// Fewer than 300 tokens together with the rest; a test counts them.
const READ_INSTRUCTIONS: &str = "\
Reads a Unity or Godot project from its files; no editor needs to run.
Start with project_info, then project_scenes_list.
Read a scene: scene_hierarchy_dump returns an outline (use depth and root to narrow it), \
scene_objects_find searches by name, component, tag or group, scene_object_read shows one object \
with all values, scene_member_read one value.
Paths are the project's own: Assets/Scenes/Main.unity, res://main.tscn; an object is named by its \
path in the scene (Player/Camera) or its instanceId, which stays the same.
Assets: project_assets_find, asset_dependencies (what it uses), asset_dependents (what uses it: check \
before you delete or rename). project_references_missing finds broken references.
Code: project_classes_list, project_search_text.
Long answers come in pages: pass nextCursor as cursor, or raise maxTokens. A failed call says what \
to do next. diagnostics list what an answer leaves out.
toolsets_list shows disabled tools.";

/// For a server that may write.
const WRITE_INSTRUCTIONS: &str = "
Change scenes with edit_apply: first with dryRun: true, look at the changes, then without. It writes all \
edits or none and gives an undoHandle for edit_undo; edit_history lists them. Ask the user before \
confirm: true.";

/// For a client without the token, of a server that may write.
const TOKEN_INSTRUCTIONS: &str = "
This connection only reads: changing scenes needs the server's token as Authorization: Bearer TOKEN.";

/// With interrupted edits, which make answers unreliable.
pub(crate) fn text(session: &Session) -> String {
    let unfinished = session.unfinished();
    let notes = unfinished.iter().map(|edit| format!("\nNote: {}", unfinished_sentence(edit)));
    general(session.policy().allow_writes, session.needs_token()) + &notes.collect::<String>()
}

fn general(allow_writes: bool, needs_token: bool) -> String {
    let writing = match (allow_writes, needs_token) {
        (true, _) => WRITE_INSTRUCTIONS,
        (false, true) => TOKEN_INSTRUCTIONS,
        (false, false) => "",
    };
    format!("{READ_INSTRUCTIONS}{writing}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn instructions_are_short() {
        for text in [super::general(true, false), super::general(false, true)] {
            let tokens = tiktoken_rs::o200k_base().unwrap().encode_ordinary(&text).len();
            assert!(tokens < 300, "{tokens} tokens");
        }
    }
}
