//! Shortens an answer to its budget: long lists and texts are cut, short values stay.

use serde_json::{Map, Value};

use crate::tokens;

/// Values are never cut below this size, as the rest would be meaningless.
const MIN_CUT_TOKENS: usize = 24;
/// The least room for a part of an item that does not fit completely.
const MIN_PARTIAL_ITEM_TOKENS: usize = 100;
const MAX_BARE_CHARS: usize = 60;
/// A text with more lines than this is cut between lines.
const MAX_UNCUT_LINES: usize = 8;

/// Cuts `value` to about `allowed` tokens. Returns one sentence for each cut.
pub(crate) fn cut(value: &mut Value, allowed: usize) -> Vec<String> {
    let mut cuts = Vec::new();
    shrink(value, allowed, "", &mut cuts);
    cuts
}

pub(crate) fn cost(value: &Value) -> usize {
    tokens::estimate(&value.to_string())
}

/// Keeps the first lines of a text, as many as fit.
pub(crate) fn cut_lines(text: &mut String, allowed: usize) {
    let (mut used, mut end, mut left) = (0, 0, 0);
    for line in text.split_inclusive('\n') {
        used += tokens::estimate(line) + 1;
        match used <= allowed {
            true => end += line.len(),
            false => left += 1,
        }
    }
    if left > 0 {
        text.truncate(end);
        text.push_str(&format!("… {left} more lines\n"));
    }
}

/// Keeps the first and the last lines of a text, with a line between them that counts the omitted ones: both
/// ends of a diff are informative. Returns how many are kept.
fn cut_middle(text: &mut String, allowed: usize) -> usize {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    // A tab and a line end are written as two characters in JSON.
    let costs: Vec<usize> = lines.iter().map(|line| tokens::estimate(line) + 2).collect();
    let (mut first, mut last, mut room) = (0, lines.len(), allowed.saturating_sub(8));
    while first < last {
        let (next, from_end) = match first <= lines.len() - last {
            true => (first, false),
            false => (last - 1, true),
        };
        if costs[next] > room {
            break;
        }
        room -= costs[next];
        if from_end { last -= 1 } else { first += 1 }
    }
    let kept = first + lines.len() - last;
    let left = last - first;
    *text =
        format!("{}… {left} lines omitted …\n{}", lines[..first].concat(), lines[last..].concat());
    kept
}

fn shrink(value: &mut Value, allowed: usize, place: &str, cuts: &mut Vec<String>) {
    let allowed = allowed.max(MIN_CUT_TOKENS);
    if cost(value) <= allowed {
        return;
    }
    match value {
        Value::String(text) if text.lines().nth(MAX_UNCUT_LINES).is_some() => {
            let all = text.lines().count();
            let kept = cut_middle(text, allowed);
            cuts.push(format!("{} shows {kept} of {all} lines.", name(place)));
        }
        Value::String(text) => {
            let all = text.chars().count();
            // Dense text costs a token per three bytes.
            let kept: String = text.chars().take(allowed * 3).collect();
            cuts.push(format!("{} is cut after {} of {all} characters.", name(place), allowed * 3));
            *text = kept + "…";
        }
        Value::Array(items) => shrink_array(items, allowed, place, cuts),
        Value::Object(members) => shrink_object(members, allowed, place, cuts),
        _ => {}
    }
}

/// Keeps the first items, as many as fit, and a part of the next one.
fn shrink_array(items: &mut Vec<Value>, allowed: usize, place: &str, cuts: &mut Vec<String>) {
    let (all, mut used, mut kept) = (items.len(), 0, 0);
    for item in items.iter() {
        let own = cost(item) + 1;
        if used + own > allowed {
            break;
        }
        used += own;
        kept += 1;
    }
    let room = allowed.saturating_sub(used);
    if let Some(next) = items.get_mut(kept)
        && (kept == 0 || room >= MIN_PARTIAL_ITEM_TOKENS)
    {
        shrink(next, room, place, cuts);
        kept += 1;
    }
    items.truncate(kept);
    if kept < all {
        cuts.push(format!("{} shows {kept} of {all}.", name(place)));
    }
}

/// Keeps the first members, as many as fit if each is cut. The members of the answer itself stay, as its
/// schema requires them.
fn drop_members(
    members: &mut Map<String, Value>,
    allowed: usize,
    place: &str,
    cuts: &mut Vec<String>,
) {
    let (all, mut used) = (members.len(), 0);
    let fitting = members.iter().take_while(|(key, value)| {
        used += tokens::estimate(key) + 2 + cost(value).min(MIN_CUT_TOKENS);
        used <= allowed
    });
    let kept = fitting.count().max(1);
    if !place.is_empty() && kept < all {
        *members = std::mem::take(members).into_iter().take(kept).collect();
        cuts.push(format!("{place} shows {kept} of {all} members."));
    }
}

/// The last resort: the members of the answer, emptied.
pub(crate) fn empty_members(value: &mut Value) {
    for (_, member) in value.as_object_mut().into_iter().flatten() {
        match member {
            Value::Array(items) => items.clear(),
            Value::Object(members) => members.clear(),
            Value::String(text) if text.chars().count() > MAX_BARE_CHARS => {
                *text = text.chars().take(MAX_BARE_CHARS).chain(['…']).collect();
            }
            _ => {}
        }
    }
}

/// Small members stay complete; the large ones share the remaining room.
fn shrink_object(
    members: &mut Map<String, Value>,
    allowed: usize,
    place: &str,
    cuts: &mut Vec<String>,
) {
    drop_members(members, allowed, place, cuts);
    let mut by_cost: Vec<(usize, String)> =
        members.iter().map(|(key, value)| (cost(value), key.clone())).collect();
    by_cost.sort();
    let keys: usize = members.keys().map(|key| tokens::estimate(key) + 2).sum();
    let (mut room, mut left) = (allowed.saturating_sub(keys), by_cost.len());
    for (own, key) in by_cost {
        let share = room / left.max(1);
        left -= 1;
        if own > share
            && let Some(member) = members.get_mut(&key)
        {
            let place = if place.is_empty() { key } else { format!("{place}.{key}") };
            shrink(member, share, &place, cuts);
            room = room.saturating_sub(cost(member));
        } else {
            room = room.saturating_sub(own);
        }
    }
}

fn name(place: &str) -> &str {
    if place.is_empty() { "The answer" } else { place }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn short_facts_stay_and_long_lists_are_cut() {
        let items: Vec<Value> =
            (0..1000).map(|n| json!({ "path": format!("Assets/Item{n}.prefab") })).collect();
        let mut value = json!({ "total": 1000, "items": items, "note": "kept" });
        let cuts = cut(&mut value, 400);
        assert!(cost(&value) <= 440, "{}", cost(&value));
        assert_eq!((&value["total"], &value["note"]), (&json!(1000), &json!("kept")));
        let shown = value["items"].as_array().unwrap().len();
        assert!(shown > 10);
        assert_eq!(cuts, [format!("items shows {shown} of 1000.")]);
    }

    #[test]
    fn a_long_text_is_cut_where_it_stands() {
        let mut value = json!({ "outer": { "text": "word ".repeat(5000), "n": 1 } });
        let cuts = cut(&mut value, 200);
        assert!(cost(&value) <= 260, "{}", cost(&value));
        assert_eq!(value["outer"]["n"], 1);
        assert!(cuts[0].starts_with("outer.text is cut after"), "{cuts:?}");
    }

    #[test]
    fn a_text_of_many_lines_loses_its_middle() {
        let diff: String = (0..3_000).map(|n| format!("-  m_Name: Item {n}\n")).collect();
        let mut value =
            json!({ "undoHandle": "h1", "files": [{ "path": "a.unity", "diff": diff }] });
        let cuts = cut(&mut value, 400);
        assert!(cost(&value) <= 440, "{}", cost(&value));
        let diff = value["files"][0]["diff"].as_str().unwrap();
        assert!(diff.starts_with("-  m_Name: Item 0\n") && diff.ends_with("Item 2999\n"), "{diff}");
        let left: usize = 3_000 - (diff.lines().count() - 1);
        assert!(left < 2_985 && diff.contains(&format!("… {left} lines omitted …")), "{diff}");
        assert_eq!(cuts, [format!("files.diff shows {} of 3000 lines.", 3_000 - left)]);
        assert_eq!(value["undoHandle"], "h1");
    }

    #[test]
    fn an_object_of_many_members_is_cut_like_a_list() {
        let properties: Map<String, Value> = (0..300)
            .map(|n| (format!("property_{n}"), json!({ "type": "Vector2", "value": [n, 0.5] })))
            .collect();
        let mut value = json!({ "name": "Node", "properties": properties });
        let cuts = cut(&mut value, 300);
        assert!(cost(&value) <= 330, "{}", cost(&value));
        let shown = value["properties"].as_object().unwrap().len();
        assert!(shown > 5 && value["properties"]["property_0"]["type"] == "Vector2", "{value}");
        assert_eq!(cuts, [format!("properties shows {shown} of 300 members.")]);
    }

    #[test]
    fn of_a_list_whose_second_item_is_huge_both_are_shown() {
        let numbers: Vec<u32> = (0..5000).collect();
        let mut value =
            json!({ "items": [{ "name": "a" }, { "name": "b", "numbers": numbers }, {}] });
        let cuts = cut(&mut value, 400);
        assert!(cost(&value) <= 440, "{}", cost(&value));
        assert_eq!(value["items"][1]["name"], "b");
        assert!(value["items"][1]["numbers"].as_array().unwrap().len() > 50);
        assert_eq!(cuts.last().unwrap(), "items shows 2 of 3.");
    }

    #[test]
    fn what_fits_is_left_alone() {
        let mut value = json!({ "items": [1, 2, 3] });
        assert_eq!((cut(&mut value, 400), value), (vec![], json!({ "items": [1, 2, 3] })));
    }
}
