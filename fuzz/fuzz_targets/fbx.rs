//! Any bytes as an FBX file, binary and ASCII: what is read is a tree in pre-order.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use scenewright_fbx::read_nodes;

fuzz_target!(|bytes: &[u8]| {
    // The magics are given: it takes a fuzzer long to find them.
    let heads: [&[u8]; 3] = [
        b"",
        b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0",
        b"; FBX 7.4.0 project file\nObjects:  {\n",
    ];
    for head in heads {
        for (at, node) in
            read_nodes(Cursor::new([head, bytes].concat())).into_iter().flatten().enumerate()
        {
            assert!(node.parent.is_none_or(|parent| parent < at));
        }
    }
});
