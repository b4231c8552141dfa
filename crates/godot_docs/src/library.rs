//! Several references as one: the project's scripts before the engine's classes, with inheritance
//! across both.

use std::collections::HashSet;

use scenewright_model::{ClassDoc, DocKind, DocSearchResults, FoundMethod, PropertyDoc};

use crate::class_docs::{ClassDocs, MAX_INHERITANCE_DEPTH};
use crate::search;

/// If several references have a class of the same name, the first one counts.
#[derive(Debug, Clone, Copy)]
pub struct Library<'d> {
    sources: &'d [&'d ClassDocs],
}

impl<'d> Library<'d> {
    pub fn new(sources: &'d [&'d ClassDocs]) -> Library<'d> {
        Library { sources }
    }

    /// Sorted, without duplicates.
    pub fn names(&self) -> Vec<&'d str> {
        let mut names: Vec<&str> = self.sources.iter().flat_map(|docs| docs.names()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// `inherited`: with the members of its ancestors, marked with the class that declares them.
    pub fn class(&self, name: &str, inherited: bool) -> Option<ClassDoc> {
        let mut lineage = self.lineage(name).into_iter();
        let (docs, own) = lineage.next()?;
        let mut class = docs.class(own)?;
        if inherited {
            for (docs, base) in lineage {
                docs.class(base).into_iter().for_each(|base| add_inherited(&mut class, base));
            }
        }
        Some(class)
    }

    /// The names of a class and its ancestors, nearest first.
    pub fn inherited(&self, name: &str) -> Vec<&'d str> {
        self.lineage(name).into_iter().map(|(_, name)| name).collect()
    }

    pub fn method(&self, class: &str, method: &str) -> Option<FoundMethod> {
        let lineage = self.lineage(class);
        let (declared_in, found) = lineage
            .iter()
            .find_map(|(docs, name)| Some((*name, docs.own_method(name, method)?)))?;
        let class = lineage.first().map_or(class, |(_, name)| name).to_owned();
        Some(FoundMethod { class, declared_in: declared_in.to_owned(), method: found })
    }

    pub fn search(&self, query: &str, kinds: &[DocKind], limit: usize) -> DocSearchResults {
        search(self.sources, query, kinds, limit)
    }

    /// Exact names in any of the references come before names in another letter case.
    fn find(&self, name: &str) -> Option<(&'d ClassDocs, &'d str)> {
        let exact = self.sources.iter().find_map(|docs| Some((*docs, docs.exact_name(name)?)));
        exact.or_else(|| {
            self.sources.iter().find_map(|docs| Some((*docs, docs.canonical_name(name)?)))
        })
    }

    fn lineage(&self, name: &str) -> Vec<(&'d ClassDocs, &'d str)> {
        let mut lineage: Vec<(&ClassDocs, &str)> = Vec::new();
        let mut next = self.find(name);
        while let Some((docs, name)) = next {
            if lineage.len() == MAX_INHERITANCE_DEPTH
                || lineage.iter().any(|(_, known)| *known == name)
            {
                break;
            }
            lineage.push((docs, name));
            next = docs.base(name).and_then(|base| self.find(base));
        }
        lineage
    }
}

/// Adds the members of an ancestor, except those that the class has under the same name. A property
/// that only overrides a default is completed.
fn add_inherited(class: &mut ClassDoc, base: ClassDoc) {
    complete_overrides(&mut class.properties, &base.properties);
    let from = Some(base.name);
    macro_rules! add {
        ($list:ident) => {
            let known: HashSet<String> = class.$list.iter().map(|it| it.name.clone()).collect();
            let mut new = base.$list;
            new.retain(|it| !known.contains(&it.name));
            new.iter_mut().for_each(|it| it.attributes.inherited_from.clone_from(&from));
            class.$list.append(&mut new);
        };
    }
    add!(methods);
    add!(properties);
    add!(theme_items);
    add!(signals);
    add!(enums);
    add!(constants);
}

fn complete_overrides(own: &mut [PropertyDoc], above: &[PropertyDoc]) {
    for property in own.iter_mut().filter(|it| it.overrides.is_some()) {
        let Some(base) = above.iter().find(|it| it.name == property.name) else { continue };
        if property.description.is_empty() {
            property.description.clone_from(&base.description);
        }
        for (own, above) in [
            (&mut property.setter, &base.setter),
            (&mut property.getter, &base.getter),
            (&mut property.enumeration, &base.enumeration),
        ] {
            if own.is_none() {
                own.clone_from(above);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use scenewright_model::{DocOrigin, MethodDoc};

    use super::*;
    use crate::{ClassReference, read_doc_cache};

    const ENGINE: &str = r#"[
      {"name": "Object", "methods": [{"name": "free"}, {"name": "get"}]},
      {"name": "Node", "inherits": "Object", "methods": [{"name": "get", "description": "Node's"}],
       "properties": [{"name": "name", "type": "String", "setter": "set_name", "description": "Its name."}]},
      {"name": "Label", "inherits": "Node", "properties": [{"name": "name", "type": "String", "default_value": "\"L\"", "overrides": "Node"}]}
    ]"#;

    fn scripts() -> ClassDocs {
        let class = |name: &str, inherits: &str| ClassDoc {
            name: name.to_owned(),
            inherits: Some(inherits.to_owned()),
            from: DocOrigin::Script { path: "res://a.gd".to_owned() },
            methods: vec![MethodDoc { name: "jump".to_owned(), ..MethodDoc::default() }],
            ..ClassDoc::default()
        };
        let classes = vec![class("Hero", "Label"), class("Boss", "Hero"), class("Loop", "Loop")];
        ClassDocs::new(&ClassReference { version: String::new(), classes })
    }

    #[test]
    fn inheritance_leads_through_scripts_into_the_engine() {
        let engine = ClassDocs::new(&read_doc_cache("", ENGINE.as_bytes()).unwrap());
        let scripts = scripts();
        let sources = [&scripts, &engine];
        let library = Library::new(&sources);
        assert_eq!(library.inherited("boss"), ["Boss", "Hero", "Label", "Node", "Object"]);
        assert_eq!(library.inherited("Loop"), ["Loop"]);
        assert_eq!(library.method("Boss", "free").unwrap().declared_in, "Object");
        assert_eq!(library.method("Boss", "jump").unwrap().declared_in, "Boss");
        let boss = library.class("Boss", true).unwrap();
        let methods: Vec<_> = boss
            .methods
            .iter()
            .map(|it| (&*it.name, it.attributes.inherited_from.as_deref()))
            .collect();
        assert_eq!(methods, [("jump", None), ("get", Some("Node")), ("free", Some("Object"))]);
        let name = &boss.properties[0];
        assert_eq!((boss.properties.len(), name.default.as_deref()), (1, Some("\"L\"")));
        assert_eq!((&*name.description, name.setter.as_deref()), ("Its name.", Some("set_name")));
        assert_eq!(library.class("Boss", false).unwrap().methods.len(), 1);
        assert!(library.class("Bos", true).is_none());
    }
}
