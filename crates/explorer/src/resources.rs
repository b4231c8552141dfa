//! Every address once, and the tool that answers it.

use serde_json::{Value, json};

use crate::address::ResourceAddress;
use crate::args::ExplorerArgs;
use crate::fault::{ExplorerError, ExplorerResult};
use crate::tools::{ExplorerTool, ToolHandler, hooks_list, scripts_list};

struct ExplorerResource {
    /// A segment in braces stands for anything, and becomes the argument of the same name.
    uri: &'static str,
    name: &'static str,
    description: &'static str,
    answers: ResourceHandler,
    /// Arguments with the parameters that they come from.
    params: &'static [(&'static str, &'static str)],
}

enum ResourceHandler {
    Tool(&'static str),
    Function(ToolHandler),
}

const PAGE_PARAMS: &[(&str, &str)] = &[("limit", "limit"), ("offset", "offset")];

static RESOURCES: [ExplorerResource; 17] = [
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
        PAGE_PARAMS,
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
        PAGE_PARAMS,
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
        PAGE_PARAMS,
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
    function("unity://console/scripts", "Console scripts", "All console scripts.", scripts_list),
    tool(
        "unity://console/script?path={path}",
        "Console script",
        "One console script.",
        "ReadConsoleScript",
        &[("path", "path")],
    ),
    function("unity://hooks", "Hooks", "The methods that are hooked.", hooks_list),
];

const fn tool(
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    tool: &'static str,
    params: &'static [(&'static str, &'static str)],
) -> ExplorerResource {
    ExplorerResource { uri, name, description: about, answers: ResourceHandler::Tool(tool), params }
}

const fn function(
    uri: &'static str,
    name: &'static str,
    about: &'static str,
    run: ToolHandler,
) -> ExplorerResource {
    ExplorerResource {
        uri,
        name,
        description: about,
        answers: ResourceHandler::Function(run),
        params: PAGE_PARAMS,
    }
}

pub(crate) fn list() -> Value {
    let dto = |it: &ExplorerResource| {
        // What this interface has always called the id.
        let uri = it.uri.replace("{objectId}", "{id}");
        json!({
            "uri": uri,
            "name": it.name,
            "description": it.description,
            "mimeType": "application/json",
        })
    };
    RESOURCES.iter().map(dto).collect()
}

/// Who answers an address, and with what arguments.
pub(crate) fn find(uri: &str) -> ExplorerResult<(ToolHandler, ExplorerArgs)> {
    let address = ResourceAddress::parse(uri)?;
    for resource in &RESOURCES {
        if let Some(path) = resource.match_path(&address) {
            let args = ExplorerArgs::from_query(&address.query, resource.params, &path);
            return Ok((resource.run()?, args));
        }
    }
    Err(ExplorerError::not_found(format!("there is no resource {uri}"))
        .hint("list_resources names all resources"))
}

impl ExplorerResource {
    fn run(&self) -> ExplorerResult<ToolHandler> {
        match self.answers {
            ResourceHandler::Function(run) => Ok(run),
            ResourceHandler::Tool(name) => {
                let tool = ExplorerTool::find(name)
                    .ok_or_else(|| ExplorerError::internal("the tool is gone"))?;
                Ok(tool.run)
            }
        }
    }

    /// The arguments that the path holds; `None` if it is another path.
    fn match_path<'a>(
        &'static self,
        address: &'a ResourceAddress,
    ) -> Option<Vec<(&'static str, &'a str)>> {
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
