//! The class numbers in the headers of documents (`--- !u!CLASS &ID`) that decide how a file is read.

pub(crate) const GAME_OBJECT: u32 = 1;
pub(crate) const TRANSFORM: u32 = 4;
pub(crate) const MONO_BEHAVIOUR: u32 = 114;
pub(crate) const RECT_TRANSFORM: u32 = 224;
pub(crate) const PREFAB_INSTANCE: u32 = 1001;
pub(crate) const SCENE_ROOTS: u32 = 1_660_057_539;
