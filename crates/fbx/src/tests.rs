//! The same scene in every notation, and files that are damaged.

use std::fmt::Write;
use std::io::Cursor;

use proptest::prelude::*;

use super::{FbxNode, FbxNodeKind, read_nodes};

/// A value of a binary record.
enum Value<'a> {
    Number(i64),
    Text(&'a str),
    /// Compressed or not, its bytes are skipped.
    Doubles(usize),
}

struct TestRecord<'a> {
    name: &'a str,
    values: Vec<Value<'a>>,
    children: Vec<TestRecord<'a>>,
}

fn record<'a>(name: &'a str, values: Vec<Value<'a>>) -> TestRecord<'a> {
    TestRecord { name, values, children: Vec::new() }
}

impl TestRecord<'_> {
    fn write(&self, out: &mut Vec<u8>, is_wide: bool) {
        let start = out.len();
        let offset = |out: &mut Vec<u8>, value: u64| {
            let bytes = value.to_le_bytes();
            out.extend_from_slice(if is_wide { &bytes } else { &bytes[..4] });
        };
        offset(out, 0);
        offset(out, self.values.len() as u64);
        let mut values = Vec::new();
        self.values.iter().for_each(|value| value.write(&mut values));
        offset(out, values.len() as u64);
        out.push(self.name.len() as u8);
        out.extend_from_slice(self.name.as_bytes());
        out.extend_from_slice(&values);
        if !self.children.is_empty() {
            self.children.iter().for_each(|child| child.write(out, is_wide));
            out.extend(vec![0; if is_wide { 25 } else { 13 }]);
        }
        let size = if is_wide { 8 } else { 4 };
        let end = (out.len() as u64).to_le_bytes();
        out[start..start + size].copy_from_slice(&end[..size]);
    }
}

impl Value<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Value::Number(number) => {
                out.push(b'L');
                out.extend_from_slice(&number.to_le_bytes());
            }
            Value::Text(text) => {
                out.push(b'S');
                let text = match text.split_once("::") {
                    Some((class, name)) => format!("{name}\0\x01{class}"),
                    None => (*text).to_owned(),
                };
                out.extend_from_slice(&(text.len() as u32).to_le_bytes());
                out.extend_from_slice(text.as_bytes());
            }
            Value::Doubles(count) => {
                out.push(b'd');
                for number in [*count as u32, 0, (*count * 8) as u32] {
                    out.extend_from_slice(&number.to_le_bytes());
                }
                out.extend(vec![b'{'; *count * 8]);
            }
        }
    }
}

fn binary(version: u32, records: &[TestRecord<'_>]) -> Vec<u8> {
    let mut out = b"Kaydara FBX Binary  \0\x1a\0".to_vec();
    out.extend_from_slice(&version.to_le_bytes());
    let is_wide = version >= 7500;
    records.iter().for_each(|record| record.write(&mut out, is_wide));
    // The end of the list, and a part of what follows it in real files.
    out.extend([0; 60]);
    out
}

type Object<'a> = (&'a str, i64, &'a str, &'a str);

/// A robot: a skinned mesh, bones, a camera, a light, and a node that nothing connects.
const OBJECTS: &[Object<'_>] = &[
    ("Geometry", 50, "Geometry::Body", "Mesh"),
    ("Geometry", 51, "Geometry::Smile", "Shape"),
    ("Model", 10, "Model::Robot", "Null"),
    ("Model", 11, "Model::Body", "Mesh"),
    ("Model", 12, "Model::rig:Hips", "LimbNode"),
    ("Model", 13, "Model::Head", "LimbNode"),
    ("Model", 14, "Model::Hat {1}", "Mesh"),
    ("Model", 15, "Model::View", "Camera"),
    ("Model", 16, "Model::Sun", "Light"),
    ("Model", 17, "Model::Unused", "Null"),
    ("Geometry", 52, "Geometry::", "Mesh"),
    ("Deformer", 60, "Deformer::", "Skin"),
    ("Deformer", 61, "SubDeformer::", "Cluster"),
];

const CONNECTIONS: &[(i64, i64)] = &[
    (10, 0),
    (12, 10),
    (13, 12),
    (11, 10),
    (14, 13),
    (15, 0),
    (16, 0),
    (50, 11),
    (52, 14),
    (60, 50),
];

const TREE: &str = "Robot Other\n  rig:Hips Bone\n    Head Bone\n      Hat {1} Mesh\n  Body DeformedMesh\nView Camera\nSun Light\n";

fn robot(version: u32) -> Vec<u8> {
    let object = |&(class, id, name, kind): &Object<'static>| {
        let values = vec![Value::Number(id), Value::Text(name), Value::Text(kind)];
        let children = vec![record("Vertices", vec![Value::Doubles(1000)])];
        TestRecord { name: class, values, children }
    };
    let connection = |&(child, parent): &(i64, i64)| {
        record("C", vec![Value::Text("OO"), Value::Number(child), Value::Number(parent)])
    };
    let property = record("C", vec![Value::Text("OP"), Value::Number(17), Value::Number(0)]);
    let children = CONNECTIONS.iter().map(connection).chain([property]).collect();
    let connections = TestRecord { name: "Connections", values: Vec::new(), children };
    let children = OBJECTS.iter().map(object).collect();
    let objects = TestRecord { name: "Objects", values: Vec::new(), children };
    binary(version, &[record("FileId", vec![Value::Doubles(2)]), objects, connections])
}

fn ascii_robot(numbers: usize) -> String {
    let mut text =
        "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\nObjects:  {\n"
            .to_owned();
    for (class, id, name, kind) in OBJECTS {
        let numbers = "0.5,".repeat(numbers);
        _ = write!(
            text,
            "\t{class}: {id}, \"{name}\", \"{kind}\" {{\n\t\tVertices: *6 {{\n\t\t\ta: {numbers}\n0.5,0.5\n\t\t}}\n\t}}\n"
        );
    }
    text += "}\n; Connections {\nConnections:  {\n";
    for (child, parent) in CONNECTIONS {
        _ = write!(text, "\t;Model::a, Model::b\n\tC: \"OO\",{child},{parent}\n");
    }
    text + "\tC: \"OP\",17,0\n}\n"
}

fn outline(bytes: &[u8]) -> String {
    let nodes = read_nodes(Cursor::new(bytes)).unwrap();
    let mut text = String::new();
    for (at, node) in nodes.iter().enumerate() {
        let depth = std::iter::successors(Some(at), |&at| nodes[at].parent).count() - 1;
        _ = writeln!(text, "{}{} {:?}", "  ".repeat(depth), node.name, node.kind);
    }
    text
}

#[test]
fn every_notation_gives_the_same_tree() {
    for version in [7100, 7400, 7500, 7700] {
        assert_eq!(outline(&robot(version)), TREE, "{version}");
    }
    let text = ascii_robot(20_000);
    for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        assert_eq!(outline(text.as_bytes()), TREE);
    }
}

/// Objects have no numbers, meshes are in their nodes, and the views of the program are listed.
#[test]
fn files_before_version_7_connect_names() {
    let ascii = include_str!("tests/hull.fbx");
    assert_eq!(outline(ascii.as_bytes()), "Hull DeformedMesh\n  Mast \"A\" Other\n");
    let object = |class, name, kind| record(class, vec![Value::Text(name), Value::Text(kind)]);
    let connect = |child, parent| {
        record("Connect", vec![Value::Text("OO"), Value::Text(child), Value::Text(parent)])
    };
    let objects = vec![
        object("Model", "Model::Hull", "Mesh"),
        object("Model", "Model::Mast", "Null"),
        object("Model", "Model::Producer Top", "Camera"),
    ];
    let connections = vec![
        connect("Model::Hull", "Model::Scene"),
        connect("Model::Mast", "Model::Hull"),
        connect("Model::Producer Top", "Model::Scene"),
    ];
    let list = |name, children| TestRecord { name, values: Vec::new(), children };
    let bytes = binary(6100, &[list("Connections", connections), list("Objects", objects)]);
    assert_eq!(outline(&bytes), "Hull Mesh\n  Mast Other\n");
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let whole = robot(7400);
    let mut huge_name = whole.clone();
    huge_name[27..31].copy_from_slice(&u32::MAX.to_le_bytes());
    for (bytes, expected) in [
        (&b""[..], "it is not an FBX file"),
        (b"version https://git-lfs.github.com/spec/v1\n", "it is not an FBX file"),
        (b"Kaydara FBX Binary  \0\x1a\0", "it is not an FBX file"),
        (&whole[..1000], "it is damaged at byte "),
        (&huge_name, "it is damaged at byte 27"),
    ] {
        let error = read_nodes(Cursor::new(bytes)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}

#[test]
fn a_node_in_a_loop_is_left_out() {
    let text = ascii_robot(1).replace("C: \"OO\",12,10", "C: \"OO\",12,13");
    assert_eq!(
        outline(text.as_bytes()),
        "Robot Other\n  Body DeformedMesh\nView Camera\nSun Light\n"
    );
}

/// Whatever is read is a tree in pre-order.
fn check_tree(nodes: &[FbxNode]) {
    for (at, node) in nodes.iter().enumerate() {
        assert!(node.parent.is_none_or(|parent| parent < at));
    }
}

proptest! {
    #[test]
    fn a_damaged_file_is_read_or_refused(
        version in prop::sample::select(vec![6100_u32, 7400, 7500]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
        is_ascii in any::<bool>(),
    ) {
        let mut bytes = if is_ascii { ascii_robot(9).into_bytes() } else { robot(version) };
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() * 2));
        if let Ok(nodes) = read_nodes(Cursor::new(bytes)) {
            check_tree(&nodes);
        }
    }

    #[test]
    fn any_tree_is_read_back(parents in prop::collection::vec(any::<prop::sample::Index>(), 1..60)) {
        let parent = |at: usize| match at {
            0 => 0,
            _ => parents[at].index(at + 1) as i64,
        };
        let names: Vec<String> = (0..parents.len()).map(|at| format!("Model::{at}")).collect();
        let objects = names.iter().enumerate().map(|(at, name)| {
            let values =
                vec![Value::Number(at as i64 + 1), Value::Text(name), Value::Text("Null")];
            record("Model", values)
        });
        let connections = (0..parents.len()).map(|at| {
            let values =
                vec![Value::Text("OO"), Value::Number(at as i64 + 1), Value::Number(parent(at))];
            record("C", values)
        });
        let list = |name, children| TestRecord { name, values: Vec::new(), children };
        let records = [list("Objects", objects.collect()), list("Connections", connections.collect())];
        let nodes = read_nodes(Cursor::new(binary(7400, &records))).unwrap();
        check_tree(&nodes);
        prop_assert_eq!(nodes.len(), parents.len());
        for node in &nodes {
            let at: usize = node.name.parse().unwrap();
            let above = node.parent.map_or(0, |above| nodes[above].name.parse::<i64>().unwrap() + 1);
            prop_assert_eq!(above, parent(at));
            prop_assert_eq!(node.kind, FbxNodeKind::Other);
        }
    }
}
