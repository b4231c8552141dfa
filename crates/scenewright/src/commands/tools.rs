//! `scenewright tools [TOOL_ID]`: the catalogue, for people, for scripts, and as reference pages.

mod markdown;

use scenewright_catalogue::{Catalogue, Definition};
use serde_json::{Value, json};

use crate::cli::ToolsArgs;
use crate::error::CommandError;
use crate::{print, project, render};

pub(crate) fn run(args: &ToolsArgs) -> Result<(), CommandError> {
    let catalogue = project::catalogue()?;
    if let Some(category) = &args.markdown {
        return print::out(reference(&catalogue, category)?.trim_end());
    }
    let as_json = args.json || !print::to_person();
    match &args.tool {
        Some(tool) => describe(catalogue.get(tool)?, as_json),
        None => list(&catalogue, as_json),
    }
}

/// The page of a category, or the index if the category is empty.
fn reference(catalogue: &Catalogue, category: &str) -> Result<String, CommandError> {
    if category.is_empty() {
        return Ok(markdown::index(catalogue));
    }
    markdown::category_page(catalogue, category).ok_or_else(|| {
        let known: Vec<&str> = markdown::categories(catalogue).into_iter().collect();
        CommandError::usage(format!("unknown category '{category}'"))
            .hint(format!("the categories are {}", known.join(", ")))
    })
}

fn list(catalogue: &Catalogue, as_json: bool) -> Result<(), CommandError> {
    if as_json {
        let tools: Vec<Value> =
            catalogue.definitions().map(|tool| json!(tool.tool_definition())).collect();
        return print::out_json(&json!({ "tools": tools }).to_string());
    }
    let rows = catalogue.definitions().map(|tool| {
        let summary = markdown::summary(tool.description);
        [print::bold(tool.id), tool.safety.as_str().to_owned(), summary.to_owned()]
    });
    print::out(&render::columns(rows.collect()))?;
    print::out(&print::dim("\n`scenewright tools TOOL_ID` describes a tool."))
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
    print::out(&format!("{}\n{}", print::bold("Parameters"), parameters(&definition.inputs)))?;
    print::out(&format!("\n{}\n{}", print::bold("Returns"), parameters(&definition.outputs)))?;
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
        return "  none".to_owned();
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
