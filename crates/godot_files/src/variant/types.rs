//! The constructors of values in Godot 2, 3 and 4.

use strum::{EnumString, IntoStaticStr, VariantArray};

/// A type with a fixed number of numbers. Parsed by its name in Godot 4 or an older one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
pub enum MathType {
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
    Rect2,
    Rect2i,
    #[strum(to_string = "Transform2D", serialize = "Matrix32")]
    Transform2D,
    #[strum(to_string = "Transform3D", serialize = "Transform")]
    Transform3D,
    #[strum(to_string = "Basis", serialize = "Matrix3")]
    Basis,
    #[strum(to_string = "Quaternion", serialize = "Quat")]
    Quaternion,
    Plane,
    #[strum(to_string = "AABB", serialize = "Rect3")]
    Aabb,
    Projection,
    Color,
}

/// The element type of a packed array of numbers. Parsed by the name of the array in Godot 4, or by
/// `Pool…Array` of Godot 3 or `…Array` of Godot 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
pub enum PackedType {
    #[strum(to_string = "PackedByteArray", serialize = "PoolByteArray", serialize = "ByteArray")]
    Byte,
    #[strum(
        to_string = "PackedInt32Array",
        serialize = "PackedIntArray",
        serialize = "PoolIntArray",
        serialize = "IntArray"
    )]
    Int32,
    #[strum(to_string = "PackedInt64Array")]
    Int64,
    #[strum(
        to_string = "PackedFloat32Array",
        serialize = "PackedRealArray",
        serialize = "PoolRealArray",
        serialize = "RealArray",
        serialize = "FloatArray"
    )]
    Float32,
    #[strum(to_string = "PackedFloat64Array")]
    Float64,
    #[strum(
        to_string = "PackedVector2Array",
        serialize = "PoolVector2Array",
        serialize = "Vector2Array"
    )]
    Vector2,
    #[strum(
        to_string = "PackedVector3Array",
        serialize = "PoolVector3Array",
        serialize = "Vector3Array"
    )]
    Vector3,
    #[strum(to_string = "PackedVector4Array")]
    Vector4,
    #[strum(to_string = "PackedColorArray", serialize = "PoolColorArray", serialize = "ColorArray")]
    Color,
}

/// The meaning of a name before brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VariantConstructor {
    Math(MathType),
    Packed(PackedType),
    Strings,
    NodePath,
    Array,
    Dictionary,
    Resource,
    ExtResource,
    SubResource,
    Object,
    Rid,
    Callable,
    Signal,
    Unknown,
}

impl MathType {
    /// By its name in Godot 4 only.
    pub(crate) fn by_name(name: &str) -> Option<MathType> {
        MathType::VARIANTS.iter().copied().find(|math| math.name() == name)
    }

    pub(crate) fn is_integer(self) -> bool {
        matches!(
            self,
            MathType::Vector2i | MathType::Vector3i | MathType::Vector4i | MathType::Rect2i
        )
    }

    /// The names of its numbers, for the types whose numbers are members of their own.
    pub(crate) fn component_names(self) -> &'static [&'static str] {
        match self {
            MathType::Vector2 | MathType::Vector2i => &["x", "y"],
            MathType::Vector3 | MathType::Vector3i => &["x", "y", "z"],
            MathType::Vector4 | MathType::Vector4i | MathType::Quaternion => &["x", "y", "z", "w"],
            MathType::Color => &["r", "g", "b", "a"],
            MathType::Plane => &["x", "y", "z", "d"],
            _ => &[],
        }
    }

    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The number of its numbers.
    pub fn arity(self) -> usize {
        match self {
            MathType::Vector2 | MathType::Vector2i => 2,
            MathType::Vector3 | MathType::Vector3i => 3,
            MathType::Vector4 | MathType::Vector4i | MathType::Rect2 | MathType::Rect2i => 4,
            MathType::Quaternion | MathType::Plane | MathType::Color => 4,
            MathType::Transform2D | MathType::Aabb => 6,
            MathType::Basis => 9,
            MathType::Transform3D => 12,
            MathType::Projection => 16,
        }
    }
}

impl PackedType {
    /// By its name in Godot 4 only.
    pub(crate) fn by_name(name: &str) -> Option<PackedType> {
        PackedType::VARIANTS.iter().copied().find(|packed| packed.name() == name)
    }

    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The numbers per element.
    pub fn width(self) -> usize {
        match self {
            PackedType::Byte | PackedType::Int32 | PackedType::Int64 => 1,
            PackedType::Float32 | PackedType::Float64 => 1,
            PackedType::Vector2 => 2,
            PackedType::Vector3 => 3,
            PackedType::Vector4 | PackedType::Color => 4,
        }
    }
}

pub(super) fn constructor(name: &str) -> VariantConstructor {
    use VariantConstructor as C;
    match name {
        "NodePath" => C::NodePath,
        "Array" => C::Array,
        "Dictionary" => C::Dictionary,
        "Resource" => C::Resource,
        "ExtResource" => C::ExtResource,
        "SubResource" => C::SubResource,
        "Object" => C::Object,
        "RID" => C::Rid,
        "Callable" => C::Callable,
        "Signal" => C::Signal,
        "PackedStringArray" | "PoolStringArray" | "StringArray" => C::Strings,
        _ => {
            let math = name.parse().ok().map(C::Math);
            math.or_else(|| name.parse().ok().map(C::Packed)).unwrap_or(C::Unknown)
        }
    }
}
