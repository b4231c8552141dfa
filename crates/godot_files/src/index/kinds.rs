//! The kinds of files: by their class in Godot if it is known, else by their extension.

use super::GodotIndexFile;
use crate::files::{extension, file_name};

/// `Scene`, `Script`, `Texture2D`, `Material`, `AudioStream`; `File` for files that are no resources.
pub(crate) fn kind_of_file(file: &GodotIndexFile) -> &str {
    let ending = extension(&file.path).to_ascii_lowercase();
    if MODEL_EXTENSIONS.contains(&&*ending) && file.import().is_some() {
        return "Model";
    }
    let script_class = file.scan().and_then(|scan| scan.script_class.as_deref());
    let class = file.scan().and_then(|scan| scan.class.as_deref());
    let imported = file.import().and_then(|import| import.class.as_deref());
    match script_class.or_else(|| class.or(imported).map(kind_of_class)) {
        Some(kind) => kind,
        None => kind_of_extension(&file.path, &ending),
    }
}

/// The kind of a class.
pub(crate) fn kind_of_class(class: &str) -> &str {
    const ALIASES: &[(&str, &[&str])] = &[
        ("Scene", &["PackedScene"]),
        ("Script", &["GDScript", "CSharpScript", "VisualScript"]),
        ("Shader", &["VisualShader"]),
        ("Texture2D", &["StreamTexture", "ImageTexture", "AtlasTexture", "GradientTexture"]),
        ("Texture2D", &["Texture", "NoiseTexture", "CurveTexture", "ViewportTexture"]),
        ("Font", &["FontFile", "FontVariation", "SystemFont", "BitmapFont", "DynamicFont"]),
        ("Font", &["DynamicFontData"]),
        ("Translation", &["OptimizedTranslation", "PHashTranslation"]),
        ("PhysicsMaterial", &["PhysicsMaterial"]),
    ];
    let same = ALIASES.iter().find(|(_, classes)| classes.contains(&class));
    match same {
        Some((kind, _)) => kind,
        None if class.ends_with("Texture2D") => "Texture2D",
        None if class.starts_with("AudioStream") => "AudioStream",
        None if class.ends_with("Material") || class.ends_with("Material3D") => "Material",
        None if class.ends_with("Mesh") => "Mesh",
        None => class,
    }
}

/// Whether a file is in Godot's binary format, by its extension.
pub(crate) fn is_binary(path: &str) -> bool {
    matches!(extension(path), "scn" | "res" | "material" | "mesh" | "lmbake" | "theme" | "anim")
}

/// Files that are imported as scenes.
const MODEL_EXTENSIONS: [&str; 7] = ["glb", "gltf", "fbx", "dae", "blend", "obj", "vrm"];

/// By the extension alone.
pub(crate) fn kind_of_name(path: &str) -> &'static str {
    kind_of_extension(path, &extension(path).to_ascii_lowercase())
}

fn kind_of_extension(path: &str, ending: &str) -> &'static str {
    const EXTENSIONS: &[(&str, &[&str])] = &[
        ("AudioStream", &["wav", "ogg", "mp3"]),
        ("Font", &["ttf", "otf", "woff", "woff2", "fnt", "font"]),
        ("GDExtension", &["gdextension", "gdnlib"]),
        ("JSON", &["json"]),
        ("Material", &["material"]),
        ("Mesh", &["mesh"]),
        ("Resource", &["res", "tres", "theme", "lmbake", "anim", "stylebox"]),
        ("Scene", &["tscn", "scn", "escn"]),
        ("Script", &["gd", "cs", "vs"]),
        ("Shader", &["gdshader", "shader", "glsl"]),
        ("ShaderInclude", &["gdshaderinc"]),
        (
            "Texture2D",
            &["png", "jpg", "jpeg", "webp", "svg", "tga", "bmp", "exr", "hdr", "dds", "ktx"],
        ),
        ("Translation", &["translation", "po", "mo"]),
        ("VideoStream", &["ogv"]),
    ];
    if file_name(path) == "plugin.cfg" {
        return "Plugin";
    }
    if MODEL_EXTENSIONS.contains(&ending) {
        return "Model";
    }
    let found = EXTENSIONS.iter().find(|(_, endings)| endings.contains(&ending));
    found.map_or("File", |(kind, _)| kind)
}
