//! `scenewright tools [TOOL_ID]`: the catalogue, for people, for scripts, and as a reference page.

mod markdown;

use scenewright_catalogue::{Catalogue, Definition};
use serde_json::{Value, json};

use crate::cli::ToolsArgs;
use crate::error::CommandError;
use crate::{print, project, render};

pub(crate) fn run(args: &ToolsArgs) -> Result<(), CommandError> {
    let catalogue = project::catalogue()?;
    if args.markdown {
        return print::out(markdown::page(&catalogue).trim_end());
    }
    let as_json = args.json || !print::to_person();
    match &args.tool {
        Some(tool) => describe(catalogue.get(tool)?, as_json),
        None => list(&catalogue, as_json),
    }
}

fn list(catalogue: &Catalogue, as_json: bool) -> Result<(), CommandError> {
    if as_json {
        let tools: Vec<Value> =
            catalogue.definitions().map(|tool| json!(tool.tool_definition())).collect();
        return print::out_json(&json!({ "tools": tools }).to_string());
    }
    let rows = catalogue.definitions().map(|tool| {
        let summary = tool.description.split_inclusive(". ").next().unwrap_or_default().trim_end();
        [print::bold(tool.id), tool.safety.as_str().to_owned(), summary.to_owned()]
    });
    print::out(&render::columns(rows.collect()))?;
    print::out(&print::dim("\n`scenewright tools TOOL_ID` says what a tool takes and gives."))
}

fn describe(tool: &Definition, as_json: bool) -> Result<(), CommandError> {
    let definition = tool.tool_definition();
    if as_json {
        return print::out_json(&json!(definition).to_string());
    }
    print::out(&format!("{}  {}\n{}\n", print::bold(tool.id), tool.name, tool.description))?;
    if let Some(notes) = tool.notes {
        print::out(&format!("{notes}\n"))?;
    }
    print::out(&format!("{}, {}, {}\n", tool.category, tool.safety.as_str(), tool.tier))?;
    print::out(&format!("{}\n{}", print::bold("Takes"), parameters(&definition.inputs)))?;
    print::out(&format!("\n{}\n{}", print::bold("Gives"), parameters(&definition.outputs)))?;
    for example in tool.examples.iter() {
        let input = if example.input.is_empty() {
            String::new()
        } else {
            format!(" '{}'", json!(example.input))
        };
        print::out(&format!(
            "\n{}\n  {}",
            print::bold("Example: ").to_owned() + example.description.as_str(),
            print::command(&format!("scenewright call {}{input}", tool.id))
        ))?;
    }
    Ok(())
}

fn parameters(parameters: &serde_json::Map<String, Value>) -> String {
    if parameters.is_empty() {
        return "  nothing".to_owned();
    }
    let row = |(name, parameter): (&String, &Value)| {
        let text = |key: &str| parameter[key].as_str().unwrap_or_default().to_owned();
        let mut kind = text("type");
        if parameter["required"] == true {
            kind.push_str(", required");
        }
        [format!("  {name}"), kind, text("description")]
    };
    render::columns(parameters.iter().map(row).collect())
}
