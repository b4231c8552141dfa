//! What a class is to Unity. It follows base classes through the project's sources, until one that
//! Unity or a well-known package brings.

use std::collections::HashMap;

use scenewright_model::ClassKind;

use super::super::csharp::Base;
use super::Found;

/// Classes from outside the project's sources that projects derive from. Sorted.
const KNOWN: &[(&str, ClassKind)] = &[
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

pub(super) struct Kinds {
    kinds: Vec<ClassKind>,
    /// Classes whose base is in no source at hand, and one such base.
    unknown: usize,
    example: Option<String>,
}

impl Kinds {
    /// In the order of `found`.
    pub(super) fn of(found: &[Found<'_>]) -> Kinds {
        let project = Project::of(found);
        let mut kinds: Vec<Option<ClassKind>> = vec![None; found.len()];
        let mut derived: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
        let mut outside: Vec<(usize, &str)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (index, class) in found.iter().enumerate() {
            // The parts of a class share their bases.
            for &part in project.parts(class) {
                derived[part].push(index);
            }
            for (position, base) in class.declaration.bases.iter().enumerate() {
                match project.resolve(class, base) {
                    Resolved::Known(kind) => {
                        kinds[index] = Some(kind);
                        open.push(index);
                        break;
                    }
                    Resolved::Classes(bases) => {
                        for base in bases.into_iter().filter(|&base| base != index) {
                            derived[base].push(index);
                        }
                    }
                    Resolved::Outside if position == 0 && !is_interface(&base.name) => {
                        outside.push((index, &base.text));
                    }
                    Resolved::Outside => {}
                }
            }
        }
        // From those whose kind is known to those that derive from them; each class once.
        while let Some(index) = open.pop() {
            for &below in &derived[index] {
                if kinds[below].is_none() {
                    kinds[below] = kinds[index];
                    open.push(below);
                }
            }
        }
        outside.retain(|&(index, _)| kinds[index].is_none());
        Kinds {
            unknown: outside.len(),
            example: outside.first().map(|&(_, base)| base.to_owned()),
            kinds: kinds.into_iter().map(|kind| kind.unwrap_or(ClassKind::Other)).collect(),
        }
    }

    pub(super) fn diagnostic(&self) -> Option<String> {
        let example = self.example.as_deref()?;
        Some(format!(
            "Classes whose base is in no source of the project: {} (e.g. one of {example}). Their kind is given as other.",
            self.unknown
        ))
    }

    pub(super) fn into_kinds(self) -> Vec<ClassKind> {
        self.kinds
    }
}

enum Resolved {
    Known(ClassKind),
    /// Every part of the class.
    Classes(Vec<usize>),
    Outside,
}

/// The project's classes by their last name and arity.
struct Project<'a> {
    found: &'a [Found<'a>],
    by_name: HashMap<(&'a str, usize), Vec<usize>>,
    by_full: HashMap<(String, usize), Vec<usize>>,
}

impl<'a> Project<'a> {
    fn of(found: &'a [Found<'a>]) -> Project<'a> {
        let mut project = Project { found, by_name: HashMap::new(), by_full: HashMap::new() };
        for (index, class) in found.iter().enumerate() {
            let arity = class.declaration.arity;
            let name = last(&class.declaration.name);
            project.by_name.entry((name, arity)).or_default().push(index);
            project.by_full.entry((full_name(class), arity)).or_default().push(index);
        }
        project
    }

    fn parts(&self, class: &Found<'_>) -> &[usize] {
        let key = (full_name(class), class.declaration.arity);
        self.by_full.get(&key).map(Vec::as_slice).unwrap_or_default()
    }

    /// The way the compiler looks: outwards from the class, then what the file uses. A name that
    /// neither leads to is Unity's if Unity has it, else the only class of the project so called.
    fn resolve(&self, class: &Found<'_>, base: &Base) -> Resolved {
        let own = full_name(class);
        let mut around = Some(own.as_str());
        while let Some(scope) = around {
            if let Some(found) = self.at(scope, base) {
                return found;
            }
            around = scope.rsplit_once('.').map(|(above, _)| above);
        }
        let usings = class.file.source.usings.iter().map(String::as_str);
        if let Some(found) = std::iter::once("").chain(usings).find_map(|at| self.at(at, base)) {
            return found;
        }
        let name = last(&base.name);
        if let Ok(known) = KNOWN.binary_search_by_key(&name, |&(known, _)| known) {
            return Resolved::Known(KNOWN[known].1);
        }
        match self.by_name.get(&(name, base.arity)).map(Vec::as_slice) {
            Some(&[first, ref more @ ..])
                if more
                    .iter()
                    .all(|&part| full_name(&self.found[part]) == full_name(&self.found[first])) =>
            {
                Resolved::Classes(std::iter::once(first).chain(more.iter().copied()).collect())
            }
            _ => Resolved::Outside,
        }
    }

    fn at(&self, scope: &str, base: &Base) -> Option<Resolved> {
        let full =
            if scope.is_empty() { base.name.clone() } else { format!("{scope}.{}", base.name) };
        self.by_full.get(&(full, base.arity)).cloned().map(Resolved::Classes)
    }
}

fn full_name(class: &Found<'_>) -> String {
    let (namespace, name) = (&class.declaration.namespace, &class.declaration.name);
    if namespace.is_empty() { name.clone() } else { format!("{namespace}.{name}") }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// `IDamageable`: by the custom that nearly all sources keep.
fn is_interface(name: &str) -> bool {
    let mut letters = last(name).chars();
    letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_searched() {
        assert!(KNOWN.is_sorted_by_key(|&(name, _)| name));
    }
}
