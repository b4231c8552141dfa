//! Many readers while somebody writes.

use std::sync::atomic::{AtomicBool, Ordering};

use scenewright_model::{Edit, EditMode, UnloadMode};

use super::side::*;

/// Both objects get the same name in one edit, so that no reader may find two.
fn renamed(game: &Game, number: usize) -> [Edit; 2] {
    let scene = game.side.main;
    let before = number.checked_sub(1);
    let name = |number: Option<usize>, which: &str| match number {
        None => which.to_owned(),
        Some(number) => format!("{which}{number}"),
    };
    ["A", "B"].map(|which| Edit::RenameObject {
        scene: scene.to_owned(),
        object: at(&name(before, which)),
        name: name(Some(number), which),
    })
}

fn two_boxes(side: Side) -> String {
    let second = match side.main.starts_with("res") {
        true => "\n[node name=\"B\" type=\"Node3D\" parent=\".\"]\n".to_owned(),
        false => {
            let documents = [
                game_object(100, "A", 101),
                transform(101, 100, STILL, 0, &[]),
                game_object(300, "B", 301),
                transform(301, 300, STILL, 0, &[]),
            ];
            return unity_files(&[("Assets/main.unity", scene(&documents, &[101, 301]))]);
        }
    };
    let main = (side.text)(0).replace("\"Box\"", "\"A\"") + &second;
    godot_files(&[("main.tscn", &main)])
}

#[test]
fn readers_never_see_half_of_a_change() {
    const TURNS: usize = 40;
    for side in SIDES {
        let game = Game::of(side, &two_boxes(side));
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut seen = 0;
                    while !done.load(Ordering::Relaxed) || seen == 0 {
                        let names = game.names(side.main);
                        let [.., a, b] = &names[..] else { panic!("{names:?}") };
                        assert_eq!(a[1..], b[1..]);
                        let loaded = game.world().loaded(&cx()).unwrap().value;
                        assert_eq!(loaded.len(), 1);
                        seen += 1;
                    }
                });
            }
            for turn in 0..TURNS {
                let mode = if turn % 3 == 0 { EditMode::Save } else { EditMode::KeepUnsaved };
                game.edit(&renamed(&game, turn), mode).unwrap();
                if turn % 5 == 4 {
                    game.save(None, SAVE).unwrap();
                }
            }
            done.store(true, Ordering::Relaxed);
        });
        game.save(None, SAVE).unwrap();
        let last = format!("B{}", TURNS - 1);
        assert_eq!(game.names(side.main).last(), Some(&last));
        assert!(game.disk(side.main).unwrap().contains(&last));
    }
}

#[test]
fn two_writers_lose_nothing() {
    for side in SIDES {
        let game = Game::new(side);
        let create = |name: String| Edit::CreateObject {
            scene: side.main.to_owned(),
            parent: None,
            sibling: None,
            name,
            class: side.main.starts_with("res").then(|| "Node3D".to_owned()),
            components: Vec::new(),
        };
        std::thread::scope(|scope| {
            for writer in 0..2 {
                let (game, create) = (&game, &create);
                scope.spawn(move || {
                    for turn in 0..10 {
                        let mode =
                            if turn % 2 == 0 { EditMode::KeepUnsaved } else { EditMode::Save };
                        game.edit(&[create(format!("W{writer}T{turn}"))], mode).unwrap();
                    }
                });
            }
        });
        game.save(None, SAVE).unwrap();
        let again = game.another().scene(side.main, &cx()).unwrap().value;
        let made = again.objects.iter().filter(|object| object.name.starts_with('W')).count();
        assert_eq!(made, 20);
        game.world().unload(side.main, UnloadMode::IfSaved, &cx()).unwrap();
    }
}
