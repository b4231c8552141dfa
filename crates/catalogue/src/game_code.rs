//! What exchanges code in a running game, and so needs the permission to evaluate.

/// Methods through which code could be exchanged.
const REFLECTIVE_METHODS: [&str; 9] = [
    "set_script",
    "set",
    "set_indexed",
    "set_deferred",
    "set_deferred_thread_group",
    "set_thread_safe",
    "call",
    "callv",
    "call_deferred",
];

/// Whether calling a method of this name could exchange code.
pub fn method_exchanges_code(method: &str) -> bool {
    REFLECTIVE_METHODS.contains(&method)
}

/// Whether setting this property, which may have parts, exchanges code.
pub fn property_exchanges_code(property: &str) -> bool {
    property.split([':', '.']).any(|part| part == "script")
}
