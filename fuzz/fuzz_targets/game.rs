//! Any bytes as a value of a running game, and any text as a condition.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_engine::parse_condition;
use scenewright_godot_game::variant::{decode, encode};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(value) = decode(bytes) {
        let again = encode(&value);
        // NaN is not equal to itself, but its bytes are.
        let twice = decode(&again).map(|value| encode(&value));
        assert_eq!(twice, Ok(again));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_condition(text);
    }
});
