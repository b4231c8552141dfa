//! Connections that were added or removed.

use std::collections::BTreeMap;

use scenewright_model::{ConnectionEnd, SceneChangeKind};

use super::compare::GodotSceneComparison;
use super::excerpt::{SectionKey, SectionVersion};

impl GodotSceneComparison<'_> {
    pub(super) fn connections(&mut self) {
        let mut sides: [BTreeMap<(String, String), &SectionVersion>; 2] =
            [BTreeMap::new(), BTreeMap::new()];
        for (key, pair) in &self.excerpts.differing {
            let SectionKey::Connection(_) = key else { continue };
            for (side, piece) in pair.sides.iter().enumerate() {
                let Some(piece) = piece else { continue };
                let end = |key: &str| {
                    let path = piece.attribute_text(key).unwrap_or_default();
                    if side == 0 { self.path_after(&path) } else { path }
                };
                let ends = format!("{}\n{}", end("from"), end("to"));
                sides[side].insert((ends, attributes_besides_ends(piece)), piece);
            }
        }
        let [old, new] = sides;
        let gone: Vec<&SectionVersion> =
            old.iter().filter(|(key, _)| !new.contains_key(*key)).map(|(_, own)| *own).collect();
        let come: Vec<&SectionVersion> =
            new.iter().filter(|(key, _)| !old.contains_key(*key)).map(|(_, own)| *own).collect();
        let mut found = Vec::new();
        for (pieces, here, there, is_new) in
            [(gone, &self.before, &self.after, false), (come, &self.after, &self.before, true)]
        {
            for piece in pieces {
                let [from, to] =
                    ["from", "to"].map(|key| piece.attribute_text(key).unwrap_or_default());
                let is_in = |path: &str| {
                    let there_path = if is_new { path.to_owned() } else { self.path_after(path) };
                    there.by_path.contains_key(there_path.as_str())
                };
                // A connection between two added or two removed nodes belongs to that change.
                if !is_in(&from) && !is_in(&to) {
                    continue;
                }
                let shown = |path: &str| match here.by_path.get(path) {
                    Some(&index) => here.scene().object(index).path.clone(),
                    None => path.to_owned(),
                };
                let end = ConnectionEnd {
                    signal: piece.attribute_text("signal").unwrap_or_default(),
                    to: shown(&to),
                    method: piece.attribute_text("method").unwrap_or_default(),
                };
                let object = here.by_path.get(from.as_str()).map(|&index| here.object(index));
                let kind = match is_new {
                    true => SceneChangeKind::ConnectionAdded(end),
                    false => SceneChangeKind::ConnectionRemoved(end),
                };
                found.push((object, kind));
            }
        }
        found.into_iter().for_each(|(object, kind)| self.push(object, kind));
    }
}

/// The attributes of a connection except its ends.
fn attributes_besides_ends(piece: &SectionVersion) -> String {
    let section = piece.document.sections().next();
    let places = section.into_iter().flat_map(|section| section.attribute_places());
    let other =
        places.filter(|place| !["from", "to", "from_uid_path", "to_uid_path"].contains(&place.key));
    other.map(|place| format!("{}={}\n", place.key, place.value)).collect()
}
