//! Values to bytes, as Godot's `encode_variant` writes them.

use super::{Array, Dictionary, ElementType, NodePath, ObjectId, Variant};

/// The value has 64 bits, or the object is given by its id.
const FLAG_64: u32 = 1 << 16;
const FLAG_OBJECT_AS_ID: u32 = 1 << 16;
const NODE_PATH_MARK: u32 = 1 << 31;

pub fn encode(value: &Variant) -> Vec<u8> {
    let mut out = Encoder(Vec::new());
    out.variant(value);
    out.0
}

struct Encoder(Vec<u8>);

impl Encoder {
    fn variant(&mut self, value: &Variant) {
        match value {
            Variant::Nil => self.u32(0),
            Variant::Bool(flag) => self.header(1).u32(u32::from(*flag)),
            Variant::Int(number) => self.int(*number),
            Variant::Float(number) => self.float(*number),
            Variant::String(text) => self.header(4).text(text),
            Variant::Vector2(parts) => self.header(5).reals(parts),
            Variant::Vector2i(parts) => self.header(6).ints(parts),
            Variant::Rect2(parts) => self.header(7).reals(parts),
            Variant::Rect2i(parts) => self.header(8).ints(parts),
            Variant::Vector3(parts) => self.header(9).reals(parts),
            Variant::Vector3i(parts) => self.header(10).ints(parts),
            Variant::Transform2d(parts) => self.header(11).reals(parts),
            Variant::Vector4(parts) => self.header(12).reals(parts),
            Variant::Vector4i(parts) => self.header(13).ints(parts),
            Variant::Plane(parts) => self.header(14).reals(parts),
            Variant::Quaternion(parts) => self.header(15).reals(parts),
            Variant::Aabb(parts) => self.header(16).reals(parts),
            Variant::Basis(parts) => self.header(17).reals(parts),
            Variant::Transform3d(parts) => self.header(18).reals(parts),
            Variant::Projection(parts) => self.header(19).reals(parts),
            Variant::Color(parts) => self.header(20).floats(parts),
            Variant::StringName(text) => self.header(21).text(text),
            Variant::NodePath(path) => self.header(22).node_path(path),
            Variant::Rid(id) => self.header(23).u64(*id),
            Variant::Object(ObjectId(id)) => self.header(24 | FLAG_OBJECT_AS_ID).u64(*id),
            Variant::Callable => self.u32(25),
            Variant::Signal { name, object } => {
                self.header(26).text(name);
                self.u64(object.0);
            }
            Variant::Dictionary(dictionary) => self.dictionary(dictionary),
            Variant::Array(array) => self.array(array),
            packed => self.packed(packed),
        }
    }

    fn packed(&mut self, value: &Variant) {
        match value {
            Variant::PackedByteArray(bytes) => {
                self.header(29).count(bytes.len());
                self.0.extend_from_slice(bytes);
                self.pad();
            }
            Variant::PackedInt32Array(items) => {
                self.header(30).count(items.len());
                self.ints(items);
            }
            Variant::PackedInt64Array(items) => {
                self.header(31).count(items.len());
                items.iter().for_each(|item| self.0.extend(item.to_le_bytes()));
            }
            Variant::PackedFloat32Array(items) => {
                self.header(32).count(items.len());
                self.floats(items);
            }
            Variant::PackedFloat64Array(items) => {
                self.header(33).count(items.len());
                items.iter().for_each(|item| self.0.extend(item.to_le_bytes()));
            }
            Variant::PackedStringArray(items) => {
                self.header(34).count(items.len());
                items.iter().for_each(|item| self.text_with_nul(item));
            }
            Variant::PackedVector2Array(items) => self.vectors(35, items),
            Variant::PackedVector3Array(items) => self.vectors(36, items),
            Variant::PackedColorArray(items) => {
                self.header(37).count(items.len());
                items.iter().for_each(|item| self.floats(item));
            }
            Variant::PackedVector4Array(items) => self.vectors(38, items),
            _ => unreachable!("the other types are not packed arrays"),
        }
    }

    fn vectors<const N: usize>(&mut self, header: u32, items: &[[f64; N]]) {
        self.header(header).count(items.len());
        items.iter().for_each(|item| self.reals(item));
    }

    /// Godot uses the short form where the number fits.
    fn int(&mut self, number: i64) {
        match i32::try_from(number) {
            Ok(short) => self.header(2).ints(&[short]),
            Err(_) => {
                self.u32(2 | FLAG_64);
                self.0.extend(number.to_le_bytes());
            }
        }
    }

    fn float(&mut self, number: f64) {
        let short = number as f32;
        if f64::from(short) == number {
            self.header(3).floats(&[short]);
        } else {
            self.u32(3 | FLAG_64);
            self.0.extend(number.to_le_bytes());
        }
    }

    fn node_path(&mut self, path: &NodePath) {
        self.u32(length(path.names.len()) | NODE_PATH_MARK);
        self.count(path.subnames.len());
        self.u32(u32::from(path.is_absolute));
        path.names.iter().chain(&path.subnames).for_each(|name| self.text(name));
    }

    fn dictionary(&mut self, dictionary: &Dictionary) {
        let Dictionary { key, value, entries } = dictionary;
        self.u32(27 | key.code() << 16 | value.code() << 18);
        self.element_type(key);
        self.element_type(value);
        self.count(entries.len());
        for (key, value) in entries {
            self.variant(key);
            self.variant(value);
        }
    }

    fn array(&mut self, array: &Array) {
        self.u32(28 | array.element.code() << 16);
        self.element_type(&array.element);
        self.count(array.items.len());
        array.items.iter().for_each(|item| self.variant(item));
    }

    fn element_type(&mut self, element: &ElementType) {
        match element {
            ElementType::Any => {}
            ElementType::BuiltIn(number) => self.u32(*number),
            ElementType::Class(name) | ElementType::Script(name) => self.text(name),
        }
    }

    fn header(&mut self, header: u32) -> &mut Encoder {
        self.u32(header);
        self
    }

    fn count(&mut self, count: usize) {
        self.u32(length(count));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
        self.pad();
    }

    /// The texts of a packed array count their final zero byte.
    fn text_with_nul(&mut self, text: &str) {
        self.count(text.len() + 1);
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(0);
        self.pad();
    }

    fn pad(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(4), 0);
    }

    fn reals(&mut self, parts: &[f64]) {
        parts.iter().for_each(|part| self.0.extend((*part as f32).to_le_bytes()));
    }

    fn floats(&mut self, parts: &[f32]) {
        parts.iter().for_each(|part| self.0.extend(part.to_le_bytes()));
    }

    fn ints(&mut self, parts: &[i32]) {
        parts.iter().for_each(|part| self.0.extend(part.to_le_bytes()));
    }

    fn u32(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn u64(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }
}

impl ElementType {
    fn code(&self) -> u32 {
        match self {
            ElementType::Any => 0,
            ElementType::BuiltIn(_) => 1,
            ElementType::Class(_) => 2,
            ElementType::Script(_) => 3,
        }
    }
}

/// What does not fit is far above the size of a message.
fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX >> 1)
}
