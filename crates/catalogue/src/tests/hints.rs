//! The advice of every hint is accepted. The dialects test their own rendering.

use crate::hint::{Hint, HintPart};
use crate::{Catalogue, SafetyLevel};

#[test]
fn hints_name_tools_and_arguments_that_there_are() {
    let catalogue = Catalogue::standard().unwrap();
    for hint in Hint::samples() {
        for part in hint.parts() {
            match part {
                HintPart::Tool(id) => assert!(catalogue.get(id).is_ok(), "{hint:?}"),
                HintPart::ToolName(id) => assert!(catalogue.get(&id).is_ok(), "{hint:?}"),
                HintPart::Argument(name, _) => {
                    let takes =
                        |it: &crate::Definition| it.input_schema["properties"].get(name).is_some();
                    assert!(catalogue.definitions().any(takes), "{hint:?}");
                }
                HintPart::Text(words) => {
                    let names_a_tool = catalogue.definitions().any(|it| words.contains(it.id));
                    assert!(!names_a_tool && !words.contains("--"), "{hint:?} hides it in words");
                }
                HintPart::Flag(..) | HintPart::ServeFlag(_) | HintPart::Command(_) => {}
            }
        }
    }
}

/// The hint depends on the tool's parameters: `dryRun` is mentioned only where it exists.
#[test]
fn a_dry_run_is_advised_where_there_is_one() {
    let server = super::Server::new(super::projects::UNITY);
    for definition in server.session.list(crate::ToolFilter::default()) {
        let failure = crate::Failure::writes_disabled(definition);
        let dry_run = definition.takes_dry_run();
        assert_eq!(failure.advice(), Some(Hint::AllowWrites { dry_run }), "{}", definition.id);
        if definition.safety == SafetyLevel::Destructive {
            assert!(definition.takes_confirm(), "{}", definition.id);
        }
    }
}
