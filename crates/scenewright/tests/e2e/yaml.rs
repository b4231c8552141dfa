//! YAML as JSON: what a test asks of a file for CI. Every scalar is a string.

use std::path::Path;

use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};

pub fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap();
    let mut events = Parser::new_from_str(&text).map(|event| event.unwrap().0);
    let mut next = || events.next().unwrap();
    loop {
        match next() {
            Event::StreamStart | Event::DocumentStart(_) => {}
            event => return node(event, &mut next),
        }
    }
}

fn node<'t>(event: Event<'t>, next: &mut impl FnMut() -> Event<'t>) -> Value {
    match event {
        Event::Scalar(text, ..) => Value::String(text.into_owned()),
        Event::SequenceStart(..) => {
            let mut list = Vec::new();
            loop {
                match next() {
                    Event::SequenceEnd => return Value::Array(list),
                    item => list.push(node(item, next)),
                }
            }
        }
        Event::MappingStart(..) => {
            let mut map = Map::new();
            loop {
                match next() {
                    Event::MappingEnd => return Value::Object(map),
                    Event::Scalar(key, ..) => {
                        let value = next();
                        map.insert(key.into_owned(), node(value, next));
                    }
                    other => panic!("{other:?} is no key"),
                }
            }
        }
        other => panic!("{other:?} is no value"),
    }
}
