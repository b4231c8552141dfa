//! The header and the tables of a binary resource.

use crate::error::BinaryError;
use crate::source::BinarySource;

pub(crate) const MAGIC: &[u8] = b"RSRC";

/// Godot 4.6 writes format 6.
const NEWEST_FORMAT: u32 = 6;
/// Before it, a node path always ended in the name of a property.
const FORMAT_WITHOUT_PATH_PROPERTY: u32 = 3;

/// The size of a minimal entry of each table, by which their lengths are checked.
const MIN_STRING_BYTES: u64 = 4;
const MIN_EXTERNAL_BYTES: u64 = 8;
const MIN_INTERNAL_BYTES: u64 = 12;

const RESERVED_FIELDS: u64 = 11;

const FLAG_NAMED_IDS: u32 = 1;
const FLAG_UIDS: u32 = 2;
const FLAG_DOUBLE: u32 = 4;
const FLAG_SCRIPT_CLASS: u32 = 8;

pub(crate) struct BinaryHeader {
    /// The version of Godot that saved the file.
    major: u32,
    format: u32,
    flags: u32,
    pub class: String,
    pub script_class: Option<String>,
    pub uid: Option<u64>,
    pub names: Vec<String>,
    pub externals: Vec<ExternalEntry>,
    /// The resource itself is the last one.
    pub internals: Vec<InternalEntry>,
}

pub(crate) struct ExternalEntry {
    pub class: String,
    pub path: String,
    pub uid: Option<u64>,
}

pub(crate) struct InternalEntry {
    pub id: String,
    pub offset: u64,
}

impl BinaryHeader {
    pub(crate) fn read(source: &mut BinarySource<'_>) -> Result<BinaryHeader, BinaryError> {
        source.is_big_endian = source.u32()? != 0;
        let _real_is_64_bits_in_godot_2 = source.u32()?;
        let (major, _minor) = (source.u32()?, source.u32()?);
        let format = source.u32()?;
        if format == 0 || format > NEWEST_FORMAT {
            return Err(BinaryError::UnknownFormat(format));
        }
        let class = source.string()?;
        let _import_data = source.u64()?;
        let flags = source.u32()?;
        let uid = source.u64()?;
        source.is_double = flags & FLAG_DOUBLE != 0;
        let script_class = (flags & FLAG_SCRIPT_CLASS != 0).then(|| source.string()).transpose()?;
        source.skip(RESERVED_FIELDS * 4)?;
        let mut header = BinaryHeader {
            major,
            format,
            flags,
            class,
            script_class: script_class.filter(|name| !name.is_empty()),
            uid: (flags & FLAG_UIDS != 0).then_some(uid).and_then(valid_uid),
            names: Vec::new(),
            externals: Vec::new(),
            internals: Vec::new(),
        };
        header.read_tables(source)?;
        Ok(header)
    }

    fn read_tables(&mut self, source: &mut BinarySource<'_>) -> Result<(), BinaryError> {
        for _ in 0..table_length(source, MIN_STRING_BYTES)? {
            self.names.push(source.string()?);
        }
        for _ in 0..table_length(source, MIN_EXTERNAL_BYTES)? {
            let (class, path) = (source.string()?, source.string()?);
            let uid = if self.flags & FLAG_UIDS != 0 { valid_uid(source.u64()?) } else { None };
            self.externals.push(ExternalEntry { class, path, uid });
        }
        for _ in 0..table_length(source, MIN_INTERNAL_BYTES)? {
            let path = source.string()?;
            let id = path.strip_prefix("local://").map(str::to_owned).unwrap_or(path);
            self.internals.push(InternalEntry { id, offset: source.u64()? });
        }
        Ok(())
    }

    /// The format of a text file of the same version of Godot.
    pub(crate) fn text_format(&self) -> u32 {
        if self.major >= 4 { 3 } else { 2 }
    }

    /// References name internal resources by their position, and not by the number in their id.
    pub(crate) fn has_named_ids(&self) -> bool {
        self.flags & FLAG_NAMED_IDS != 0
    }

    pub(crate) fn has_path_property(&self) -> bool {
        self.format < FORMAT_WITHOUT_PATH_PROPERTY
    }
}

fn table_length(source: &mut BinarySource<'_>, bytes_each: u64) -> Result<u32, BinaryError> {
    let count = source.u32()?;
    source.check_count(count, bytes_each)?;
    Ok(count)
}

/// Ids are positive; -1 stands for none.
fn valid_uid(uid: u64) -> Option<u64> {
    (i64::try_from(uid).is_ok() && uid != 0).then_some(uid)
}

/// The text of a uid, in base 34.
pub(crate) fn uid_text(mut uid: u64) -> String {
    const DIGITS: &[u8; 34] = b"abcdefghijklmnopqrstuvwxy012345678";
    let mut digits = Vec::new();
    while uid > 0 {
        digits.push(DIGITS[(uid % 34) as usize]);
        uid /= 34;
    }
    digits.reverse();
    format!("uid://{}", String::from_utf8_lossy(&digits))
}
