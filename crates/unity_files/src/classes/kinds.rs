//! The kind of each class. Base classes are followed through the project's sources, up to a class
//! of Unity or of a well-known package.

use std::collections::HashMap;

use scenewright_model::ClassKind;

use super::DeclaredClass;
use scenewright_csharp::BaseType;

/// Classes outside the project's sources that projects derive from. Sorted by name.
const KNOWN_BASES: &[(&str, ClassKind)] = &[
    ("AssetModificationProcessor", ClassKind::Editor),
    ("AssetPostprocessor", ClassKind::Editor),
    ("Attribute", ClassKind::Other),
    ("BaseMeshEffect", ClassKind::MonoBehaviour),
    ("Button", ClassKind::MonoBehaviour),
    ("CustomYieldInstruction", ClassKind::Other),
    ("DecoratorDrawer", ClassKind::Editor),
    ("Dictionary", ClassKind::Other),
    ("Dropdown", ClassKind::MonoBehaviour),
    ("Editor", ClassKind::Editor),
    ("EditorTool", ClassKind::Editor),
    ("EditorWindow", ClassKind::Editor),
    ("EventArgs", ClassKind::Other),
    ("Exception", ClassKind::Other),
    ("Graphic", ClassKind::MonoBehaviour),
    ("HorizontalLayoutGroup", ClassKind::MonoBehaviour),
    ("Image", ClassKind::MonoBehaviour),
    ("LayoutGroup", ClassKind::MonoBehaviour),
    ("List", ClassKind::Other),
    ("MaskableGraphic", ClassKind::MonoBehaviour),
    ("MaterialPropertyDrawer", ClassKind::Editor),
    ("MonoBehaviour", ClassKind::MonoBehaviour),
    ("NetworkBehaviour", ClassKind::MonoBehaviour),
    ("NetworkManager", ClassKind::MonoBehaviour),
    ("Object", ClassKind::Other),
    ("PlayableAsset", ClassKind::ScriptableObject),
    ("PlayableBehaviour", ClassKind::Other),
    ("PropertyAttribute", ClassKind::Other),
    ("PropertyDrawer", ClassKind::Editor),
    ("RawImage", ClassKind::MonoBehaviour),
    ("ScriptableObject", ClassKind::ScriptableObject),
    ("ScriptableRendererFeature", ClassKind::ScriptableObject),
    ("ScriptableSingleton", ClassKind::ScriptableObject),
    ("ScriptableWizard", ClassKind::Editor),
    ("ScriptedImporter", ClassKind::Editor),
    ("ScrollRect", ClassKind::MonoBehaviour),
    ("Selectable", ClassKind::MonoBehaviour),
    ("SerializedMonoBehaviour", ClassKind::MonoBehaviour),
    ("SerializedScriptableObject", ClassKind::ScriptableObject),
    ("ShaderGUI", ClassKind::Editor),
    ("Slider", ClassKind::MonoBehaviour),
    ("StateMachineBehaviour", ClassKind::ScriptableObject),
    ("TextMeshProUGUI", ClassKind::MonoBehaviour),
    ("Tile", ClassKind::ScriptableObject),
    ("TileBase", ClassKind::ScriptableObject),
    ("Toggle", ClassKind::MonoBehaviour),
    ("TrackAsset", ClassKind::ScriptableObject),
    ("UIBehaviour", ClassKind::MonoBehaviour),
    ("UnityEvent", ClassKind::Other),
    ("VerticalLayoutGroup", ClassKind::MonoBehaviour),
    ("VisualElement", ClassKind::Other),
    ("VolumeComponent", ClassKind::ScriptableObject),
];

pub(super) struct ClassKinds {
    kinds: Vec<ClassKind>,
    /// How many classes have a base that no source declares, and one such base.
    unknown: usize,
    example: Option<String>,
}

impl ClassKinds {
    /// In the order of `found`.
    pub(super) fn new(found: &[DeclaredClass<'_>]) -> ClassKinds {
        let project = ProjectClasses::new(found);
        let mut kinds: Vec<Option<ClassKind>> = vec![None; found.len()];
        let mut derived: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
        let mut outside: Vec<(usize, &str)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        // The parts of a partial class share their bases: they form a ring, so that one part leads
        // to all.
        for parts in project.by_full.values() {
            for (&part, &next) in parts.iter().zip(parts.iter().cycle().skip(1)) {
                derived[part].push(next);
            }
        }
        for (index, class) in found.iter().enumerate() {
            for (position, base) in class.declaration.bases.iter().enumerate() {
                match project.resolve(class, base) {
                    ResolvedBase::Known(kind) => {
                        kinds[index] = Some(kind);
                        open.push(index);
                        break;
                    }
                    ResolvedBase::Class(base) => derived[base].push(index),
                    ResolvedBase::Outside if position == 0 && !is_interface(&base.name) => {
                        outside.push((index, &base.text));
                    }
                    ResolvedBase::Outside => {}
                }
            }
        }
        // From the classes of known kind to those that derive from them; each class once.
        while let Some(index) = open.pop() {
            for &below in &derived[index] {
                if kinds[below].is_none() {
                    kinds[below] = kinds[index];
                    open.push(below);
                }
            }
        }
        outside.retain(|&(index, _)| kinds[index].is_none());
        ClassKinds {
            unknown: outside.len(),
            example: outside.first().map(|&(_, base)| base.to_owned()),
            kinds: kinds.into_iter().map(|kind| kind.unwrap_or(ClassKind::Other)).collect(),
        }
    }

    pub(super) fn diagnostic(&self) -> Option<String> {
        let example = self.example.as_deref()?;
        Some(format!(
            "Classes whose base is not declared in the project: {} (e.g. one derives from {example}). Their kind is reported as other.",
            self.unknown
        ))
    }

    pub(super) fn into_kinds(self) -> Vec<ClassKind> {
        self.kinds
    }
}

enum ResolvedBase {
    Known(ClassKind),
    /// Index of the first part of the class.
    Class(usize),
    Outside,
}

/// The project's classes by name and arity.
struct ProjectClasses<'a> {
    /// By the last part of the name; `None` where several classes share it.
    by_name: HashMap<(&'a str, usize), Option<usize>>,
    /// The parts of each class, by full name.
    by_full: HashMap<(String, usize), Vec<usize>>,
}

impl<'a> ProjectClasses<'a> {
    fn new(found: &'a [DeclaredClass<'a>]) -> ProjectClasses<'a> {
        let mut project = ProjectClasses { by_name: HashMap::new(), by_full: HashMap::new() };
        for (index, class) in found.iter().enumerate() {
            let arity = class.declaration.arity;
            let parts = project.by_full.entry((full_name(class), arity)).or_default();
            parts.push(index);
            if parts.len() == 1 {
                let key = (last_name(&class.declaration.name), arity);
                let only = project.by_name.entry(key);
                only.and_modify(|only| *only = None).or_insert(Some(index));
            }
        }
        project
    }

    /// Looks names up as the compiler does: outwards from the class, then in the namespaces that
    /// the file uses. A name found in neither is Unity's if Unity has it, else the only class of
    /// the project with that name.
    fn resolve(&self, class: &DeclaredClass<'_>, base: &BaseType) -> ResolvedBase {
        let own = full_name(class);
        let mut around = Some(own.as_str());
        while let Some(scope) = around {
            if let Some(found) = self.find_in_scope(scope, base) {
                return found;
            }
            around = scope.rsplit_once('.').map(|(above, _)| above);
        }
        let usings = class.file.source.usings.iter().map(String::as_str);
        if let Some(found) =
            std::iter::once("").chain(usings).find_map(|at| self.find_in_scope(at, base))
        {
            return found;
        }
        let name = last_name(&base.name);
        if let Ok(known) = KNOWN_BASES.binary_search_by_key(&name, |&(known, _)| known) {
            return ResolvedBase::Known(KNOWN_BASES[known].1);
        }
        match self.by_name.get(&(name, base.arity)) {
            Some(&Some(only)) => ResolvedBase::Class(only),
            _ => ResolvedBase::Outside,
        }
    }

    fn find_in_scope(&self, scope: &str, base: &BaseType) -> Option<ResolvedBase> {
        let full =
            if scope.is_empty() { base.name.clone() } else { format!("{scope}.{}", base.name) };
        let parts = self.by_full.get(&(full, base.arity))?;
        parts.first().copied().map(ResolvedBase::Class)
    }
}

fn full_name(class: &DeclaredClass<'_>) -> String {
    let (namespace, name) = (&class.declaration.namespace, &class.declaration.name);
    if namespace.is_empty() { name.clone() } else { format!("{namespace}.{name}") }
}

fn last_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// `IDamageable`: the naming convention of nearly all sources.
fn is_interface(name: &str) -> bool {
    let mut letters = last_name(name).chars();
    letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_searched() {
        assert!(KNOWN_BASES.is_sorted_by_key(|&(name, _)| name));
    }
}
