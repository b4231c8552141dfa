//! The uniforms that Godot shaders declare: names, and the types of the values that a material holds for them.
//!
//! The preprocessor is not run: all branches of conditions are read, and a uniform whose declarations differ has no
//! type.

/// A uniform of a shader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShaderUniform {
    pub name: String,
    pub scope: UniformScope,
    /// The type of the property in Godot, the classes of an object, or `Array[…]` of a class. `None` if it is unknown.
    pub type_name: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UniformScope {
    /// A parameter of the material.
    Material,
    /// A parameter of each node that uses the material.
    Instance,
    /// A setting of the project.
    Global,
}

/// The uniforms of a shader, in the order of their declarations, and the paths that it includes.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct ShaderDeclarations {
    pub uniforms: Vec<ShaderUniform>,
    pub includes: Vec<String>,
}

/// The type of a uniform: single, and as an array.
const TYPES: &[(&str, &str, &str)] = &[
    ("bool", "bool", "PackedInt32Array"),
    ("bvec2", "int", "PackedInt32Array"),
    ("bvec3", "int", "PackedInt32Array"),
    ("bvec4", "int", "PackedInt32Array"),
    ("int", "int", "PackedInt32Array"),
    ("uint", "int", "PackedInt32Array"),
    ("ivec2", "Vector2i", "PackedInt32Array"),
    ("ivec3", "Vector3i", "PackedInt32Array"),
    ("ivec4", "Vector4i", "PackedInt32Array"),
    ("uvec2", "Vector2i", "PackedInt32Array"),
    ("uvec3", "Vector3i", "PackedInt32Array"),
    ("uvec4", "Vector4i", "PackedInt32Array"),
    ("float", "float", "PackedFloat32Array"),
    ("vec2", "Vector2", "PackedVector2Array"),
    ("vec3", "Vector3", "PackedVector3Array"),
    ("vec4", "Vector4", "PackedVector4Array"),
    ("mat2", "Transform2D", "PackedFloat32Array"),
    ("mat3", "Basis", "PackedFloat32Array"),
    ("mat4", "Projection", "PackedFloat32Array"),
    ("sampler2D", "Texture2D", "Array[Texture2D]"),
    ("isampler2D", "Texture2D", "Array[Texture2D]"),
    ("usampler2D", "Texture2D", "Array[Texture2D]"),
    ("sampler2DArray", "TextureLayered", "Array[TextureLayered]"),
    ("isampler2DArray", "TextureLayered", "Array[TextureLayered]"),
    ("usampler2DArray", "TextureLayered", "Array[TextureLayered]"),
    ("sampler3D", "Texture3D", "Array[Texture3D]"),
    ("isampler3D", "Texture3D", "Array[Texture3D]"),
    ("usampler3D", "Texture3D", "Array[Texture3D]"),
    ("samplerCube", "TextureLayered", "Array[TextureLayered]"),
    ("samplerCubeArray", "TextureLayered", "Array[TextureLayered]"),
    ("samplerExternalOES", "ExternalTexture", "Array[ExternalTexture]"),
];

impl ShaderDeclarations {
    pub fn parse(text: &str) -> ShaderDeclarations {
        let (code, includes) = without_directives(&without_comments(text));
        let tokens = tokens(&code);
        let mut uniforms = Vec::new();
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| **token == "uniform") {
            let scope = match at.checked_sub(1).map(|before| tokens[before]) {
                Some("instance") => UniformScope::Instance,
                Some("global") => UniformScope::Global,
                _ => UniformScope::Material,
            };
            uniforms.extend(uniform(&tokens[at + 1..], scope));
        }
        ShaderDeclarations { uniforms, includes }
    }
}

/// The declaration after the word `uniform`.
fn uniform(tokens: &[&str], scope: UniformScope) -> Option<ShaderUniform> {
    let end = tokens.iter().position(|token| *token == ";").unwrap_or(tokens.len());
    let tokens = &tokens[..end];
    let is_precision = |token: &&str| matches!(*token, "lowp" | "mediump" | "highp");
    let tokens = &tokens[tokens.iter().take_while(|token| is_precision(token)).count()..];
    let (kind, rest) = tokens.split_first()?;
    let (before_name, rest) = after_brackets(rest);
    let (name, rest) = rest.split_first().filter(|(name, _)| is_name(name))?;
    let (after_name, rest) = after_brackets(rest);
    let hints = rest.iter().take_while(|token| **token != "=");
    let is_color = hints.into_iter().any(|hint| *hint == "source_color");
    let type_name = value_type(kind, before_name || after_name, is_color);
    Some(ShaderUniform { name: (*name).to_owned(), scope, type_name })
}

/// Whether the tokens begin with `[…]`, and those after it.
fn after_brackets<'t, 'a>(tokens: &'t [&'a str]) -> (bool, &'t [&'a str]) {
    let end = tokens.iter().position(|token| *token == "]");
    match (tokens.first(), end) {
        (Some(&"["), Some(end)) => (true, &tokens[end + 1..]),
        _ => (false, tokens),
    }
}

fn value_type(kind: &str, is_array: bool, is_color: bool) -> Option<&'static str> {
    let (_, single, array) = TYPES.iter().find(|(name, ..)| *name == kind)?;
    Some(match (kind, is_array) {
        ("vec3" | "vec4", false) if is_color => "Color",
        ("vec3" | "vec4", true) if is_color => "PackedColorArray",
        (_, false) => single,
        (_, true) => array,
    })
}

/// Comments as a space each; their line ends are kept, because a directive ends with its line.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '"']) {
        let (before, from) = rest.split_at(at);
        code.push_str(before);
        let length = match from.as_bytes() {
            [b'/', b'/', ..] => from.find('\n').unwrap_or(from.len()),
            [b'/', b'*', ..] => from[2..].find("*/").map_or(from.len(), |end| end + 4),
            // Paths contain slashes.
            [b'"', ..] => from[1..].find(['"', '\n']).map_or(from.len(), |end| end + 2),
            _ => 1,
        };
        let (found, after) = from.split_at(length);
        match found.starts_with("//") || found.starts_with("/*") {
            true => {
                code.push(' ');
                code.extend(found.chars().filter(|c| *c == '\n'));
            }
            false => code.push_str(found),
        }
        rest = after;
    }
    code + rest
}

/// The code without the lines of the preprocessor, and the paths of its `#include`s.
fn without_directives(text: &str) -> (String, Vec<String>) {
    let (mut code, mut includes) = (String::with_capacity(text.len()), Vec::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            code.push_str(line);
            code.push('\n');
            continue;
        };
        if let Some(path) = directive.trim_start().strip_prefix("include") {
            includes.extend(path.split('"').nth(1).map(str::to_owned));
        }
        let mut last = line;
        while last.trim_end().ends_with('\\') {
            last = lines.next().unwrap_or_default();
        }
    }
    (code, includes)
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
}

/// Words and single characters.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        found.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    found
}

/// The type of the parameter that a node of a visual shader declares.
pub(crate) fn visual_parameter_type(class: &str) -> Option<&'static str> {
    if class == "VisualShaderNodeTextureParameterTriplanar" {
        return Some("Texture2D");
    }
    let kind = match class.strip_prefix("VisualShaderNode")?.strip_suffix("Parameter")? {
        "Float" => "float",
        "Int" => "int",
        "UInt" => "uint",
        "Boolean" => "bool",
        "Color" => return Some("Color"),
        "Vec2" => "vec2",
        "Vec3" => "vec3",
        "Vec4" => "vec4",
        "Transform" => "mat4",
        "Texture2D" => "sampler2D",
        "Texture2DArray" => "sampler2DArray",
        "Texture3D" => "sampler3D",
        "Cubemap" => "samplerCube",
        _ => return None,
    };
    value_type(kind, false, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uniforms_are_found_in_any_layout() {
        let parsed = ShaderDeclarations::parse(
            r#"shader_type spatial; // uniform int not_this;
#include "res://common.gdshaderinc"
#define WIDE \
	uniform int nor_this;
/* uniform float
nor_that; */
group_uniforms Surface.Colors;
uniform vec4 tint : source_color, hint_default_white = vec4(1.0, 0.0, 0.0, 1.0);
uniform  highp
	float roughness:hint_range(0, 1)=0.5;
uniform vec3 points[4]; uniform vec3[2] colors : source_color;
uniform sampler2D noise : source_color;uniform sampler2D layers[LAYERS];
instance uniform int frame : instance_index(1);
global uniform vec2 wind;
uniform Odd strange;
uniform float
"#,
        );
        let found: Vec<String> = parsed
            .uniforms
            .iter()
            .map(|it| format!("{} {:?} {}", it.name, it.scope, it.type_name.unwrap_or("?")))
            .collect();
        assert_eq!(
            found,
            [
                "tint Material Color",
                "roughness Material float",
                "points Material PackedVector3Array",
                "colors Material PackedColorArray",
                "noise Material Texture2D",
                "layers Material Array[Texture2D]",
                "frame Instance int",
                "wind Global Vector2",
                "strange Material ?",
            ]
        );
        assert_eq!(parsed.includes, ["res://common.gdshaderinc"]);
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read(words in proptest::collection::vec(0..PARTS.len(), 0..40)) {
            let text: String = words.into_iter().map(|word| PARTS[word]).collect();
            for uniform in ShaderDeclarations::parse(&text).uniforms {
                assert!(text.contains(&uniform.name), "{text}");
            }
        }
    }

    const PARTS: [&str; 16] = [
        "uniform ",
        "instance ",
        "vec4 ",
        "name",
        "[",
        "]",
        "2",
        ";",
        ":",
        " source_color",
        "=",
        "//",
        "/*",
        "*/",
        "\n#include \"é",
        "\\\n",
    ];

    #[test]
    fn unfinished_texts_are_read() {
        for text in
            ["/*", "//", "#include", "#x\\", "uniform", "uniform float[", "uniform float a[2"]
        {
            let parsed = ShaderDeclarations::parse(text);
            assert!(parsed.uniforms.len() < 2, "{text}: {parsed:?}");
        }
    }
}
