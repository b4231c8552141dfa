//! The types of shader parameters, from the uniforms of the shader that a material or a node uses.

use std::collections::HashSet;

use scenewright_engine::Subject;
use scenewright_model::ObjectIndex;

use super::buffer::SceneBuffer;
use super::property_type::{NoScripts, PropertyType};
use super::session::EditSession;
use crate::externals::ExternalResources;
use crate::files::{ReferenceTarget, extension};
use crate::shader::{ShaderDeclarations, ShaderUniform, UniformScope, visual_parameter_type};
use crate::text::{GodotDocument, Section};
use crate::value;

const MATERIAL_PREFIX: &str = "shader_parameter/";
const INSTANCE_PREFIX: &str = "instance_shader_parameters/";

/// Materials in meshes in materials; a file may refer to itself.
const MAX_DEPTH: usize = 8;
/// Files that one shader may include.
const MAX_INCLUDES: usize = 64;

/// The parameter `shader_parameter/…` of a material that is a section of a file.
pub(super) fn material_parameter(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    section: Section<'_>,
    name: &str,
) -> PropertyType {
    let Some(parameter) = name.strip_prefix(MATERIAL_PREFIX) else { return PropertyType::Unknown };
    let mut search = UniformSearch::new(session, UniformScope::Material, parameter);
    search.material(buffer.document(), &buffer.relative, section, 0);
    search.property_type()
}

/// The parameter `instance_shader_parameters/…` of a node, whose materials declare it.
pub(super) fn instance_parameter(
    buffer: &SceneBuffer,
    session: &EditSession<'_>,
    node: ObjectIndex,
    name: &str,
) -> PropertyType {
    let Some(parameter) = name.strip_prefix(INSTANCE_PREFIX) else { return PropertyType::Unknown };
    let mut search = UniformSearch::new(session, UniformScope::Instance, parameter);
    for property in buffer.resolved.properties(node) {
        let source = buffer.resolved.documents.get(property.document);
        if let Some(source) = source.filter(|_| leads_to_material(&property.name)) {
            search.values(&source.document, &source.relative, &property.raw, 0);
        }
    }
    search.property_type()
}

/// Looks for the declarations of one uniform.
struct UniformSearch<'s> {
    session: &'s EditSession<'s>,
    scope: UniformScope,
    name: &'s str,
    found: Vec<Option<&'static str>>,
}

impl<'s> UniformSearch<'s> {
    fn new(session: &'s EditSession<'s>, scope: UniformScope, name: &'s str) -> UniformSearch<'s> {
        UniformSearch { session, scope, name, found: Vec::new() }
    }

    /// Unknown if no shader declares it, or two of them differently.
    fn property_type(&self) -> PropertyType {
        let Some(Some(first)) = self.found.first().copied() else { return PropertyType::Unknown };
        if self.found.iter().any(|other| *other != Some(first)) {
            return PropertyType::Unknown;
        }
        match first.starts_with("Array[") {
            true => PropertyType::from_name(self.session.api, first, &NoScripts),
            false => PropertyType::from_dynamic(self.session.api, first),
        }
    }

    /// A value that may be a material, a mesh with materials, or a shader.
    fn value(&mut self, document: &GodotDocument, relative: &str, raw: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        if let Some(id) = value::sub_resource(raw) {
            if let Some(section) = document.sub_resource(&id) {
                self.resource(document, relative, section, depth);
            }
            return;
        }
        let target = ExternalResources::new(document, relative).locate(raw, &self.session.files);
        let Ok(Some(ReferenceTarget::File(file))) = target else { return };
        match extension(&file) {
            "gdshader" => self.file(&file, &mut HashSet::new()),
            "tres" | "res" | "material" | "mesh" => {
                let Ok(document) = self.session.files.document(Subject::Resource, &file) else {
                    return;
                };
                if let Some(section) = document.sections().find(|it| it.tag() == "resource") {
                    self.resource(&document, &file, section, depth + 1);
                }
            }
            _ => {}
        }
    }

    fn resource(
        &mut self,
        document: &GodotDocument,
        relative: &str,
        section: Section<'_>,
        depth: usize,
    ) {
        match &*class_of(document, section) {
            "Shader" => {
                let code = section.property("code").and_then(value::string);
                code.inspect(|code| self.code(code, relative, &mut HashSet::new()));
            }
            "VisualShader" => self.visual_shader(document, section),
            // A mesh with materials, or a material with the next one.
            _ => self.material(document, relative, section, depth),
        }
    }

    /// The resources in the properties of a material: its shader, or its next pass.
    fn material(
        &mut self,
        document: &GodotDocument,
        relative: &str,
        section: Section<'_>,
        depth: usize,
    ) {
        let is_own = self.scope == UniformScope::Material;
        for (key, raw) in section.properties() {
            if key == "shader" || (!is_own && leads_to_material(key)) {
                self.values(document, relative, raw, depth + 1);
            }
        }
    }

    /// All resources in a value: the surfaces of a mesh are a list.
    fn values(&mut self, document: &GodotDocument, relative: &str, raw: &str, depth: usize) {
        for named in value::resources(raw) {
            let raw = match named {
                value::NamedResource::External(id) => format!("ExtResource(\"{id}\")"),
                value::NamedResource::Inner(id) => format!("SubResource(\"{id}\")"),
            };
            self.value(document, relative, &raw, depth);
        }
    }

    fn visual_shader(&mut self, document: &GodotDocument, section: Section<'_>) {
        for (key, raw) in section.properties() {
            let id = value::sub_resource(raw).filter(|_| key.starts_with("nodes/"));
            let Some(node) = id.and_then(|id| document.sub_resource(&id)) else { continue };
            let scope = match node.property("qualifier").and_then(value::integer) {
                Some(1) => UniformScope::Global,
                Some(2) => UniformScope::Instance,
                _ => UniformScope::Material,
            };
            let name = node.property("parameter_name").and_then(value::string);
            if scope == self.scope && name.as_deref() == Some(self.name) {
                self.found.push(visual_parameter_type(&class_of(document, node)));
            }
        }
    }

    fn file(&mut self, relative: &str, seen: &mut HashSet<String>) {
        if seen.len() == MAX_INCLUDES || !seen.insert(relative.to_owned()) {
            return;
        }
        if let Ok(bytes) = self.session.files.read(Subject::Asset, relative) {
            self.code(&String::from_utf8_lossy(&bytes), relative, seen);
        }
    }

    fn code(&mut self, code: &str, relative: &str, seen: &mut HashSet<String>) {
        let ShaderDeclarations { uniforms, includes } = ShaderDeclarations::parse(code);
        let is_wanted = |it: &&ShaderUniform| it.name == self.name && it.scope == self.scope;
        self.found.extend(uniforms.iter().filter(is_wanted).map(|it| it.type_name));
        for path in includes {
            if let Ok(ReferenceTarget::File(file)) =
                self.session.files.locate(&path, None, relative)
            {
                self.file(&file, seen);
            }
        }
    }
}

/// The properties of nodes, meshes and materials that contain materials, or meshes with materials.
fn leads_to_material(property: &str) -> bool {
    ["material", "mesh", "surface", "_surfaces", "multimesh", "next_pass", "draw_pass"]
        .iter()
        .any(|start| property.starts_with(start))
}

/// The class of a sub-resource, or of a file whose header names it.
fn class_of(document: &GodotDocument, section: Section<'_>) -> String {
    let header = document.sections().next().filter(|_| section.tag() == "resource");
    let class = section.attribute("type").or_else(|| header?.attribute("type"));
    class.and_then(value::string).unwrap_or_default().into_owned()
}
