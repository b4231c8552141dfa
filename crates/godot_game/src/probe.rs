//! The probe: scripts that the game loads from the run folder, and never from the project.

use std::io;
use std::path::Path;

/// Its file that becomes the script of the root window for a moment.
pub(crate) const ENTRY: &str = "entry.gd";

/// The same for a game that the editor runs.
pub(crate) const EDITOR_ENTRY: &str = "editor_entry.gd";

const FILES: [(&str, &str); 19] = [
    (ENTRY, include_str!("../probe/entry.gd")),
    (EDITOR_ENTRY, include_str!("../probe/editor_entry.gd")),
    ("hold.gd", include_str!("../probe/hold.gd")),
    ("probe.gd", include_str!("../probe/probe.gd")),
    ("link.gd", include_str!("../probe/link.gd")),
    ("act.gd", include_str!("../probe/act.gd")),
    ("inputs.gd", include_str!("../probe/inputs.gd")),
    ("nodes.gd", include_str!("../probe/nodes.gd")),
    ("id_picture.gd", include_str!("../probe/id_picture.gd")),
    ("marks.gd", include_str!("../probe/marks.gd")),
    ("pictures.gd", include_str!("../probe/pictures.gd")),
    ("remedies.gd", include_str!("../probe/remedies.gd")),
    ("trace.gd", include_str!("../probe/trace.gd")),
    ("inspector.gd", include_str!("../probe/inspector.gd")),
    ("debug.gd", include_str!("../probe/debug.gd")),
    ("runtime.gd", include_str!("../probe/runtime.gd")),
    ("events.gd", include_str!("../probe/events.gd")),
    ("logger.gd", include_str!("../probe/logger.gd")),
    ("no_logger.gd", include_str!("../probe/no_logger.gd")),
];

pub(crate) fn write(folder: &Path) -> io::Result<()> {
    FILES.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
}
