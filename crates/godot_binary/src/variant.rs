//! Reads values. The numbers of their types are those of Godot's `resource_format_binary.cpp`, the same since
//! Godot 2.

use crate::error::BinaryError;
use crate::header::BinaryHeader;
use crate::limits::{MAX_DEPTH, MAX_PACKED_BYTES, MAX_VALUES, SHORTENED_ELEMENTS};
use crate::source::BinarySource;
use crate::value::{BinaryValue, Number, PackedArray, PackedItems, Real};

/// The lowest bits of a length; the highest one marks a shared container.
const LENGTH_MASK: u32 = 0x7fff_ffff;
/// A string that is written here instead of in the table of strings.
const INLINE_STRING: u32 = 0x8000_0000;
const ABSOLUTE_PATH: u16 = 0x8000;

pub(crate) struct VariantReader<'s, 'a> {
    pub source: &'s mut BinarySource<'a>,
    pub header: &'s BinaryHeader,
    /// Values that may still be read.
    pub room: usize,
    /// Long packed arrays are read as a whole: the nodes of a scene are in one.
    pub reads_all: bool,
}

/// The numbers of a type, in the precision of the file or a fixed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberKind {
    Int32,
    Int64,
    /// Four or eight bytes, as the header says.
    Real,
    Single,
    Double,
}

impl<'s, 'a> VariantReader<'s, 'a> {
    pub(crate) fn new(
        source: &'s mut BinarySource<'a>,
        header: &'s BinaryHeader,
    ) -> VariantReader<'s, 'a> {
        VariantReader { source, header, room: MAX_VALUES, reads_all: false }
    }

    pub(crate) fn value(&mut self) -> Result<BinaryValue, BinaryError> {
        self.value_at(0)
    }

    /// Recursion is bounded by [`MAX_DEPTH`].
    fn value_at(&mut self, depth: usize) -> Result<BinaryValue, BinaryError> {
        if depth > MAX_DEPTH {
            return Err(BinaryError::Damaged("its values are nested too deeply"));
        }
        self.take_room()?;
        let kind = self.source.u32()?;
        match kind {
            1 => Ok(BinaryValue::Nil),
            2 => Ok(BinaryValue::Bool(self.source.u32()? != 0)),
            3 => Ok(BinaryValue::Int(i64::from(self.source.i32()?))),
            40 => Ok(BinaryValue::Int(self.source.i64()?)),
            4 => self.real(NumberKind::Real).map(BinaryValue::Float),
            41 => self.real(NumberKind::Double).map(BinaryValue::Float),
            5 => self.source.string().map(BinaryValue::String),
            44 => self.source.string().map(BinaryValue::StringName),
            22 => self.node_path().map(BinaryValue::NodePath),
            23 => self.source.u32().map(|_| BinaryValue::Empty("RID")),
            24 => self.object(),
            26 => self.dictionary(depth),
            30 => self.array(depth),
            42 => Ok(BinaryValue::Empty("Callable")),
            43 => Ok(BinaryValue::Empty("Signal")),
            _ => match math_type(kind) {
                Some((name, count, numbers)) => self.math(name, count, numbers),
                None => self.packed(kind),
            },
        }
    }

    fn take_room(&mut self) -> Result<(), BinaryError> {
        self.room =
            self.room.checked_sub(1).ok_or(BinaryError::TooLarge("it has too many values"))?;
        Ok(())
    }

    fn real(&mut self, kind: NumberKind) -> Result<Real, BinaryError> {
        let is_double = match kind {
            NumberKind::Real => self.source.is_double,
            other => other == NumberKind::Double,
        };
        match is_double {
            true => self.source.f64().map(Real::Double),
            false => self.source.f32().map(Real::Single),
        }
    }

    fn number(&mut self, kind: NumberKind) -> Result<Number, BinaryError> {
        match kind {
            NumberKind::Int32 => Ok(Number::Int(i64::from(self.source.i32()?))),
            NumberKind::Int64 => Ok(Number::Int(self.source.i64()?)),
            _ => self.real(kind).map(Number::Real),
        }
    }

    fn bytes_each(&self, kind: NumberKind) -> u64 {
        match kind {
            NumberKind::Int32 | NumberKind::Single => 4,
            NumberKind::Int64 | NumberKind::Double => 8,
            NumberKind::Real if self.source.is_double => 8,
            NumberKind::Real => 4,
        }
    }

    fn math(
        &mut self,
        name: &'static str,
        count: usize,
        kind: NumberKind,
    ) -> Result<BinaryValue, BinaryError> {
        let numbers: Result<Vec<Number>, _> = (0..count).map(|_| self.number(kind)).collect();
        Ok(BinaryValue::Math(name, numbers?))
    }

    /// A name of the table of strings, or one that is written here.
    pub(crate) fn name(&mut self) -> Result<String, BinaryError> {
        let id = self.source.u32()?;
        if id & INLINE_STRING != 0 {
            return self.source.string_of(id & !INLINE_STRING);
        }
        let name = self.header.names.get(id as usize);
        name.cloned().ok_or(BinaryError::Damaged("it uses a name that it does not have"))
    }

    fn node_path(&mut self) -> Result<String, BinaryError> {
        let (names, subnames) = (self.source.u16()?, self.source.u16()?);
        let mut path = String::new();
        if subnames & ABSOLUTE_PATH != 0 {
            path.push('/');
        }
        for number in 0..names {
            if number > 0 {
                path.push('/');
            }
            path.push_str(&self.name()?);
        }
        let property = u16::from(self.header.has_path_property());
        for _ in 0..(subnames & !ABSOLUTE_PATH) + property {
            let name = self.name()?;
            if !name.is_empty() {
                path.push(':');
                path.push_str(&name);
            }
        }
        Ok(path)
    }

    fn object(&mut self) -> Result<BinaryValue, BinaryError> {
        match self.source.u32()? {
            0 => Ok(BinaryValue::Nil),
            1 => {
                let _class = self.source.string()?;
                self.source.string().map(BinaryValue::ResourceAt)
            }
            2 => {
                let number = self.source.u32()?;
                if !self.header.has_named_ids() {
                    return Ok(BinaryValue::Internal(number.to_string()));
                }
                let entry = self.header.internals.get(number as usize);
                let missing = BinaryError::Damaged("it uses a resource that it does not have");
                entry.map(|entry| BinaryValue::Internal(entry.id.clone())).ok_or(missing)
            }
            3 => {
                let number = self.source.u32()?;
                // Godot reads it as null, with a warning.
                let is_known = (number as usize) < self.header.externals.len();
                Ok(if is_known { BinaryValue::External(number) } else { BinaryValue::Nil })
            }
            _ => Err(BinaryError::Damaged("it has an object of an unknown kind")),
        }
    }

    fn dictionary(&mut self, depth: usize) -> Result<BinaryValue, BinaryError> {
        let count = self.source.u32()? & LENGTH_MASK;
        self.source.check_count(count, 8)?;
        let mut entries = Vec::new();
        for _ in 0..count {
            entries.push((self.value_at(depth + 1)?, self.value_at(depth + 1)?));
        }
        Ok(BinaryValue::Dictionary(entries))
    }

    fn array(&mut self, depth: usize) -> Result<BinaryValue, BinaryError> {
        let count = self.source.u32()? & LENGTH_MASK;
        self.source.check_count(count, 4)?;
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(self.value_at(depth + 1)?);
        }
        Ok(BinaryValue::Array(items))
    }

    fn packed(&mut self, kind: u32) -> Result<BinaryValue, BinaryError> {
        let (name, width, numbers) = match kind {
            31 => return self.packed_bytes(),
            34 => return self.packed_strings(),
            32 => ("PackedInt32Array", 1, NumberKind::Int32),
            33 => ("PackedFloat32Array", 1, NumberKind::Single),
            35 => ("PackedVector3Array", 3, NumberKind::Real),
            36 => ("PackedColorArray", 4, NumberKind::Single),
            37 => ("PackedVector2Array", 2, NumberKind::Real),
            48 => ("PackedInt64Array", 1, NumberKind::Int64),
            49 => ("PackedFloat64Array", 1, NumberKind::Double),
            53 => ("PackedVector4Array", 4, NumberKind::Real),
            other => return Err(BinaryError::UnknownValueType(other)),
        };
        let length = self.source.u32()?;
        let each = self.bytes_each(numbers) * width as u64;
        self.source.check_count(length, each)?;
        let kept = self.kept(length, each);
        let mut items = Vec::new();
        for _ in 0..kept as usize * width {
            self.take_room()?;
            items.push(self.number(numbers)?);
        }
        self.source.skip(u64::from(length - kept) * each)?;
        let items = PackedItems::Numbers(items);
        Ok(BinaryValue::Packed(PackedArray { name, length: length as usize, width, items }))
    }

    /// The number of elements that are read.
    fn kept(&self, length: u32, bytes_each: u64) -> u32 {
        let is_long = u64::from(length) * bytes_each > MAX_PACKED_BYTES as u64;
        if is_long && !self.reads_all { length.min(SHORTENED_ELEMENTS as u32) } else { length }
    }

    fn packed_bytes(&mut self) -> Result<BinaryValue, BinaryError> {
        let length = self.source.u32()?;
        let kept = self.kept(length, 1);
        let bytes = self.source.bytes(u64::from(kept))?.into_owned();
        let padding = (4 - length % 4) % 4;
        self.source.skip(u64::from(length - kept) + u64::from(padding))?;
        Ok(BinaryValue::Packed(PackedArray {
            name: "PackedByteArray",
            length: length as usize,
            width: 1,
            items: PackedItems::Bytes(bytes),
        }))
    }

    fn packed_strings(&mut self) -> Result<BinaryValue, BinaryError> {
        let length = self.source.u32()?;
        self.source.check_count(length, 4)?;
        let mut strings = Vec::new();
        for _ in 0..length {
            self.take_room()?;
            strings.push(self.source.string()?);
        }
        Ok(BinaryValue::Packed(PackedArray {
            name: "PackedStringArray",
            length: strings.len(),
            width: 1,
            items: PackedItems::Strings(strings),
        }))
    }
}

/// The name of a type with a fixed number of numbers.
fn math_type(kind: u32) -> Option<(&'static str, usize, NumberKind)> {
    use NumberKind::{Int32, Real, Single};
    Some(match kind {
        10 => ("Vector2", 2, Real),
        11 => ("Rect2", 4, Real),
        12 => ("Vector3", 3, Real),
        13 => ("Plane", 4, Real),
        14 => ("Quaternion", 4, Real),
        15 => ("AABB", 6, Real),
        16 => ("Basis", 9, Real),
        17 => ("Transform3D", 12, Real),
        18 => ("Transform2D", 6, Real),
        // Colours have single precision in all builds.
        20 => ("Color", 4, Single),
        45 => ("Vector2i", 2, Int32),
        46 => ("Rect2i", 4, Int32),
        47 => ("Vector3i", 3, Int32),
        50 => ("Vector4", 4, Real),
        51 => ("Vector4i", 4, Int32),
        52 => ("Projection", 16, Real),
        _ => return None,
    })
}
