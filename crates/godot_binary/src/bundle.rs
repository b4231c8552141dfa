//! The nodes of a packed scene: the dictionary `_bundled`, in which nodes are runs of numbers that point into
//! lists of names and values.

use std::fmt::Write;

use crate::error::BinaryError;
use crate::limits::MAX_PATH_BYTES;
use crate::resource::{UNWRITTEN, check_length};
use crate::text::{PropertyKey, Quoted};
use crate::value::BinaryValue;

/// The parent, owner or end of a connection is a path and not the number of a node.
const IS_PATH: i64 = 1 << 30;
/// The instance is the path of a placeholder.
const IS_PLACEHOLDER: i64 = 1 << 30;
/// The property has a node as its value, by its path.
const IS_NODE: i64 = 1 << 30;
const NUMBER_MASK: i64 = (1 << 24) - 1;
const NAME_MASK: i64 = IS_NODE - 1;
/// A node that an instanced scene declares.
const INSTANCED: i64 = 0x7fff_ffff;
/// The position among its siblings is stored above the name.
const NAME_BITS: u32 = 18;
/// `CONNECT_PERSIST`, which text files leave out.
const DEFAULT_FLAGS: i64 = 2;
/// From this version on, connections have a number of arguments to unbind.
const VERSION_WITH_UNBINDS: i64 = 3;

const BROKEN: BinaryError = BinaryError::Damaged("the nodes of its scene are inconsistent");

struct SceneBundle<'a> {
    names: Vec<&'a str>,
    variants: &'a [BinaryValue],
    nodes: Vec<BundledNode>,
    /// The paths of the nodes, filled as they are written.
    paths: Vec<String>,
    node_paths: Vec<&'a str>,
    /// Unique ids of nodes (Godot 4.6), by number of the node.
    ids: Vec<i64>,
    /// The unique ids along each path of `node_paths`.
    id_paths: Vec<Vec<i64>>,
    base_scene: Option<i64>,
}

struct BundledNode {
    parent: i64,
    owner: i64,
    class: i64,
    name: usize,
    index: Option<i64>,
    instance: i64,
    properties: Vec<(i64, i64)>,
    groups: Vec<i64>,
}

/// Runs of numbers.
struct NumberReader<'n> {
    numbers: std::slice::Iter<'n, i64>,
}

impl NumberReader<'_> {
    fn next(&mut self) -> Result<i64, BinaryError> {
        self.numbers.next().copied().ok_or(BROKEN)
    }

    /// A number of elements of this many numbers each.
    fn count(&mut self, width: usize) -> Result<usize, BinaryError> {
        let count = usize::try_from(self.next()?).map_err(|_| BROKEN)?;
        let room = self.numbers.len() / width;
        if count > room { Err(BROKEN) } else { Ok(count) }
    }

    fn list(&mut self) -> Result<Vec<i64>, BinaryError> {
        (0..self.count(1)?).map(|_| self.next()).collect()
    }
}

/// Writes the nodes, connections and editable instances as sections.
pub(crate) fn write_scene(text: &mut String, bundled: &BinaryValue) -> Result<(), BinaryError> {
    let mut bundle = SceneBundle::read(bundled)?;
    let mut path_room = MAX_PATH_BYTES;
    for number in 0..bundle.nodes.len() {
        let path = bundle.path_of(number)?;
        let room = path_room.checked_sub(path.len());
        path_room = room.ok_or(BinaryError::TooLarge("the paths of its nodes"))?;
        bundle.paths.push(path);
        bundle.write_node(text, number)?;
    }
    bundle.write_connections(text, bundled)?;
    let editable = bundled.field("editable_instances").and_then(BinaryValue::as_strings);
    for path in editable.unwrap_or_default() {
        writeln!(text, "\n[editable path={}]", Quoted(path)).map_err(|_| UNWRITTEN)?;
    }
    Ok(())
}

impl<'a> SceneBundle<'a> {
    fn read(bundled: &'a BinaryValue) -> Result<SceneBundle<'a>, BinaryError> {
        let strings = |key| bundled.field(key).and_then(BinaryValue::as_strings);
        let integers = |key| bundled.field(key).and_then(BinaryValue::as_integers);
        let count = bundled.field("node_count").and_then(BinaryValue::as_i64).unwrap_or(0);
        let numbers = integers("nodes").unwrap_or_default();
        let id_paths = bundled.field("id_paths").and_then(BinaryValue::as_array);
        let id_paths = id_paths.unwrap_or_default().iter().map(BinaryValue::as_integers);
        Ok(SceneBundle {
            names: strings("names").unwrap_or_default(),
            variants: bundled.field("variants").and_then(BinaryValue::as_array).unwrap_or_default(),
            nodes: read_nodes(&numbers, count)?,
            paths: Vec::new(),
            node_paths: strings("node_paths").unwrap_or_default(),
            ids: integers("node_ids").unwrap_or_default(),
            id_paths: id_paths.map(Option::unwrap_or_default).collect(),
            base_scene: bundled.field("base_scene").and_then(BinaryValue::as_i64),
        })
    }

    fn name(&self, number: i64) -> Result<&'a str, BinaryError> {
        let number = usize::try_from(number).map_err(|_| BROKEN)?;
        self.names.get(number).copied().ok_or(BROKEN)
    }

    fn variant(&self, number: i64) -> Result<&'a BinaryValue, BinaryError> {
        let number = usize::try_from(number).map_err(|_| BROKEN)?;
        self.variants.get(number).ok_or(BROKEN)
    }

    /// The path of a node or a path, by its number; relative to the root, which is `.`.
    fn path(&self, number: i64) -> Result<&str, BinaryError> {
        let at = usize::try_from(number & NUMBER_MASK).map_err(|_| BROKEN)?;
        if number & IS_PATH != 0 {
            let path = self.node_paths.get(at).copied().ok_or(BROKEN)?;
            Ok(path.strip_prefix("./").unwrap_or(path))
        } else {
            self.paths.get(at).map(String::as_str).ok_or(BROKEN)
        }
    }

    fn is_root(node: &BundledNode) -> bool {
        node.parent < 0 || node.parent == INSTANCED
    }

    /// Parents come first.
    fn path_of(&self, number: usize) -> Result<String, BinaryError> {
        let node = &self.nodes[number];
        if Self::is_root(node) {
            return Ok(".".to_owned());
        }
        let parent = self.path(node.parent)?;
        let name = self.names.get(node.name).ok_or(BROKEN)?;
        Ok(if parent == "." { (*name).to_owned() } else { format!("{parent}/{name}") })
    }

    fn write_node(&self, text: &mut String, number: usize) -> Result<(), BinaryError> {
        let node = &self.nodes[number];
        let name = self.names.get(node.name).ok_or(BROKEN)?;
        put(text, format_args!("\n[node name={}", Quoted(name)))?;
        if node.class != INSTANCED {
            put(text, format_args!(" type={}", Quoted(self.name(node.class)?)))?;
        }
        if !Self::is_root(node) {
            put(text, format_args!(" parent={}", Quoted(self.path(node.parent)?)))?;
            self.write_parent_ids(text, node)?;
            if node.owner >= 0 && node.owner != INSTANCED {
                let owner = self.path(node.owner)?;
                if owner != "." {
                    put(text, format_args!(" owner={}", Quoted(owner)))?;
                }
            }
        }
        if let Some(index) = node.index {
            put(text, format_args!(" index=\"{index}\""))?;
        }
        if let Some(id) = self.ids.get(number).filter(|id| **id != 0) {
            put(text, format_args!(" unique_id={id}"))?;
        }
        self.write_lists(text, node)?;
        self.write_instance(text, node)?;
        text.push_str("]\n");
        for &(name, value) in &node.properties {
            let (name, value) = (self.name(name & NAME_MASK)?, self.variant(value)?);
            put(text, format_args!("{} = {value}\n", PropertyKey(name)))?;
        }
        Ok(())
    }

    fn write_parent_ids(&self, header: &mut String, node: &BundledNode) -> Result<(), BinaryError> {
        if node.parent & IS_PATH == 0 {
            return Ok(());
        }
        let ids = self.id_paths.get((node.parent & NUMBER_MASK) as usize);
        match ids.filter(|ids| !ids.is_empty()) {
            Some(ids) => {
                put(header, format_args!(" parent_id_path=PackedInt32Array({})", joined(ids)))
            }
            None => Ok(()),
        }
    }

    /// The properties that are nodes, and the groups.
    fn write_lists(&self, header: &mut String, node: &BundledNode) -> Result<(), BinaryError> {
        let nodes = node.properties.iter().filter(|(name, _)| name & IS_NODE != 0);
        let nodes: Vec<i64> = nodes.map(|(name, _)| name & NAME_MASK).collect();
        if !nodes.is_empty() {
            self.write_names(header, " node_paths=PackedStringArray(", &nodes, ")")?;
        }
        if !node.groups.is_empty() {
            self.write_names(header, " groups=[", &node.groups, "]")?;
        }
        Ok(())
    }

    fn write_names(
        &self,
        header: &mut String,
        open: &str,
        names: &[i64],
        close: &str,
    ) -> Result<(), BinaryError> {
        header.push_str(open);
        for (at, &name) in names.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            put(header, format_args!("{comma}{}", Quoted(self.name(name)?)))?;
        }
        header.push_str(close);
        Ok(())
    }

    fn write_instance(&self, header: &mut String, node: &BundledNode) -> Result<(), BinaryError> {
        if node.instance < 0 {
            return match self.base_scene.filter(|_| Self::is_root(node)) {
                Some(base) => put(header, format_args!(" instance={}", self.variant(base)?)),
                None => Ok(()),
            };
        }
        let value = self.variant(node.instance & NUMBER_MASK)?;
        if node.instance & IS_PLACEHOLDER != 0 {
            put(header, format_args!(" instance_placeholder={value}"))
        } else {
            put(header, format_args!(" instance={value}"))
        }
    }

    fn write_connections(
        &self,
        text: &mut String,
        bundled: &BinaryValue,
    ) -> Result<(), BinaryError> {
        let number = |key| bundled.field(key).and_then(BinaryValue::as_i64);
        let numbers = bundled.field("conns").and_then(BinaryValue::as_integers);
        let numbers = numbers.unwrap_or_default();
        let has_unbinds = number("version").unwrap_or(1) >= VERSION_WITH_UNBINDS;
        let mut reader = NumberReader { numbers: numbers.iter() };
        for _ in 0..number("conn_count").unwrap_or(0) {
            let (from, to) = (reader.next()?, reader.next()?);
            let (signal, method) = (self.name(reader.next()?)?, self.name(reader.next()?)?);
            let flags = reader.next()?;
            let binds = reader.list()?;
            let unbinds = if has_unbinds { reader.next()? } else { 0 };
            let (from_path, to_path) = (Quoted(self.path(from)?), Quoted(self.path(to)?));
            let signal = Quoted(signal);
            put(text, format_args!("\n[connection signal={signal} from={from_path} to={to_path}"))?;
            put(text, format_args!(" method={}", Quoted(method)))?;
            self.write_end_ids(text, "from_uid_path", from)?;
            self.write_end_ids(text, "to_uid_path", to)?;
            self.write_call(text, flags, unbinds, &binds)?;
            text.push_str("]\n");
        }
        Ok(())
    }

    fn write_end_ids(&self, text: &mut String, key: &str, end: i64) -> Result<(), BinaryError> {
        let ids = self.id_paths.get((end & NUMBER_MASK) as usize);
        match ids.filter(|ids| end & IS_PATH != 0 && !ids.is_empty()) {
            Some(ids) => put(text, format_args!(" {key}=PackedInt32Array({})", joined(ids))),
            None => Ok(()),
        }
    }

    fn write_call(
        &self,
        text: &mut String,
        flags: i64,
        unbinds: i64,
        binds: &[i64],
    ) -> Result<(), BinaryError> {
        if flags != DEFAULT_FLAGS {
            put(text, format_args!(" flags={flags}"))?;
        }
        if unbinds > 0 {
            put(text, format_args!(" unbinds={unbinds}"))?;
        }
        if binds.is_empty() {
            return Ok(());
        }
        text.push_str(" binds= [");
        for (at, &bind) in binds.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            put(text, format_args!("{comma}{}", self.variant(bind)?))?;
        }
        text.push(']');
        Ok(())
    }
}

fn read_nodes(numbers: &[i64], count: i64) -> Result<Vec<BundledNode>, BinaryError> {
    let mut reader = NumberReader { numbers: numbers.iter() };
    let mut nodes = Vec::new();
    for _ in 0..count {
        let (parent, owner, class) = (reader.next()?, reader.next()?, reader.next()?);
        let name = reader.next()? & 0xffff_ffff;
        let index = (name >> NAME_BITS) - 1;
        let instance = reader.next()?;
        let properties = (0..reader.count(2)?).map(|_| Ok((reader.next()?, reader.next()?)));
        let properties = properties.collect::<Result<_, _>>()?;
        nodes.push(BundledNode {
            parent,
            owner,
            class,
            name: (name & ((1 << NAME_BITS) - 1)) as usize,
            index: (index >= 0).then_some(index),
            instance,
            properties,
            groups: reader.list()?,
        });
    }
    Ok(nodes)
}

fn joined(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(", ")
}

fn put(text: &mut String, part: std::fmt::Arguments<'_>) -> Result<(), BinaryError> {
    text.write_fmt(part).map_err(|_| UNWRITTEN)?;
    check_length(text)
}
