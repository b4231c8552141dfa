//! Which files each kind of text names.

use super::super::content::{GodotContent, ImportInfo};
use super::*;

/// One line a reference: `!` for those that must lead somewhere.
fn named(kind: GodotScanKind, text: &str) -> Vec<String> {
    match scan_content(kind, text.as_bytes(), "a") {
        GodotContent::Read(scan) => scan.references.iter().map(shown).collect(),
        GodotContent::Refused(reason) => vec![format!("{:?} {reason}", reason.line())],
        GodotContent::NotRead | GodotContent::Binary => Vec::new(),
    }
}

fn shown(reference: &GodotReference) -> String {
    let GodotReference { path, uid, class, is_certain } = reference;
    let parts = [if *is_certain { "!" } else { "" }, path, uid.as_deref().unwrap_or(""), class];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn resources_name_externals_placeholders_and_texts() {
    for (text, expected) in [
        (
            "[gd_scene format=3]\n[ext_resource type=\"Script\" uid=\"uid://a1\" path=\"res://a.gd\" id=\"1\"]\n",
            &["! res://a.gd uid://a1 Script"][..],
        ),
        (
            "[gd_scene format=2]\n[ext_resource path=\"b.png\" type=\"Texture\" id=1]\n",
            &["! b.png Texture"],
        ),
        (
            "[gd_scene format=3]\n[node name=\"A\" instance_placeholder=\"res://a.tscn\"]\npath = \"res://b.json\"\nuid = \"uid://c3\"\n",
            &["uid://c3", "! res://a.tscn", "res://b.json"],
        ),
        (
            "[gd_scene format=3]\n[node]\ntext = \"[img]res://a.svg[/img] and res://b c\"\n",
            &["res://a.svg", "res://b"],
        ),
        (
            "[gd_scene format=3]\n[sub_resource]\nscript/source = \"var a = preload(\\\"res://a.gd\\\")\"\n",
            &["res://a.gd"],
        ),
        (
            "[gd_scene format=3]\n[node]\na = \"user://x\"\nb = \"res://.godot/y\"\nc = \"res://\"\n",
            &[],
        ),
        ("[gd_scene\nformat=3]\n[node]\na = \"res://b\"\n", &["res://b"]),
        ("[gd_scene format=1]\n", &["None it is in Godot 2's format (format=1)"]),
        ("", &["Some(1) it has no header"]),
        (
            "[gd_scene format=3]\n[node]\n<<<<<<< HEAD\na = 1\n",
            &["Some(3) it has the markers of an unfinished merge"],
        ),
        ("[gd_scene format=3]\n[node]\na = \"\n<<<<<<< HEAD\n\"\n", &[]),
        (
            "version https://git-lfs.github.com/spec/v1\n",
            &["None it is a Git LFS pointer; its content was not fetched"],
        ),
    ] {
        assert_eq!(named(GodotScanKind::Resource, text), expected, "{text}");
    }
}

#[test]
fn bytes_that_are_not_text_are_a_problem_or_binary() {
    for (kind, bytes, expected) in [
        (GodotScanKind::Script, &b"a\n\xff"[..], UnreadReason::NotUtf8 { line: 2 }),
        (GodotScanKind::Resource, b"RSRC\xff", UnreadReason::Binary),
        (GodotScanKind::Resource, b"RSRC\0\0", UnreadReason::Binary),
        (GodotScanKind::Script, b"a\n<<<<<<< HEAD\n", UnreadReason::MergeConflict { line: 2 }),
        (GodotScanKind::Script, b"version https://git-lfs.github.com\n", UnreadReason::LfsPointer),
    ] {
        let GodotContent::Refused(reason) = scan_content(kind, bytes, "a") else {
            panic!("{bytes:?} is refused");
        };
        assert_eq!(reason, expected);
    }
}

#[test]
fn scripts_name_what_they_load() {
    for (text, expected) in [
        ("const A = preload(\"res://a.tscn\")", &["! res://a.tscn"][..]),
        ("extends 'base.gd'", &["! base.gd"]),
        ("var a = load(\"res://a.gd\") # load(\"res://b.gd\")", &["res://a.gd"]),
        (
            "var a = \"\"\"\nres://in/text.gd \"quoted\" it's\n\"\"\"\nload('uid://b2')",
            &["uid://b2", "res://in/text.gd"],
        ),
        ("print(\"a \\\" b\"); load(\"x.gd\")", &["x.gd"]),
        ("var a = \"res://dir/\" + name", &["res://dir/"]),
        ("load(\"user://save\"); x.load(name); preload()", &[]),
        ("\"open", &[]),
        ("var s = \"é\\", &[]),
    ] {
        assert_eq!(named(GodotScanKind::Script, text), expected, "{text}");
    }
}

#[test]
fn words_of_scripts_are_kept_unless_they_belong_to_something() {
    let source =
        "class_name Boat extends Node\nvar a: Player = b.Member # Comment\nvar größe = \"Text\"\n";
    let scan = source::scan_script(source);
    assert_eq!(scan.class_name.as_deref(), Some("Boat"));
    let has = |word: &str| scan.words.binary_search(&word_hash(word)).is_ok();
    for (word, expected) in [
        ("Boat", true),
        ("Player", true),
        ("größe", true),
        ("Member", false),
        ("Comment", false),
        ("Text", false),
    ] {
        assert_eq!(has(word), expected, "{word}");
    }
}

#[test]
fn settings_sources_and_shaders_name_files() {
    let project = "config_version=4\n_global_script_classes=[ { \"path\": \"res://no.gd\" } ]\n[application]\nrun/main_scene=\"uid://m1\"\nconfig/icon=\"res://icon.svg\"\n[autoload]\nG=\"*res://g.gd\"\n[editor]\ntemplates=\"res://templates\"\n";
    for (kind, text, expected) in [
        (
            GodotScanKind::Settings,
            project,
            &["! uid://m1", "! res://g.gd", "! res://icon.svg", "res://templates"][..],
        ),
        (GodotScanKind::Plugin, "[plugin]\nname=\"x\"\nscript=\"plugin.gd\"\n", &["! plugin.gd"]),
        (GodotScanKind::Config, "[icons]\nA = \"res://a.svg\"\n", &["res://a.svg"]),
        (
            GodotScanKind::CSharp,
            "// \"res://no.cs\"\nGD.Load(\"res://a.tscn\");",
            &["res://a.tscn"],
        ),
        (
            GodotScanKind::Shader,
            "#include \"a.gdshaderinc\"\n// #include \"no\"\n",
            &["! a.gdshaderinc"],
        ),
        (
            GodotScanKind::Gltf,
            "{\"uri\" : \"a%20b.bin\", \"uri\":\"data:x\", \"uri\":\"open",
            &["a b.bin"],
        ),
    ] {
        assert_eq!(named(kind, text), expected, "{text}");
    }
}

#[test]
fn import_files_say_what_a_file_becomes() {
    let import = ImportInfo::read(
        b"[remap]\n\nimporter=\"csv_translation\"\ntype=\"Translation\"\nuid=\"uid://c5\"\n\n[deps]\n\nfiles=[\"res://t.en.translation\"]\nsource_file=\"res://t.csv\"\ndest_files=[\"res://t.en.translation\", \"res://.godot/imported/t\"]\n\n[params]\n\nscript/path=\"res://post.gd\"\nsource=\"res://t.csv\"\n",
        "t.csv",
    );
    assert_eq!(import.uid.as_deref(), Some("uid://c5"));
    assert_eq!(import.importer.as_deref(), Some("csv_translation"));
    assert_eq!(import.class.as_deref(), Some("Translation"));
    assert_eq!(*import.makes, ["t.en.translation".into()]);
    assert_eq!(import.references.iter().map(shown).collect::<Vec<_>>(), ["res://post.gd"]);
    let old =
        ImportInfo::read(b"[remap]\nimporter=\"texture\"\ntype=\"StreamTexture\"\n\xff", "a.png");
    assert_eq!((old.uid, old.class.as_deref()), (None, Some("StreamTexture")));
}

#[test]
fn a_sidecar_holds_a_uid_or_nothing() {
    for (text, expected) in [
        ("uid://abc1\n", Some("uid://abc1")),
        ("uid://<invalid>\n", None),
        ("", None),
        ("uid://a b", None),
    ] {
        assert_eq!(sidecar_uid(text.as_bytes()).as_deref(), expected, "{text}");
    }
}
