//! The JSON of the dump, without the parts that are not used.

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
pub(super) struct ApiDump {
    pub(super) header: DumpHeader,
    #[serde(default)]
    pub(super) global_enums: Vec<DumpEnum>,
    #[serde(default)]
    pub(super) utility_functions: Vec<DumpUtility>,
    #[serde(default)]
    pub(super) builtin_classes: Vec<DumpBuiltInClass>,
    pub(super) classes: Vec<DumpClass>,
}

#[derive(Deserialize)]
pub(super) struct DumpHeader {
    pub(super) version_major: u32,
    pub(super) version_minor: u32,
    pub(super) version_patch: u32,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpUtility {
    pub(super) name: String,
    pub(super) return_type: Option<String>,
    pub(super) is_vararg: bool,
    pub(super) arguments: Vec<DumpArgument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpBuiltInClass {
    pub(super) name: String,
    pub(super) brief_description: String,
    pub(super) description: String,
    pub(super) constructors: Vec<DumpConstructor>,
    pub(super) methods: Vec<DumpMethod>,
    pub(super) operators: Vec<DumpOperator>,
    pub(super) members: Vec<DumpProperty>,
    pub(super) enums: Vec<DumpEnum>,
    pub(super) constants: Vec<DumpConstant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpClass {
    pub(super) name: String,
    pub(super) inherits: String,
    pub(super) brief_description: String,
    pub(super) description: String,
    pub(super) methods: Vec<DumpMethod>,
    pub(super) properties: Vec<DumpProperty>,
    pub(super) signals: Vec<DumpSignal>,
    pub(super) enums: Vec<DumpEnum>,
    pub(super) constants: Vec<DumpConstant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpConstructor {
    pub(super) arguments: Vec<DumpArgument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpMethod {
    pub(super) name: String,
    /// Methods of classes have it.
    pub(super) return_value: Option<DumpReturnValue>,
    /// Methods of built-in types have it.
    pub(super) return_type: Option<String>,
    pub(super) is_const: bool,
    pub(super) is_vararg: bool,
    pub(super) is_static: bool,
    pub(super) is_virtual: bool,
    pub(super) is_required: bool,
    pub(super) arguments: Vec<DumpArgument>,
    pub(super) description: String,
}

#[derive(Deserialize)]
pub(super) struct DumpReturnValue {
    #[serde(rename = "type")]
    pub(super) type_name: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpArgument {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) default_value: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpOperator {
    pub(super) name: String,
    pub(super) right_type: String,
    pub(super) return_type: String,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpProperty {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: String,
    pub(super) setter: String,
    pub(super) getter: String,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpSignal {
    pub(super) name: String,
    pub(super) arguments: Vec<DumpArgument>,
    pub(super) description: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpEnum {
    pub(super) name: String,
    pub(super) is_bitfield: bool,
    pub(super) values: Vec<DumpConstant>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct DumpConstant {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) type_name: Option<String>,
    pub(super) value: Option<Value>,
    pub(super) description: String,
}
