//! Every address once, and the tool that answers it.

use serde_json::{Value, json};

use crate::address::Address;
use crate::args::Args;
use crate::fault::{Fault, Found};
use crate::tools::{Run, Tool, hooks_list, scripts_list};

struct Resource {
    /// A segment in braces stands for anything, and becomes the argument of the same name.
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    answers: Answers,
    /// Arguments with the parameters that they come from.
    params: &'static [(&'static str, &'static str)],
}

enum Answers {
    Tool(&'static str),
    Alone(Run),
}

const PAGE: &[(&str, &str)] = &[("limit", "limit"), ("offset", "offset")];

static RESOURCES: [Resource; 17] = [
    tool(
        "unity://status",
        "Status",
        "What is inspected, and whether it is ready.",
        "GetStatus",
        &[],
    ),
    tool(
        "unity://scenes",
        "Scenes",
        "The loaded scenes, and the pseudo-scenes.",
        "ListScenes",
        PAGE,
    ),
    tool(
        "unity://scene/{sceneId}/objects",
        "Objects of a scene",
        "From the root down, in pages.",
        "ListObjects",
        &[
            ("name", "name"),
            ("type", "type"),
            ("activeOnly", "activeOnly"),
            ("limit", "limit"),
            ("offset", "offset"),
        ],
    ),
    tool("unity://object/{id}", "Object", "One object.", "GetObject", &[]),
    tool(
        "unity://object/{objectId}/components",
        "Components",
        "The components of an object, in pages.",
        "GetComponents",
        PAGE,
    ),
    tool(
        "unity://object/{objectId}/component/members",
        "Members",
        "The members of a component, in pages.",
        "ListComponentMembers",
        &[
            ("componentType", "componentType"),
            ("componentType", "type"),
            ("includeMethods", "includeMethods"),
            ("limit", "limit"),
            ("offset", "offset"),
        ],
    ),
    tool(
        "unity://object/{objectId}/component/member",
        "Member",
        "The value of a member.",
        "ReadComponentMember",
        &[("componentType", "componentType"), ("componentType", "type"), ("name", "name")],
    ),
    tool(
        "unity://object/{objectId}/children",
        "Children",
        "The direct children of an object, in pages.",
        "ListChildren",
        PAGE,
    ),
    tool(
        "unity://search",
        "Search",
        "The objects that all filters fit.",
        "SearchObjects",
        &[
            ("query", "query"),
            ("name", "name"),
            ("type", "type"),
            ("path", "path"),
            ("activeOnly", "activeOnly"),
            ("limit", "limit"),
            ("offset", "offset"),
        ],
    ),
    tool("unity://selection", "Selection", "What is selected.", "GetSelection", &[]),
    tool("unity://clipboard", "Clipboard", "What the clipboard holds.", "GetClipboard", &[]),
    tool("unity://camera/active", "Active camera", "The active camera.", "GetCameraInfo", &[]),
    tool("unity://freecam", "Free camera", "The free camera.", "GetFreecam", &[]),
    tool(
        "unity://logs/tail",
        "Log",
        "The newest lines of the log.",
        "TailLogs",
        &[("count", "count")],
    ),
    alone("unity://console/scripts", "Console scripts", "All console scripts.", scripts_list),
    tool(
        "unity://console/script?path={path}",
        "Console script",
        "One console script.",
        "ReadConsoleScript",
        &[("path", "path")],
    ),
    alone("unity://hooks", "Hooks", "The methods that are hooked.", hooks_list),
];

const fn tool(
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    tool: &'static str,
    params: &'static [(&'static str, &'static str)],
) -> Resource {
    Resource { uri, name, about, answers: Answers::Tool(tool), params }
}

const fn alone(uri: &'static str, name: &'static str, about: &'static str, run: Run) -> Resource {
    Resource { uri, name, about, answers: Answers::Alone(run), params: PAGE }
}

pub(crate) fn list() -> Value {
    let dto = |it: &Resource| {
        // What this interface has always called the id.
        let uri = it.uri.replace("{objectId}", "{id}");
        json!({
            "uri": uri,
            "name": it.name,
            "description": it.about,
            "mimeType": "application/json",
        })
    };
    RESOURCES.iter().map(dto).collect()
}

/// Who answers an address, and with what arguments.
pub(crate) fn find(uri: &str) -> Found<(Run, Args)> {
    let address = Address::parse(uri)?;
    for resource in &RESOURCES {
        if let Some(path) = resource.fits(&address) {
            let args = Args::of_query(&address.query, resource.params, &path);
            return Ok((resource.run()?, args));
        }
    }
    Err(Fault::not_found(format!("there is no resource {uri}"))
        .hint("list_resources names all resources"))
}

impl Resource {
    fn run(&self) -> Found<Run> {
        match self.answers {
            Answers::Alone(run) => Ok(run),
            Answers::Tool(name) => {
                let tool = Tool::find(name).ok_or_else(|| Fault::internal("the tool is gone"))?;
                Ok(tool.run)
            }
        }
    }

    /// The arguments that the path holds; `None` if it is another path.
    fn fits<'a>(&'static self, address: &'a Address) -> Option<Vec<(&'static str, &'a str)>> {
        let path = self.uri.strip_prefix("unity://")?.split('?').next()?;
        let pattern: Vec<&str> = path.split('/').collect();
        if pattern.len() != address.segments.len() {
            return None;
        }
        let mut arguments = Vec::new();
        for (wanted, given) in pattern.into_iter().zip(&address.segments) {
            match wanted.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(name) => arguments.push((name, given.as_str())),
                None if wanted.eq_ignore_ascii_case(given) => {}
                None => return None,
            }
        }
        Some(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_an_answer() {
        for resource in &RESOURCES {
            assert!(resource.run().is_ok(), "{}", resource.uri);
            let uri = resource.uri.replace(['{', '}'], "");
            assert!(find(&uri).is_ok(), "{uri}");
        }
    }

    #[test]
    fn addresses_become_arguments() {
        let (_, args) =
            find("unity://object/obj:5/component/member?type=UnityEngine.Light&name=color")
                .unwrap();
        assert_eq!(
            Value::Object(args.map().clone()),
            json!({ "componentType": "UnityEngine.Light", "name": "color", "objectId": "obj:5" })
        );
        for unknown in ["unity://no-such-resource", "unity://object", "unity://scene/scn:0", "x"] {
            assert!(find(unknown).is_err(), "{unknown}");
        }
    }
}
