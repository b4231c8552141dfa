//! Any edits, in any order: exact bytes back and forth.

use std::collections::BTreeMap;

use proptest::prelude::*;
use scenewright_model::{FileChange, ProjectPath};

use crate::support::Project;

const PATHS: [&str; 5] = ["a.txt", "b.bin", "sub/c.txt", "sub/deep/d.txt", "new folder/ü.txt"];

fn content() -> impl Strategy<Value = Option<Vec<u8>>> {
    let lines = "([a-c]{0,2}\r?\n){0,12}[a-c]?";
    prop_oneof![
        1 => Just(None),
        3 => lines.prop_map(|text| Some(text.into_bytes())),
        1 => prop::collection::vec(any::<u8>(), 0..200).prop_map(Some),
        1 => lines.prop_map(|text| Some(text.repeat(2000).into_bytes())),
    ]
}

fn version() -> impl Strategy<Value = Vec<Option<Vec<u8>>>> {
    prop::collection::vec(content(), PATHS.len())
}

fn changes(from: &[Option<Vec<u8>>], to: &[Option<Vec<u8>>]) -> Vec<FileChange> {
    (0..PATHS.len())
        .map(|n| FileChange {
            path: ProjectPath::from_relative(PATHS[n]),
            before: from[n].clone(),
            after: to[n].clone(),
        })
        .collect()
}

/// What the project has, folders aside.
fn files(project: &Project) -> BTreeMap<String, Vec<u8>> {
    project.tree().into_iter().filter_map(|(path, bytes)| Some((path, bytes?))).collect()
}

fn expected(version: &[Option<Vec<u8>>]) -> BTreeMap<String, Vec<u8>> {
    let files = PATHS.iter().zip(version);
    files.filter_map(|(path, bytes)| Some(((*path).to_owned(), bytes.clone()?))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn a_chain_of_edits_goes_back_and_forth(versions in prop::collection::vec(version(), 1..5)) {
        let project = Project::new(&[]);
        let mut chain = vec![vec![None; PATHS.len()]];
        let mut handles = Vec::new();
        for next in versions {
            let last = chain.last().unwrap();
            if *last != next {
                handles.push(project.open().commit(&changes(last, &next), "").unwrap().handle);
                chain.push(next);
            }
            prop_assert_eq!(files(&project), expected(chain.last().unwrap()));
        }
        let journal = project.open();
        for (handle, before) in handles.iter().zip(&chain).rev() {
            journal.undo(handle).unwrap();
            prop_assert_eq!(files(&project), expected(before));
        }
        prop_assert!(project.tree().is_empty(), "folders that we made go with their files");
        for (handle, after) in handles.iter().zip(&chain[1..]) {
            journal.redo(handle).unwrap();
            prop_assert_eq!(files(&project), expected(after));
        }
    }
}
