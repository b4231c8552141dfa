//! A series of edits of one large file: what was checked before is not checked again, all else is.

use scenewright_model::EditValue as V;

use super::*;

const PATH: &str = "Assets/Large.unity";

/// More than the size from which on checked texts are remembered.
fn large_scene() -> String {
    let objects = (1..600).map(|number| {
        let id = number * 10;
        [game_object(id, &format!("Object{number}"), &[id + 1]), transform(id + 1, id, 0, 0, &[])]
    });
    HEAD.to_owned() + &objects.flatten().collect::<String>()
}

fn move_to(x: f64) -> Edit {
    Edit::SetMember {
        scene: PATH.to_owned(),
        object: at("Object300"),
        component: of("Transform"),
        member: "m_LocalPosition.x".to_owned(),
        value: V::Float(x),
    }
}

#[test]
fn each_edit_of_a_series_is_planned_as_the_first_one() {
    let fixture = Fixture::new(&project(&scene()));
    let engine = engine(&fixture);
    let plan = |x| engine.as_editing().unwrap().plan(&[move_to(x)], &Context::unbounded());
    fixture.write(PATH, large_scene().as_bytes());
    for x in [1.5, 22.25, -3.0] {
        let planned = plan(x).unwrap().value;
        let first = super::plan(&fixture, &[move_to(x)]).unwrap();
        assert!(planned.files[0].after == first.files[0].after, "{x}");
        fixture.write(PATH, planned.files[0].after.as_deref().unwrap());
    }
    let sound = std::fs::read_to_string(fixture.path(PATH)).unwrap();
    // As large as before, so that only the content tells.
    for (part, broken, reason) in [
        ("z: 0}\n  m_LocalScale", "z: 0 \n  m_LocalScale", "'{' is not closed"),
        ("--- !u!4 &5991", "--- !u!4 &5981", "another object of the file has the same id"),
        ("--- !u!4 &5991", "--- !u!4 *5991", "expected '--- !u!CLASS &ID'"),
    ] {
        fixture.write(PATH, sound.replacen(part, broken, 1).as_bytes());
        let error = plan(7.0).expect_err(broken).to_string();
        assert!(error.contains(reason), "{broken}: {error}");
    }
    fixture.write(PATH, sound.as_bytes());
    assert_eq!(plan(7.0).unwrap().value.files.len(), 1);
}
