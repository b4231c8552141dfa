//! What a file may contain. Real files stay far below.

/// Uncompressed bytes.
pub(crate) const MAX_FILE_BYTES: u64 = 4 << 30;
/// Values of one file, including those inside of arrays and dictionaries.
pub(crate) const MAX_VALUES: usize = 8_000_000;
/// Bytes of all strings and packed arrays that are kept.
pub(crate) const MAX_KEPT_BYTES: usize = 256 << 20;
/// Nested arrays and dictionaries; Godot's own limit is 100.
pub(crate) const MAX_DEPTH: usize = 100;
/// The text that is made of a file.
pub(crate) const MAX_TEXT_BYTES: usize = 512 << 20;
/// Bytes of a packed array that is written as a whole.
pub(crate) const MAX_PACKED_BYTES: usize = 4096;
/// Elements that are written of a longer one.
pub(crate) const SHORTENED_ELEMENTS: usize = 64;
/// One block of a compressed file; Godot writes blocks of 4 KiB.
pub(crate) const MAX_BLOCK_BYTES: u32 = 16 << 20;
/// The paths of all nodes of a scene.
pub(crate) const MAX_PATH_BYTES: usize = 256 << 20;
