//! The binary notation: records with the offset of their end, so that whatever is not needed is
//! skipped without reading it.

use std::io::{BufReader, Read, Seek, SeekFrom};

use crate::FbxError;
use crate::objects::{FbxObjects, FbxValue, ObjectClass};

const MAGIC: &[u8] = b"Kaydara FBX Binary  \0\x1a\0";

/// Magic and version.
pub(crate) const HEADER_BYTES: u64 = 27;

/// The version since which offsets have 64 bits.
const WIDE_VERSION: u32 = 7500;

/// Longer names are cut off. FBX programs accept 255 bytes or less.
const MAX_TEXT_BYTES: u32 = 4096;

/// No record that is read has more values that matter.
const MAX_VALUES: u64 = 3;

pub(crate) fn is_binary(head: &[u8]) -> bool {
    head.starts_with(MAGIC) && head.len() as u64 == HEADER_BYTES
}

pub(crate) fn read(file: BufReader<impl Read + Seek>) -> Result<FbxObjects, FbxError> {
    let mut reader = RecordReader { file, position: 0, length: 0, is_wide: false };
    reader.length = reader.file.seek(SeekFrom::End(0))?;
    reader.file.seek(SeekFrom::Start(0))?;
    reader.skip_to(MAGIC.len() as u64)?;
    let version = u32::from_le_bytes(reader.bytes()?);
    reader.is_wide = version >= WIDE_VERSION;
    let mut objects = FbxObjects::new(version);
    let mut connections = None;
    while let Some(record) = reader.record(reader.length)? {
        match record.name.as_slice() {
            b"Objects" => reader.read_objects(&record, &mut objects)?,
            b"Connections" => connections = Some((reader.position, record.clone())),
            _ => {}
        }
        reader.skip_to(record.end)?;
    }
    if let Some((start, record)) = connections {
        reader.file.seek(SeekFrom::Start(start))?;
        reader.position = start;
        reader.read_connections(&record, &mut objects)?;
    }
    Ok(objects)
}

#[derive(Clone)]
struct Record {
    name: Vec<u8>,
    values: u64,
    values_end: u64,
    end: u64,
}

struct RecordReader<F> {
    file: F,
    position: u64,
    length: u64,
    is_wide: bool,
}

impl<F: Read + Seek> RecordReader<BufReader<F>> {
    /// The head of the next record; `None` at the end of a list.
    fn record(&mut self, limit: u64) -> Result<Option<Record>, FbxError> {
        let start = self.position;
        let damaged = FbxError::Damaged { offset: start };
        let head = if self.is_wide { 25 } else { 13 };
        if start.checked_add(head).is_none_or(|end| end > limit) {
            return Ok(None);
        }
        let (end, values, value_bytes) = (self.offset()?, self.offset()?, self.offset()?);
        let [name_bytes] = self.bytes()?;
        if end == 0 {
            return Ok(None);
        }
        let mut name = vec![0; usize::from(name_bytes)];
        self.fill(&mut name)?;
        let values_end = self.position.checked_add(value_bytes);
        match values_end {
            Some(values_end) if values_end <= end && end <= limit => {
                Ok(Some(Record { name, values, values_end, end }))
            }
            _ => Err(damaged),
        }
    }

    fn read_objects(&mut self, list: &Record, objects: &mut FbxObjects) -> Result<(), FbxError> {
        self.skip_to(list.values_end)?;
        while let Some(record) = self.record(list.end)? {
            if let Some(class) = ObjectClass::from_record(&record.name) {
                objects.add_object(class, &self.values(&record)?)?;
            }
            self.skip_to(record.end)?;
        }
        Ok(())
    }

    fn read_connections(
        &mut self,
        list: &Record,
        objects: &mut FbxObjects,
    ) -> Result<(), FbxError> {
        self.skip_to(list.values_end)?;
        while let Some(record) = self.record(list.end)? {
            if matches!(record.name.as_slice(), b"C" | b"Connect") {
                objects.add_connection(&self.values(&record)?)?;
            }
            self.skip_to(record.end)?;
        }
        Ok(())
    }

    /// The first values of a record, up to one of a type that none of them has.
    fn values(&mut self, record: &Record) -> Result<Vec<FbxValue>, FbxError> {
        let mut values = Vec::new();
        while (values.len() as u64) < record.values.min(MAX_VALUES)
            && self.position < record.values_end
        {
            let [kind] = self.bytes()?;
            values.push(match kind {
                b'L' => FbxValue::Number(i64::from_le_bytes(self.bytes()?)),
                b'I' => FbxValue::Number(i32::from_le_bytes(self.bytes()?).into()),
                b'S' | b'R' => FbxValue::Text(self.text(record.values_end)?),
                _ => FbxValue::Other,
            });
            if values.last() == Some(&FbxValue::Other) {
                break;
            }
        }
        Ok(values)
    }

    /// A name is stored as `name\0\x01Class`, and returned as `Class::name` like in the ASCII
    /// notation.
    fn text(&mut self, limit: u64) -> Result<String, FbxError> {
        let length = u32::from_le_bytes(self.bytes()?);
        let end = self.position + u64::from(length);
        if end > limit {
            return Err(FbxError::Damaged { offset: self.position });
        }
        let mut text = vec![0; length.min(MAX_TEXT_BYTES) as usize];
        self.fill(&mut text)?;
        self.skip_to(end)?;
        let separator = memchr::memmem::find(&text, b"\0\x01");
        Ok(match separator {
            Some(at) => {
                let (name, class) = (lossy(&text[..at]), lossy(&text[at + 2..]));
                format!("{class}::{name}")
            }
            None => lossy(&text),
        })
    }

    fn offset(&mut self) -> Result<u64, FbxError> {
        Ok(if self.is_wide {
            u64::from_le_bytes(self.bytes()?)
        } else {
            u32::from_le_bytes(self.bytes()?).into()
        })
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], FbxError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), FbxError> {
        let end = self.position + bytes.len() as u64;
        if end > self.length {
            return Err(FbxError::Damaged { offset: self.position });
        }
        self.file.read_exact(bytes)?;
        self.position = end;
        Ok(())
    }

    fn skip_to(&mut self, to: u64) -> Result<(), FbxError> {
        let distance = to.checked_sub(self.position).and_then(|bytes| i64::try_from(bytes).ok());
        let Some(distance) = distance.filter(|_| to <= self.length) else {
            return Err(FbxError::Damaged { offset: self.position });
        };
        // Keeps what is in the buffer: most records are small.
        self.file.seek_relative(distance)?;
        self.position = to;
        Ok(())
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
