//! The names that values are constructed by, in Godot 2, 3 and 4, and what each of them makes.

/// A type that is a fixed number of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MathType {
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
    Rect2,
    Rect2i,
    Transform2D,
    Transform3D,
    Basis,
    Quaternion,
    Plane,
    Aabb,
    Projection,
    Color,
}

/// What a packed array of numbers holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackedType {
    Byte,
    Int32,
    Int64,
    Float32,
    Float64,
    Vector2,
    Vector3,
    Vector4,
    Color,
}

/// What a name followed by brackets makes.
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
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// How many numbers it is made of.
    pub fn arity(self) -> usize {
        self.row().1
    }

    fn row(self) -> (&'static str, usize) {
        match self {
            MathType::Vector2 => ("Vector2", 2),
            MathType::Vector2i => ("Vector2i", 2),
            MathType::Vector3 => ("Vector3", 3),
            MathType::Vector3i => ("Vector3i", 3),
            MathType::Vector4 => ("Vector4", 4),
            MathType::Vector4i => ("Vector4i", 4),
            MathType::Rect2 => ("Rect2", 4),
            MathType::Rect2i => ("Rect2i", 4),
            MathType::Transform2D => ("Transform2D", 6),
            MathType::Transform3D => ("Transform3D", 12),
            MathType::Basis => ("Basis", 9),
            MathType::Quaternion => ("Quaternion", 4),
            MathType::Plane => ("Plane", 4),
            MathType::Aabb => ("AABB", 6),
            MathType::Projection => ("Projection", 16),
            MathType::Color => ("Color", 4),
        }
    }
}

impl PackedType {
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// How many numbers make one element.
    pub fn width(self) -> usize {
        self.row().1
    }

    fn row(self) -> (&'static str, usize) {
        match self {
            PackedType::Byte => ("PackedByteArray", 1),
            PackedType::Int32 => ("PackedInt32Array", 1),
            PackedType::Int64 => ("PackedInt64Array", 1),
            PackedType::Float32 => ("PackedFloat32Array", 1),
            PackedType::Float64 => ("PackedFloat64Array", 1),
            PackedType::Vector2 => ("PackedVector2Array", 2),
            PackedType::Vector3 => ("PackedVector3Array", 3),
            PackedType::Vector4 => ("PackedVector4Array", 4),
            PackedType::Color => ("PackedColorArray", 4),
        }
    }
}

/// Godot 3 said `Pool…` where Godot 4 says `Packed…`, and Godot 2 neither.
pub(super) fn constructor(name: &str) -> VariantConstructor {
    use VariantConstructor as C;
    match name {
        "Vector2" => C::Math(MathType::Vector2),
        "Vector2i" => C::Math(MathType::Vector2i),
        "Vector3" => C::Math(MathType::Vector3),
        "Vector3i" => C::Math(MathType::Vector3i),
        "Vector4" => C::Math(MathType::Vector4),
        "Vector4i" => C::Math(MathType::Vector4i),
        "Rect2" => C::Math(MathType::Rect2),
        "Rect2i" => C::Math(MathType::Rect2i),
        "Transform2D" | "Matrix32" => C::Math(MathType::Transform2D),
        "Transform3D" | "Transform" => C::Math(MathType::Transform3D),
        "Basis" | "Matrix3" => C::Math(MathType::Basis),
        "Quaternion" | "Quat" => C::Math(MathType::Quaternion),
        "Plane" => C::Math(MathType::Plane),
        "AABB" | "Rect3" => C::Math(MathType::Aabb),
        "Projection" => C::Math(MathType::Projection),
        "Color" => C::Math(MathType::Color),
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
        _ => packed_constructor(name),
    }
}

fn packed_constructor(name: &str) -> VariantConstructor {
    use VariantConstructor as C;
    let Some(name) = name.strip_suffix("Array") else {
        return C::Unknown;
    };
    match name {
        "PackedByte" | "PoolByte" | "Byte" => C::Packed(PackedType::Byte),
        "PackedInt32" | "PackedInt" | "PoolInt" | "Int" => C::Packed(PackedType::Int32),
        "PackedInt64" => C::Packed(PackedType::Int64),
        "PackedFloat32" | "PackedReal" | "PoolReal" | "Real" | "Float" => {
            C::Packed(PackedType::Float32)
        }
        "PackedFloat64" => C::Packed(PackedType::Float64),
        "PackedString" | "PoolString" | "String" => C::Strings,
        "PackedVector2" | "PoolVector2" | "Vector2" => C::Packed(PackedType::Vector2),
        "PackedVector3" | "PoolVector3" | "Vector3" => C::Packed(PackedType::Vector3),
        "PackedVector4" => C::Packed(PackedType::Vector4),
        "PackedColor" | "PoolColor" | "Color" => C::Packed(PackedType::Color),
        _ => C::Unknown,
    }
}
