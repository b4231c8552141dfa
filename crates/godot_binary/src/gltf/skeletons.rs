//! Which bones belong to the same skeleton: those of one skin, and those that are connected as parent and child.

use super::document::{GltfDocument, GltfNode};

pub(super) struct Skeletons {
    /// The number of the skeleton by number of the node.
    of_nodes: Vec<Option<usize>>,
    count: usize,
}

impl Skeletons {
    pub(super) fn of(document: &GltfDocument) -> Skeletons {
        let mut sets = DisjointSets { parents: (0..document.nodes.len()).collect() };
        for joints in document.skins() {
            let known = joints.iter().filter(|&&joint| document.is_joint(joint));
            known.clone().zip(known.skip(1)).for_each(|(&one, &other)| sets.join(one, other));
        }
        for (number, node) in document.nodes.iter().enumerate() {
            for &child in &node.children {
                if document.is_joint(number) && document.is_joint(child) {
                    sets.join(number, child);
                }
            }
        }
        let mut numbers = vec![None; document.nodes.len()];
        let mut skeletons = Skeletons { of_nodes: vec![None; document.nodes.len()], count: 0 };
        for number in (0..document.nodes.len()).filter(|&number| document.is_joint(number)) {
            let set = sets.find(number);
            let skeleton = *numbers[set].get_or_insert_with(|| {
                skeletons.count += 1;
                skeletons.count - 1
            });
            skeletons.of_nodes[number] = Some(skeleton);
        }
        skeletons
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn of_joint(&self, number: usize) -> Option<usize> {
        self.of_nodes.get(number).copied().flatten()
    }

    /// The skeleton that moves a mesh.
    pub(super) fn of_skinned(&self, document: &GltfDocument, node: &GltfNode) -> Option<usize> {
        let joints = document.joints_of(node)?;
        joints.iter().find_map(|&joint| self.of_joint(joint))
    }
}

struct DisjointSets {
    parents: Vec<usize>,
}

impl DisjointSets {
    fn find(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.parents[one.max(other)] = one.min(other);
    }
}
