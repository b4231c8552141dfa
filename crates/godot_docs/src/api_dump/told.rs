//! The dump as its JSON has it; what nobody asks for is left out.

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(super) struct Dump {
    pub(super) header: Header,
    #[serde(default)]
    pub(super) global_enums: Vec<Enum>,
    #[serde(default)]
    pub(super) utility_functions: Vec<Utility>,
    #[serde(default)]
    pub(super) builtin_classes: Vec<BuiltIn>,
    pub(super) classes: Vec<Class>,
}

#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) version_major: u32,
    pub(super) version_minor: u32,
    pub(super) version_patch: u32,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Utility {
    pub(super) name: String,
    pub(super) return_type: Option<String>,
    pub(super) is_vararg: bool,
    pub(super) arguments: Vec<Argument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct BuiltIn {
    pub(super) name: String,
    pub(super) brief_description: String,
    pub(super) description: String,
    pub(super) constructors: Vec<Constructor>,
    pub(super) methods: Vec<Method>,
    pub(super) operators: Vec<Operator>,
    pub(super) members: Vec<Property>,
    pub(super) enums: Vec<Enum>,
    pub(super) constants: Vec<Constant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Class {
    pub(super) name: String,
    pub(super) inherits: String,
    pub(super) brief_description: String,
    pub(super) description: String,
    pub(super) methods: Vec<Method>,
    pub(super) properties: Vec<Property>,
    pub(super) signals: Vec<Signal>,
    pub(super) enums: Vec<Enum>,
    pub(super) constants: Vec<Constant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Constructor {
    pub(super) arguments: Vec<Argument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Method {
    pub(super) name: String,
    /// Of a class.
    pub(super) return_value: Option<Returned>,
    /// Of a built-in type.
    pub(super) return_type: Option<String>,
    pub(super) is_const: bool,
    pub(super) is_vararg: bool,
    pub(super) is_static: bool,
    pub(super) is_virtual: bool,
    pub(super) is_required: bool,
    pub(super) arguments: Vec<Argument>,
    pub(super) description: String,
}

#[derive(Deserialize)]
pub(super) struct Returned {
    #[serde(rename = "type")]
    pub(super) type_name: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Argument {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) default_value: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Operator {
    pub(super) name: String,
    pub(super) right_type: String,
    pub(super) return_type: String,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Property {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) setter: String,
    pub(super) getter: String,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Signal {
    pub(super) name: String,
    pub(super) arguments: Vec<Argument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Enum {
    pub(super) name: String,
    pub(super) is_bitfield: bool,
    pub(super) values: Vec<Constant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Constant {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: Option<String>,
    pub(super) value: Option<Value>,
    pub(super) description: String,
}
