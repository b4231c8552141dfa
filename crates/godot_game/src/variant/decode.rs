//! Bytes to values. The bytes come from another process: every length is checked before it is used.

use thiserror::Error;

use super::{Array, Dictionary, ElementType, MAX_DEPTH, NodePath, ObjectId, Variant};

const TYPE_MASK: u32 = 0xFF;
/// The value has 64 bits, or the object is given by its id.
const FLAG_64: u32 = 1 << 16;
const FLAG_OBJECT_AS_ID: u32 = 1 << 16;
/// Only Godot 3 shared arrays; the bit is not part of the length.
const COUNT_MASK: u32 = 0x7FFF_FFFF;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DecodeError {
    #[error("the value ends too early")]
    TooShort,
    #[error("{0} bytes follow the value")]
    TooLong(usize),
    #[error("there is no type {0}")]
    UnknownType(u32),
    #[error("a text is not valid UTF-8")]
    NotText,
    #[error("arrays are nested too deeply")]
    TooDeep,
    #[error("an object was sent with its content")]
    FullObject,
}

type Result<T> = std::result::Result<T, DecodeError>;

/// Reads one value that fills `bytes`.
pub fn decode(bytes: &[u8]) -> Result<Variant> {
    let mut decoder = Decoder { rest: bytes, depth: 0 };
    let value = decoder.variant()?;
    match decoder.rest.len() {
        0 => Ok(value),
        left => Err(DecodeError::TooLong(left)),
    }
}

struct Decoder<'a> {
    rest: &'a [u8],
    depth: usize,
}

impl Decoder<'_> {
    fn variant(&mut self) -> Result<Variant> {
        let header = self.u32()?;
        let is_64 = header & FLAG_64 != 0;
        Ok(match header & TYPE_MASK {
            0 => Variant::Nil,
            1 => Variant::Bool(self.u32()? != 0),
            2 if is_64 => Variant::Int(i64::from_le_bytes(self.bytes()?)),
            2 => Variant::Int(i64::from(self.i32()?)),
            3 => Variant::Float(self.real(is_64)?),
            4 => Variant::String(self.text()?),
            5 => Variant::Vector2(self.reals(is_64)?),
            6 => Variant::Vector2i(self.ints()?),
            7 => Variant::Rect2(self.reals(is_64)?),
            8 => Variant::Rect2i(self.ints()?),
            9 => Variant::Vector3(self.reals(is_64)?),
            10 => Variant::Vector3i(self.ints()?),
            11 => Variant::Transform2d(self.reals(is_64)?),
            12 => Variant::Vector4(self.reals(is_64)?),
            13 => Variant::Vector4i(self.ints()?),
            14 => Variant::Plane(self.reals(is_64)?),
            15 => Variant::Quaternion(self.reals(is_64)?),
            16 => Variant::Aabb(self.reals(is_64)?),
            17 => Variant::Basis(self.reals(is_64)?),
            18 => Variant::Transform3d(self.reals(is_64)?),
            19 => Variant::Projection(self.reals(is_64)?),
            20 => Variant::Color(self.floats()?),
            21 => Variant::StringName(self.text()?),
            22 => Variant::NodePath(self.node_path()?),
            23 => Variant::Rid(self.u64()?),
            24 if header & FLAG_OBJECT_AS_ID != 0 => Variant::Object(ObjectId(self.u64()?)),
            24 => return Err(DecodeError::FullObject),
            25 => Variant::Callable,
            26 => Variant::Signal { name: self.text()?, object: ObjectId(self.u64()?) },
            27 => self.nested(|it| it.dictionary(header))?,
            28 => self.nested(|it| it.array(header))?,
            packed => self.packed(packed, is_64)?,
        })
    }

    fn packed(&mut self, kind: u32, is_64: bool) -> Result<Variant> {
        Ok(match kind {
            29 => Variant::PackedByteArray(self.byte_array()?),
            30 => Variant::PackedInt32Array(self.list(4, Decoder::i32)?),
            31 => Variant::PackedInt64Array(self.list(8, |it| it.bytes().map(i64::from_le_bytes))?),
            32 => {
                Variant::PackedFloat32Array(self.list(4, |it| it.bytes().map(f32::from_le_bytes))?)
            }
            33 => Variant::PackedFloat64Array(self.list(8, |it| it.real(true))?),
            34 => Variant::PackedStringArray(self.list(4, Decoder::text_with_nul)?),
            35 => Variant::PackedVector2Array(self.list(8, |it| it.reals(is_64))?),
            36 => Variant::PackedVector3Array(self.list(12, |it| it.reals(is_64))?),
            37 => Variant::PackedColorArray(self.list(16, Decoder::floats)?),
            38 => Variant::PackedVector4Array(self.list(16, |it| it.reals(is_64))?),
            unknown => return Err(DecodeError::UnknownType(unknown)),
        })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Variant>) -> Result<Variant> {
        if self.depth == MAX_DEPTH {
            return Err(DecodeError::TooDeep);
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn dictionary(&mut self, header: u32) -> Result<Variant> {
        let key = self.element_type(header >> 16)?;
        let value = self.element_type(header >> 18)?;
        let entries = self.list(8, |it| Ok((it.variant()?, it.variant()?)))?;
        Ok(Variant::Dictionary(Dictionary { key, value, entries }))
    }

    fn array(&mut self, header: u32) -> Result<Variant> {
        let element = self.element_type(header >> 16)?;
        let items = self.list(4, Decoder::variant)?;
        Ok(Variant::Array(Array { element, items }))
    }

    fn element_type(&mut self, code: u32) -> Result<ElementType> {
        Ok(match code & 3 {
            0 => ElementType::Any,
            1 => ElementType::BuiltIn(self.u32()?),
            2 => ElementType::Class(self.text()?),
            _ => ElementType::Script(self.text()?),
        })
    }

    fn node_path(&mut self) -> Result<NodePath> {
        let names = self.count()?;
        let subnames = self.count()?;
        let is_absolute = self.u32()? & 1 != 0;
        let mut read = |count| self.repeat(count, 4, Decoder::text);
        Ok(NodePath { names: read(names)?, subnames: read(subnames)?, is_absolute })
    }

    fn byte_array(&mut self) -> Result<Vec<u8>> {
        let length = self.count()?;
        Ok(self.padded(length)?.to_vec())
    }

    /// A counted list, whose items take at least `size` bytes each.
    fn list<T>(&mut self, size: usize, read: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        self.repeat(count, size, read)
    }

    fn repeat<T>(
        &mut self,
        count: usize,
        size: usize,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        if count > self.rest.len() / size {
            return Err(DecodeError::TooShort);
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn text(&mut self) -> Result<String> {
        let length = self.count()?;
        let bytes = self.padded(length)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| DecodeError::NotText)
    }

    fn text_with_nul(&mut self) -> Result<String> {
        let mut text = self.text()?;
        if text.ends_with('\0') {
            text.pop();
        }
        Ok(text)
    }

    fn padded(&mut self, length: usize) -> Result<&[u8]> {
        let bytes = self.take(length.next_multiple_of(4))?;
        Ok(&bytes[..length])
    }

    fn count(&mut self) -> Result<usize> {
        Ok((self.u32()? & COUNT_MASK) as usize)
    }

    fn reals<const N: usize>(&mut self, is_64: bool) -> Result<[f64; N]> {
        let mut parts = [0.0; N];
        for part in &mut parts {
            *part = self.real(is_64)?;
        }
        Ok(parts)
    }

    fn real(&mut self, is_64: bool) -> Result<f64> {
        match is_64 {
            true => self.bytes().map(f64::from_le_bytes),
            false => self.bytes().map(f32::from_le_bytes).map(f64::from),
        }
    }

    fn floats(&mut self) -> Result<[f32; 4]> {
        let mut parts = [0.0; 4];
        for part in &mut parts {
            *part = f32::from_le_bytes(self.bytes()?);
        }
        Ok(parts)
    }

    fn ints<const N: usize>(&mut self) -> Result<[i32; N]> {
        let mut parts = [0; N];
        for part in &mut parts {
            *part = self.i32()?;
        }
        Ok(parts)
    }

    fn i32(&mut self) -> Result<i32> {
        self.bytes().map(i32::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32> {
        self.bytes().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64> {
        self.bytes().map(u64::from_le_bytes)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(DecodeError::TooShort)?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn take(&mut self, length: usize) -> Result<&[u8]> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(DecodeError::TooShort)?;
        self.rest = rest;
        Ok(bytes)
    }
}
