//! The names that values are constructed by, in Godot 2, 3 and 4, and what each of them makes.

/// A type that is a fixed number of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Math {
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
pub enum Packed {
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
pub(super) enum Constructor {
    Math(Math),
    Packed(Packed),
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

impl Math {
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// How many numbers it is made of.
    pub fn arity(self) -> usize {
        self.row().1
    }

    fn row(self) -> (&'static str, usize) {
        match self {
            Math::Vector2 => ("Vector2", 2),
            Math::Vector2i => ("Vector2i", 2),
            Math::Vector3 => ("Vector3", 3),
            Math::Vector3i => ("Vector3i", 3),
            Math::Vector4 => ("Vector4", 4),
            Math::Vector4i => ("Vector4i", 4),
            Math::Rect2 => ("Rect2", 4),
            Math::Rect2i => ("Rect2i", 4),
            Math::Transform2D => ("Transform2D", 6),
            Math::Transform3D => ("Transform3D", 12),
            Math::Basis => ("Basis", 9),
            Math::Quaternion => ("Quaternion", 4),
            Math::Plane => ("Plane", 4),
            Math::Aabb => ("AABB", 6),
            Math::Projection => ("Projection", 16),
            Math::Color => ("Color", 4),
        }
    }
}

impl Packed {
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// How many numbers make one element.
    pub fn width(self) -> usize {
        self.row().1
    }

    fn row(self) -> (&'static str, usize) {
        match self {
            Packed::Byte => ("PackedByteArray", 1),
            Packed::Int32 => ("PackedInt32Array", 1),
            Packed::Int64 => ("PackedInt64Array", 1),
            Packed::Float32 => ("PackedFloat32Array", 1),
            Packed::Float64 => ("PackedFloat64Array", 1),
            Packed::Vector2 => ("PackedVector2Array", 2),
            Packed::Vector3 => ("PackedVector3Array", 3),
            Packed::Vector4 => ("PackedVector4Array", 4),
            Packed::Color => ("PackedColorArray", 4),
        }
    }
}

/// Godot 3 said `Pool…` where Godot 4 says `Packed…`, and Godot 2 neither.
pub(super) fn constructor(name: &str) -> Constructor {
    use Constructor as C;
    match name {
        "Vector2" => C::Math(Math::Vector2),
        "Vector2i" => C::Math(Math::Vector2i),
        "Vector3" => C::Math(Math::Vector3),
        "Vector3i" => C::Math(Math::Vector3i),
        "Vector4" => C::Math(Math::Vector4),
        "Vector4i" => C::Math(Math::Vector4i),
        "Rect2" => C::Math(Math::Rect2),
        "Rect2i" => C::Math(Math::Rect2i),
        "Transform2D" | "Matrix32" => C::Math(Math::Transform2D),
        "Transform3D" | "Transform" => C::Math(Math::Transform3D),
        "Basis" | "Matrix3" => C::Math(Math::Basis),
        "Quaternion" | "Quat" => C::Math(Math::Quaternion),
        "Plane" => C::Math(Math::Plane),
        "AABB" | "Rect3" => C::Math(Math::Aabb),
        "Projection" => C::Math(Math::Projection),
        "Color" => C::Math(Math::Color),
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
        _ => packed(name),
    }
}

fn packed(name: &str) -> Constructor {
    use Constructor as C;
    let Some(name) = name.strip_suffix("Array") else {
        return C::Unknown;
    };
    match name {
        "PackedByte" | "PoolByte" | "Byte" => C::Packed(Packed::Byte),
        "PackedInt32" | "PackedInt" | "PoolInt" | "Int" => C::Packed(Packed::Int32),
        "PackedInt64" => C::Packed(Packed::Int64),
        "PackedFloat32" | "PackedReal" | "PoolReal" | "Real" | "Float" => {
            C::Packed(Packed::Float32)
        }
        "PackedFloat64" => C::Packed(Packed::Float64),
        "PackedString" | "PoolString" | "String" => C::Strings,
        "PackedVector2" | "PoolVector2" | "Vector2" => C::Packed(Packed::Vector2),
        "PackedVector3" | "PoolVector3" | "Vector3" => C::Packed(Packed::Vector3),
        "PackedVector4" => C::Packed(Packed::Vector4),
        "PackedColor" | "PoolColor" | "Color" => C::Packed(Packed::Color),
        _ => C::Unknown,
    }
}
