//! The sources of a node's properties: its sections in all files of the scene.

use std::sync::Arc;

/// A section of one of the files that a scene is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SectionLayer {
    /// The index of its file among the documents of the scene.
    pub document: u32,
    /// Its index among the sections of the file.
    pub section: u32,
}

/// The sections of a node, those of inner scenes first. A copy of a node shares the list and adds its own
/// sections, so that the number of links is the nesting depth of scenes.
#[derive(Debug, Default)]
pub(super) struct NodeLayers {
    base: Option<Arc<NodeLayers>>,
    /// Nearly all nodes have one section, which needs no list.
    first: Option<SectionLayer>,
    more: Vec<SectionLayer>,
}

impl NodeLayers {
    pub(super) fn push(list: &mut Arc<NodeLayers>, layer: SectionLayer) {
        match Arc::get_mut(list) {
            Some(own) if own.first.is_none() => own.first = Some(layer),
            Some(own) => own.more.push(layer),
            None => {
                let base = Some(Arc::clone(list))
                    .filter(|base| base.base.is_some() || base.first.is_some());
                *list = Arc::new(NodeLayers { base, first: Some(layer), more: Vec::new() });
            }
        }
    }

    fn own(&self) -> impl Iterator<Item = SectionLayer> {
        self.first.into_iter().chain(self.more.iter().copied())
    }

    /// Base first: later layers win.
    pub(super) fn all(&self) -> Vec<SectionLayer> {
        let links = std::iter::successors(Some(self), |layers| layers.base.as_deref());
        let links: Vec<&NodeLayers> = links.collect();
        links.into_iter().rev().flat_map(NodeLayers::own).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(document: u32, section: u32) -> SectionLayer {
        SectionLayer { document, section }
    }

    #[test]
    fn copies_share_what_they_have_in_common() {
        let mut base: Arc<NodeLayers> = Arc::default();
        NodeLayers::push(&mut base, layer(0, 1));
        NodeLayers::push(&mut base, layer(0, 2));
        let mut copy = Arc::clone(&base);
        NodeLayers::push(&mut copy, layer(1, 1));
        NodeLayers::push(&mut copy, layer(1, 2));
        assert_eq!(base.all(), [layer(0, 1), layer(0, 2)]);
        assert_eq!(copy.all(), [layer(0, 1), layer(0, 2), layer(1, 1), layer(1, 2)]);
        assert_eq!(copy.own().count(), 2);
    }
}
