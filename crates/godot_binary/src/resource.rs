//! A binary resource with all of its internal resources, and the text that is made of it.

use std::fmt::Write;

use crate::bundle;
use crate::error::BinaryError;
use crate::header::{BinaryHeader, uid_text};
use crate::limits::MAX_TEXT_BYTES;
use crate::source::BinarySource;
use crate::text::{PropertyKey, Quoted, write_external};
use crate::value::BinaryValue;
use crate::variant::VariantReader;

const SCENE_CLASS: &str = "PackedScene";
const BUNDLE_PROPERTY: &str = "_bundled";

pub(crate) struct BinaryResource<'a> {
    source: BinarySource<'a>,
    header: BinaryHeader,
}

struct InternalResource {
    class: String,
    properties: Vec<(String, BinaryValue)>,
}

impl<'a> BinaryResource<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<BinaryResource<'a>, BinaryError> {
        let mut source = BinarySource::open(bytes)?;
        let header = BinaryHeader::read(&mut source)?;
        Ok(BinaryResource { source, header })
    }

    pub(crate) fn into_text(self) -> Result<String, BinaryError> {
        let BinaryResource { mut source, header } = self;
        let mut text = String::new();
        write_head(&mut text, &header).map_err(|_| UNWRITTEN)?;
        let mut reader = VariantReader::new(&mut source, &header);
        let Some((main, inner)) = header.internals.split_last() else {
            return Err(BinaryError::Damaged("it contains no resource"));
        };
        for entry in inner {
            let resource = read_internal(&mut reader, entry.offset)?;
            let (class, id) = (Quoted(&resource.class), Quoted(&entry.id));
            writeln!(text, "\n[sub_resource type={class} id={id}]").map_err(|_| UNWRITTEN)?;
            write_properties(&mut text, &resource)?;
        }
        let resource = read_internal(&mut reader, main.offset)?;
        if resource.class == SCENE_CLASS {
            let bundled = resource.properties.iter().find(|(name, _)| name == BUNDLE_PROPERTY);
            if let Some((_, bundled)) = bundled {
                bundle::write_scene(&mut text, bundled)?;
            }
        } else {
            text.push_str("\n[resource]\n");
            write_properties(&mut text, &resource)?;
        }
        Ok(text)
    }
}

/// Writing to a string does not fail.
pub(crate) const UNWRITTEN: BinaryError = BinaryError::Damaged("it cannot be written as text");

fn write_head(text: &mut String, header: &BinaryHeader) -> std::fmt::Result {
    if header.class == SCENE_CLASS {
        text.push_str("[gd_scene");
    } else {
        write!(text, "[gd_resource type={}", Quoted(&header.class))?;
    }
    if let Some(class) = &header.script_class {
        write!(text, " script_class={}", Quoted(class))?;
    }
    write!(text, " format={}", header.text_format())?;
    if let Some(uid) = header.uid {
        write!(text, " uid=\"{}\"", uid_text(uid))?;
    }
    text.push_str("]\n\n");
    for (number, external) in header.externals.iter().enumerate() {
        write_external(text, number, external)?;
    }
    Ok(())
}

fn read_internal(
    reader: &mut VariantReader<'_, '_>,
    offset: u64,
) -> Result<InternalResource, BinaryError> {
    reader.source.seek(offset)?;
    let class = reader.source.string()?;
    let count = reader.source.u32()?;
    reader.source.check_count(count, 8)?;
    let mut properties = Vec::new();
    for _ in 0..count {
        let name = reader.name()?;
        reader.reads_all = class == SCENE_CLASS && name == BUNDLE_PROPERTY;
        properties.push((name, reader.value()?));
    }
    reader.reads_all = false;
    Ok(InternalResource { class, properties })
}

/// Godot also saves `resource_local_to_scene` and `resource_name` where they have no value.
fn write_properties(text: &mut String, resource: &InternalResource) -> Result<(), BinaryError> {
    for (name, value) in &resource.properties {
        if matches!(value, BinaryValue::Nil) && name == "script" {
            continue;
        }
        writeln!(text, "{} = {value}", PropertyKey(name)).map_err(|_| UNWRITTEN)?;
        check_length(text)?;
    }
    Ok(())
}

pub(crate) fn check_length(text: &str) -> Result<(), BinaryError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(BinaryError::TooLarge("its content as text"));
    }
    Ok(())
}
