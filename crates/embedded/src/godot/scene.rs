//! A scene with its instances resolved: what the editor's tree shows when every branch is open.

use std::collections::HashMap;
use std::rc::Rc;

use scenewright_engine::EngineError;
use scenewright_model::{Component, Scene, Script};

use super::externals::Externals;
use super::files::{Files, Target, extension, res};
use super::notes::Notes;
use super::scripts;
use super::text::{Document, Section};
use super::tree::{Node, ROOT, Tree};
use super::value;

/// Scenes inside scenes inside scenes; real projects stay below ten.
const MAX_NESTING: usize = 64;
/// Nodes made for one answer, copies included: ten scenes that each hold the next one ten times
/// would otherwise be ten thousand million.
const MAX_NODES: usize = 1_000_000;

const UNKNOWN_CLASS: &str = "(unknown class)";

/// Resolves the scene at a project-relative path.
pub(super) fn read(files: &Files<'_>, relative: &str) -> Result<(Scene, Notes), EngineError> {
    let mut resolver = Resolver {
        files,
        done: HashMap::new(),
        open: Vec::new(),
        room: MAX_NODES,
        notes: Notes::default(),
    };
    let tree = resolver.tree(relative)?;
    let (scene, complete) = tree.finish(&res(relative));
    if scene.objects.is_empty() {
        resolver.notes.add("the scene has no nodes");
    }
    if !complete {
        resolver.notes.add("the tree is too large, the rest of it is left out");
    }
    Ok((scene, resolver.notes))
}

struct Resolver<'a> {
    files: &'a Files<'a>,
    done: HashMap<String, Rc<Tree>>,
    /// The scenes being resolved, outermost first.
    open: Vec<String>,
    room: usize,
    notes: Notes,
}

impl Resolver<'_> {
    /// Recursion is bounded by [`MAX_NESTING`].
    fn tree(&mut self, relative: &str) -> Result<Rc<Tree>, EngineError> {
        if let Some(done) = self.done.get(relative) {
            return Ok(Rc::clone(done));
        }
        let document = self.files.document("Scene file", relative)?;
        self.open.push(relative.to_owned());
        let tree = Builder::new(self, &document, relative).build();
        self.open.pop();
        let tree = Rc::new(tree?);
        self.done.insert(relative.to_owned(), Rc::clone(&tree));
        Ok(tree)
    }

    /// An instanced scene, or why there is none to show.
    fn instance(&mut self, target: &Target) -> Result<Instance, EngineError> {
        let relative = match target {
            Target::File(relative) => relative,
            Target::Elsewhere(path) => {
                return Ok(self.opaque(path, UNKNOWN_CLASS, "is not a file of the project"));
            }
            Target::Missing { target, .. } => {
                return Ok(self.opaque(target, "(missing scene)", "does not exist"));
            }
        };
        let path = res(relative);
        if !is_text_scene(relative) {
            let reason = "is imported or binary: only its root and what is changed in it is shown";
            let class = self.imported_class(relative);
            return Ok(self.opaque(&path, &class, reason));
        }
        if self.open.contains(relative) {
            return Ok(self.opaque(&path, "(cyclic scene)", "contains itself"));
        }
        if self.open.len() >= MAX_NESTING {
            return Ok(self.opaque(&path, UNKNOWN_CLASS, "is nested too deeply"));
        }
        match self.tree(relative) {
            Ok(tree) => Ok(self.known(&path, tree)),
            Err(error @ (EngineError::Cancelled | EngineError::DeadlinePassed)) => Err(error),
            Err(error) => {
                let reason = format!("cannot be read: {error}");
                Ok(self.opaque(&path, "(unreadable scene)", &reason))
            }
        }
    }

    fn known(&mut self, path: &str, tree: Rc<Tree>) -> Instance {
        if tree.len() == 0 {
            return self.opaque(path, UNKNOWN_CLASS, "has no nodes");
        }
        match self.room.checked_sub(tree.len()) {
            Some(room) => self.room = room,
            None => return self.opaque(path, UNKNOWN_CLASS, "is left out: too many nodes"),
        }
        Instance::Tree(tree)
    }

    fn opaque(&mut self, path: &str, class: &str, reason: &str) -> Instance {
        self.notes.add(&format!("the instanced scene '{path}' {reason}"));
        Instance::Opaque { class: class.to_owned() }
    }

    /// A model's root has the class that its import settings choose.
    fn imported_class(&self, relative: &str) -> String {
        let settings = self.files.root.read("Import file", &format!("{relative}.import"));
        let settings = settings.unwrap_or_default();
        let text = String::from_utf8_lossy(&settings);
        text.lines()
            .find_map(|line| value::string(line.strip_prefix("nodes/root_type=")?))
            .filter(|class| !class.is_empty())
            .map_or_else(|| UNKNOWN_CLASS.to_owned(), Into::into)
    }
}

enum Instance {
    Tree(Rc<Tree>),
    Opaque { class: String },
}

fn is_text_scene(relative: &str) -> bool {
    matches!(extension(relative), "tscn" | "escn")
}

/// One scene file on its way to a tree.
struct Builder<'r, 'a, 'd> {
    resolver: &'r mut Resolver<'a>,
    document: &'d Document,
    relative: &'d str,
    externals: Externals<'d>,
    tree: Tree,
}

impl<'r, 'a, 'd> Builder<'r, 'a, 'd> {
    fn new(resolver: &'r mut Resolver<'a>, document: &'d Document, relative: &'d str) -> Self {
        Builder {
            resolver,
            document,
            relative,
            externals: Externals::new(document, relative),
            tree: Tree::default(),
        }
    }

    fn build(mut self) -> Result<Tree, EngineError> {
        for section in self.document.sections() {
            if section.tag() == "node" {
                self.node(section)?;
            }
        }
        Ok(self.tree)
    }

    fn node(&mut self, section: Section<'d>) -> Result<(), EngineError> {
        let name =
            node_name(section).ok_or_else(|| self.malformed(section, "a node has no name"))?;
        let parent = section.attribute("parent").and_then(value::string);
        let added = match (parent, self.tree.len()) {
            (None, 0) => Some(self.new_node(section, None, &name)?),
            (Some(_), 0) => return Err(self.malformed(section, "the root node has a parent")),
            (None, _) => return Err(self.malformed(section, "a second root node")),
            (Some(parent), _) => self.below(section, &parent, &name)?,
        };
        match added {
            Some(index) => self.change(index, section),
            None => Ok(()),
        }
    }

    /// A node that is not the root: one that an instance already has, or a new one.
    fn below(
        &mut self,
        section: Section<'d>,
        parent_path: &str,
        name: &str,
    ) -> Result<Option<u32>, EngineError> {
        let found = self.find(parent_path);
        if is_override(section) {
            let found = found.and_then(|parent| self.child(parent, name));
            if found.is_none() {
                self.vanished(&format!("{parent_path}/{name}"));
            }
            return Ok(found);
        }
        let (parent, name) = match found {
            Some(parent) => (parent, self.free_name(parent, name)),
            None => (ROOT, self.stray_name(parent_path, name)),
        };
        let added = self.new_node(section, Some(parent), &name)?;
        let index = section.attribute("index").and_then(value::integer);
        if let Some(index) = index.and_then(|index| usize::try_from(index).ok()) {
            self.tree.move_last(parent, index);
        }
        Ok(Some(added))
    }

    fn new_node(
        &mut self,
        section: Section<'d>,
        parent: Option<u32>,
        name: &str,
    ) -> Result<u32, EngineError> {
        self.take_room(section)?;
        let Some(target) = self.instanced(section)? else {
            let class = section.attribute("type").and_then(value::string);
            let class = class.unwrap_or(UNKNOWN_CLASS.into());
            return Ok(self.tree.add(parent, Node::new(name, &class)));
        };
        Ok(match self.resolver.instance(&target)? {
            Instance::Tree(tree) => self.tree.graft(parent, &tree, name),
            Instance::Opaque { class } => self.tree.add(parent, Node::opaque(name, &class)),
        })
    }

    fn take_room(&mut self, section: Section<'d>) -> Result<(), EngineError> {
        let left = self.resolver.room.checked_sub(1);
        self.resolver.room = left.ok_or_else(|| self.malformed(section, "too many nodes"))?;
        Ok(())
    }

    /// The scene that a node is an instance of.
    fn instanced(&self, section: Section<'d>) -> Result<Option<Target>, EngineError> {
        let files = self.resolver.files;
        if let Some(raw) = section.attribute("instance") {
            return self.externals.locate(raw, files);
        }
        let placeholder = section.attribute("instance_placeholder");
        match placeholder.and_then(value::string) {
            Some(path) => files.locate(&path, None, self.relative).map(Some),
            None => Ok(None),
        }
    }

    /// Properties that the tree shows, set on a new node or changed on an instanced one.
    fn change(&mut self, index: u32, section: Section<'d>) -> Result<(), EngineError> {
        if let Some(visible) = section.property("visible").and_then(value::boolean) {
            self.tree.node(index).active = visible;
        }
        if let Some(raw) = section.property("script") {
            let script = self.script(raw)?;
            self.tree.node(index).script = script;
        }
        Ok(())
    }

    /// `None` for `null`: an instance's script was taken off.
    fn script(&self, raw: &str) -> Result<Option<Rc<Component>>, EngineError> {
        let files = self.resolver.files;
        let component = match self.externals.locate(raw, files)? {
            Some(Target::File(relative)) => return Ok(Some(files.script(&relative))),
            Some(Target::Elsewhere(path)) => {
                let reason = format!("'{path}' is not a file of the project");
                Component::new(path, Script::Unknown { reason })
            }
            Some(Target::Missing { target, reason }) => {
                let reason = format!("{target}: {reason}");
                Component::new("(missing script)", Script::Missing { reason })
            }
            None => return Ok(self.inner_script(raw).map(Rc::new)),
        };
        Ok(Some(Rc::new(component)))
    }

    /// A script that is stored inside the scene.
    fn inner_script(&self, raw: &str) -> Option<Component> {
        let id = value::sub_resource(raw)?;
        let section = self.document.sections().find(|section| {
            section.tag() == "sub_resource"
                && section.attribute("id").map(value::id).as_ref() == Some(&id)
        });
        let source = section.and_then(|section| value::string(section.property("script/source")?));
        let name = source.and_then(|source| scripts::class_name(&source));
        Some(Component::new(
            name.unwrap_or_else(|| "(built-in script)".to_owned()),
            Script::Found(format!("{}::{id}", res(self.relative))),
        ))
    }

    fn find(&mut self, path: &str) -> Option<u32> {
        path.split('/')
            .filter(|part| !matches!(*part, "." | ""))
            .try_fold(ROOT, |parent, part| self.child(parent, part))
    }

    /// A child by its name; below an opaque node it is taken to be there.
    fn child(&mut self, parent: u32, name: &str) -> Option<u32> {
        if let Some(child) = self.tree.child(parent, name) {
            return Some(child);
        }
        if !self.tree.node(parent).opaque {
            return None;
        }
        self.resolver.room = self.resolver.room.checked_sub(1)?;
        Some(self.tree.add(Some(parent), Node::opaque(name, UNKNOWN_CLASS)))
    }

    /// Godot numbers a node whose name its siblings already have.
    fn free_name(&mut self, parent: u32, name: &str) -> String {
        if self.tree.child(parent, name).is_none() {
            return name.to_owned();
        }
        let path = res(self.relative);
        self.resolver.notes.add(&format!("'{path}' has two nodes '{name}' in one place"));
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (2..)
            .map(|number: u32| format!("{stem}{number}"))
            .find(|candidate| self.tree.child(parent, candidate).is_none())
            .unwrap_or_default()
    }

    /// Godot keeps a node whose parent is gone: below the root, named after where it was.
    fn stray_name(&mut self, parent_path: &str, name: &str) -> String {
        self.vanished(parent_path);
        let was = parent_path.trim_start_matches("./").replace('/', "_");
        self.free_name(ROOT, &format!("{was}#{name}"))
    }

    fn vanished(&mut self, node: &str) {
        let path = res(self.relative);
        let note = format!(
            "'{path}' changes or adds to the node '{node}', which its instance does not have"
        );
        self.resolver.notes.add(&note);
    }

    fn malformed(&self, section: Section<'d>, reason: &str) -> EngineError {
        self.document.malformed(&res(self.relative), section, reason)
    }
}

/// A node's name; a `/` in one would be two.
fn node_name(section: Section<'_>) -> Option<String> {
    let name = value::string(section.attribute("name")?)?;
    Some(name.replace('/', "_")).filter(|name| !name.is_empty())
}

/// A node that belongs to an instance and is only changed here.
fn is_override(section: Section<'_>) -> bool {
    ["type", "instance", "instance_placeholder"].iter().all(|key| section.attribute(key).is_none())
}
