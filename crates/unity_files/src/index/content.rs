//! What the index stores about a file's text: its objects and its references.

use std::ops::Range;

use scenewright_model::UnreadReason;

use crate::pointer::Guid;

#[derive(Debug)]
pub(crate) enum AssetContent {
    /// Not read: files of this kind hold no references.
    NotText,
    /// It should be text, but it is not, or cannot be read.
    Unread(UnreadReason),
    Text(FileScan),
}

#[derive(Debug, Default)]
pub(crate) struct FileScan {
    pub(super) objects: Box<[ObjectEntry]>,
    /// Positions in `objects` sorted by file id; empty where that is the order of the file.
    pub(super) by_id: Box<[u32]>,
    /// Each guid once. References store its position here, which takes a quarter of the space.
    pub(super) guids: Box<[Guid]>,
    pub(super) references: Box<[PackedReference]>,
    pub(super) local_references: u32,
    pub(super) doubts: Option<Box<SuspectObjects>>,
}

/// What looks wrong within the file itself, including text that only looks like a reference.
#[derive(Debug, Default)]
pub(crate) struct SuspectObjects {
    /// Positions of the MonoBehaviours without a script.
    pub(crate) null_scripts: Vec<u32>,
    /// Positions of objects, each with a fileID it points at that the file does not have.
    pub(crate) dangling: Vec<(u32, i64)>,
}

pub(super) const NO_POSITION: u32 = u32::MAX;
const STRIPPED_BIT: u32 = 1 << 31;

/// One object of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectEntry {
    pub(crate) file_id: i64,
    pub(crate) class: u32,
    /// Byte offset of its header.
    pub(crate) offset: u32,
    name_at: u32,
    /// The highest bit is set if the object is stripped.
    name_length: u32,
    pub(super) game_object: u32,
    pub(super) father: u32,
}

impl ObjectEntry {
    pub(super) fn new(class: u32, file_id: i64, stripped: bool, offset: usize) -> ObjectEntry {
        ObjectEntry {
            file_id,
            class,
            offset: offset as u32,
            name_at: NO_POSITION,
            name_length: if stripped { STRIPPED_BIT } else { 0 },
            game_object: NO_POSITION,
            father: NO_POSITION,
        }
    }

    pub(super) fn set_name(&mut self, span: Range<usize>) {
        self.name_at = span.start as u32;
        self.name_length |= (span.end - span.start) as u32 & !STRIPPED_BIT;
    }

    pub(crate) fn is_stripped(&self) -> bool {
        self.name_length & STRIPPED_BIT != 0
    }

    /// The byte range of its raw `m_Name`.
    pub(crate) fn name(&self) -> Option<Range<usize>> {
        let (start, length) = (self.name_at as usize, (self.name_length & !STRIPPED_BIT) as usize);
        (self.name_at != NO_POSITION).then(|| start..start + length)
    }

    /// The position of the GameObject that a component belongs to.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the operations on assets"))]
    pub(crate) fn game_object(&self) -> Option<usize> {
        position(self.game_object)
    }

    /// The position of a Transform's parent, if the file has it.
    pub(crate) fn father(&self) -> Option<usize> {
        position(self.father)
    }
}

/// A reference to another asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScannedReference {
    /// Position of the object that holds it; `None` in files without objects.
    pub(crate) object: Option<usize>,
    /// In bytes from the start of the file.
    pub(crate) offset: u32,
    /// `None` where only a guid is written.
    pub(crate) file_id: Option<i64>,
    pub(crate) guid: Guid,
}

/// Twenty bytes per reference; an `i64` would align it to twenty-four.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedReference {
    id: [u32; 2],
    pub(super) offset: u32,
    object: u32,
    /// A position in `guids`; the highest bit is set if there is a file id.
    guid: u32,
}

const HAS_ID_BIT: u32 = 1 << 31;

impl PackedReference {
    pub(super) fn new(
        object: u32,
        offset: usize,
        file_id: Option<i64>,
        guid: u32,
    ) -> PackedReference {
        let id = file_id.unwrap_or_default();
        PackedReference {
            id: [(id >> 32) as u32, id as u32],
            offset: offset as u32,
            object,
            guid: if file_id.is_some() { guid | HAS_ID_BIT } else { guid },
        }
    }

    fn unpack(&self, guids: &[Guid]) -> Option<ScannedReference> {
        let [high, low] = self.id.map(i64::from);
        let has_id = self.guid & HAS_ID_BIT != 0;
        Some(ScannedReference {
            object: position(self.object),
            offset: self.offset,
            file_id: has_id.then_some(high << 32 | low),
            guid: *guids.get((self.guid & !HAS_ID_BIT) as usize)?,
        })
    }
}

impl FileScan {
    /// In the file's order.
    pub(crate) fn objects(&self) -> &[ObjectEntry] {
        &self.objects
    }

    /// In the file's order, without null references.
    pub(crate) fn references(&self) -> impl Iterator<Item = ScannedReference> {
        self.references.iter().filter_map(|packed| packed.unpack(&self.guids))
    }

    #[cfg_attr(not(test), expect(dead_code, reason = "for the operations on assets"))]
    pub(crate) fn reference_count(&self) -> usize {
        self.references.len()
    }

    /// How many references lead from one object of the file to another.
    pub(crate) fn local_references(&self) -> usize {
        self.local_references as usize
    }

    /// All assets that it references, each once.
    pub(crate) fn guids(&self) -> &[Guid] {
        &self.guids
    }

    #[cfg_attr(not(test), expect(dead_code, reason = "for the operations on assets"))]
    pub(crate) fn has_object(&self, file_id: i64) -> bool {
        self.object(file_id).is_some()
    }

    /// The position of the object with this id.
    pub(crate) fn object(&self, file_id: i64) -> Option<usize> {
        if self.by_id.is_empty() {
            return self.objects.binary_search_by_key(&file_id, |object| object.file_id).ok();
        }
        let id_at = |at: &u32| self.objects[*at as usize].file_id;
        let found = self.by_id.binary_search_by_key(&file_id, id_at).ok()?;
        Some(self.by_id[found] as usize)
    }

    pub(crate) fn suspects(&self) -> Option<&SuspectObjects> {
        self.doubts.as_deref()
    }
}

fn position(number: u32) -> Option<usize> {
    (number != NO_POSITION).then_some(number as usize)
}
