//! References of both sources are the same after packing and unpacking.

use scenewright_model::{ArgumentDoc, DocOrigin, MethodDoc};

use super::*;
use crate::{read_api_dump, read_doc_cache};

const CACHE: &str = r#"[
  {"name": "Node", "inherits": "Object", "brief_description": "\n\t\tBase.\n\t", "is_script_doc": false,
   "description": "\n\t\tSee [method add_child].\n\t", "keywords": "thing",
   "methods": [
     {"name": "add_child", "return_type": "void", "description": "Adds [param node].",
      "arguments": [{"name": "node", "type": "Node"},
        {"name": "internal", "type": "int", "enumeration": "Node.InternalMode", "default_value": "0"}]},
     {"name": "_ready", "return_type": "void", "qualifiers": "virtual", "deprecated": ""}],
   "properties": [{"name": "name", "type": "StringName", "default_value": "&\"\"", "setter": "set_name", "getter": "get_name"}],
   "signals": [{"name": "renamed", "description": "Emitted."}],
   "constants": [
     {"name": "A", "value": "0", "is_value_valid": true, "type": "int", "enumeration": "InternalMode"},
     {"name": "LIMIT", "value": "9", "is_value_valid": true, "type": "int"}],
   "theme_properties": [{"name": "c", "type": "Color", "data_type": "color"}]},
  {"name": "Node2D", "inherits": "Node",
   "properties": [{"name": "name", "type": "StringName", "default_value": "\"x\"", "overridden": true, "overrides": "Node"}]},
  {"name": "Object", "annotations": [{"name": "@tool"}], "constructors": [{"name": "Object"}], "operators": [{"name": "operator =="}]},
  {"name": "Mine", "is_script_doc": true}
]"#;

fn cache() -> ClassDocs {
    ClassDocs::new(&read_doc_cache("4.6", CACHE.as_bytes()).unwrap())
}

#[test]
fn a_class_comes_out_as_it_went_in() {
    let reference = read_doc_cache("4.6", CACHE.as_bytes()).unwrap();
    let docs = ClassDocs::new(&reference);
    assert_eq!(docs.names().collect::<Vec<_>>(), ["Node", "Node2D", "Object"]);
    for class in &reference.classes {
        assert_eq!(docs.class(&class.name).as_ref(), Some(class));
    }
    assert_eq!((docs.version(), docs.class("nODE").unwrap().name), ("4.6", "Node".to_owned()));
    let again = ClassDocs::unpack(docs.packed().to_owned()).unwrap();
    assert_eq!(again.packed(), docs.packed());
}

#[test]
fn the_cache_is_read() {
    let node = cache().class("Node").unwrap();
    assert_eq!(node.description, "See `add_child()`.");
    assert_eq!((node.from, &*node.attributes.keywords), (DocOrigin::Engine, "thing"));
    assert_eq!(node.methods[0].arguments[1].default.as_deref(), Some("0"));
    assert_eq!(node.methods[1].attributes.deprecated.as_deref(), Some(""));
    assert_eq!(node.enums[0].values[0].value.as_deref(), Some("0"));
    assert_eq!((&*node.constants[0].name, node.theme_items.len()), ("LIMIT", 1));
    let wrapped = format!("{{\"classes\": {CACHE}}}");
    assert_eq!(read_doc_cache("4.6", wrapped.as_bytes()).unwrap().classes.len(), 3);
}

#[test]
fn methods_are_found_in_the_classes_above() {
    let docs = cache();
    assert_eq!(docs.lineage("Node2D"), ["Node2D", "Node", "Object"]);
    let found = docs.method("node2d", "add_child").unwrap();
    assert_eq!((&*found.class, &*found.declared_in), ("Node2D", "Node"));
    assert!(docs.method("Node2D", "add_children").is_none());
    assert!(docs.method("Nothing", "add_child").is_none());
}

#[test]
fn a_circle_of_classes_ends() {
    let json = r#"[{"name": "A", "inherits": "B"}, {"name": "B", "inherits": "A"}]"#;
    let docs = ClassDocs::new(&read_doc_cache("", json.as_bytes()).unwrap());
    assert_eq!(docs.lineage("A").len(), MAX_INHERITANCE_DEPTH);
    assert!(docs.method("A", "x").is_none());
}

#[test]
fn the_dump_is_read() {
    let json = r#"{
      "header": {"version_major": 4, "version_minor": 6, "version_patch": 3},
      "global_enums": [{"name": "Side", "is_bitfield": false, "values": [{"name": "SIDE_LEFT", "value": 0}]}],
      "utility_functions": [{"name": "sin", "return_type": "float", "is_vararg": false, "arguments": [{"name": "x", "type": "float"}]}],
      "builtin_classes": [{"name": "Nil"}, {"name": "Vector2", "constructors": [{"index": 0}],
         "members": [{"name": "x", "type": "float"}],
         "operators": [{"name": "==", "right_type": "Variant", "return_type": "bool"},
                       {"name": "*", "right_type": "float", "return_type": "Vector2", "description": "Scales."}],
         "constants": [{"name": "ZERO", "type": "Vector2", "value": "Vector2(0, 0)"}]}],
      "classes": [{"name": "Node", "inherits": "Object",
         "methods": [
           {"name": "get_mode", "is_const": true, "return_value": {"type": "enum::Node.Mode"}},
           {"name": "all", "is_static": true, "return_value": {"type": "typedarray::24/17:Node"}, "description": "All [Node]s."}],
         "properties": [{"name": "mode", "type": "int", "setter": "set_mode", "getter": "get_mode"},
                        {"name": "mesh", "type": "Mesh,-PlaneMesh", "setter": "", "getter": "get_mesh"}]}]}"#;
    let reference = read_api_dump(json.as_bytes()).unwrap();
    assert_eq!(reference.version, "4.6.3");
    let names: Vec<&str> = reference.classes.iter().map(|class| &*class.name).collect();
    assert_eq!(names, ["@GlobalScope", "Vector2", "Node"]);
    let [scope, vector, node] = &reference.classes[..] else { panic!() };
    assert_eq!((&*scope.methods[0].name, scope.enums[0].values.len()), ("sin", 1));
    assert_eq!(vector.operators.len(), 1);
    assert_eq!(vector.constants[0].value.as_deref(), Some("Vector2(0, 0)"));
    // The getter of a property has no description of its own.
    assert_eq!(
        node.methods,
        [MethodDoc {
            name: "all".to_owned(),
            return_type: "Array[Node]".to_owned(),
            qualifiers: "static".to_owned(),
            description: "All `Node`s.".to_owned(),
            ..MethodDoc::default()
        }]
    );
    assert_eq!(node.properties[0].enumeration.as_deref(), Some("Node.Mode"));
    assert_eq!((&*node.properties[1].type_name, &node.properties[1].setter), ("Mesh", &None));
}

#[test]
fn what_is_no_reference_is_refused() {
    for text in ["", "end", "godot-docs\x1f0\x1f4.6\x1eend", "godot-docs\x1f1\x1f4.6"] {
        assert!(ClassDocs::unpack(text.to_owned()).is_err(), "{text:?}");
    }
    for text in ["M\x1fx\x1e", "?\x1e", "\x1e"] {
        let text = format!("godot-docs\x1f{PACK_LAYOUT}\x1f4.6\x1e{text}end");
        assert!(ClassDocs::unpack(text.clone()).is_err(), "{text:?}");
    }
    // Missing fields are empty.
    let short =
        format!("godot-docs\x1f{PACK_LAYOUT}\x1f4.6\x1eC\x1fA\x1eP\x1eM\x1fm\x1eV\x1ev\x1eend");
    assert!(ClassDocs::unpack(short.clone()).is_err());
    let short = short.replace("\x1ev\x1e", "\x1e");
    let class = ClassDocs::unpack(short).unwrap().class("A").unwrap();
    assert_eq!((class.methods.len(), class.constants.len()), (1, 1));
    assert!(read_api_dump(b"{}").is_err() && read_doc_cache("", b"{").is_err());
}

#[test]
fn separators_in_texts_do_no_harm() {
    let mut reference = read_doc_cache("4.6", CACHE.as_bytes()).unwrap();
    reference.classes[0].brief = "a\x1eb\x1fc".to_owned();
    let odd = ArgumentDoc { name: "x\x1dy\x1c".to_owned(), ..ArgumentDoc::default() };
    reference.classes[0].methods[0].arguments = vec![odd];
    let node = ClassDocs::new(&reference).class("Node").unwrap();
    assert_eq!((&*node.brief, &*node.methods[0].arguments[0].name), ("abc", "xy"));
}
