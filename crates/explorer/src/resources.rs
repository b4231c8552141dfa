//! The resources: one row per address, with the tool that answers it.

use serde_json::{Value, json};

use crate::address::{QueryParams, ResourceAddress};
use crate::arguments::RawArguments;
use crate::error::{ExplorerError, ExplorerResult};
use crate::tools::{ExplorerTool, HOOKS_LIST, SCRIPTS_LIST};

struct ExplorerResource {
    /// A segment in braces matches anything and becomes the argument of that name.
    uri: &'static str,
    name: &'static str,
    description: &'static str,
    handler: ResourceHandler,
    /// Arguments, and the query parameters that they come from.
    params: &'static [(&'static str, &'static str)],
}

enum ResourceHandler {
    Tool(&'static str),
    /// A tool that clients cannot call by name.
    Unlisted(&'static ExplorerTool),
}

const PAGE_PARAMS: &[(&str, &str)] = &[("limit", "limit"), ("offset", "offset")];

static RESOURCES: [ExplorerResource; 17] = [
    tool(
        "unity://status",
        "Status",
        "The engine that is inspected, and whether it is ready.",
        "GetStatus",
        &[],
    ),
    tool(
        "unity://scenes",
        "Scenes",
        "The loaded scenes and the pseudo-scenes.",
        "ListScenes",
        PAGE_PARAMS,
    ),
    tool(
        "unity://scene/{sceneId}/objects",
        "Objects of a scene",
        "The objects from the root down, in pages.",
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
        "The objects that match all filters.",
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
    tool("unity://selection", "Selection", "The selected objects.", "GetSelection", &[]),
    tool("unity://clipboard", "Clipboard", "The contents of the clipboard.", "GetClipboard", &[]),
    tool("unity://camera/active", "Active camera", "The active camera.", "GetCameraInfo", &[]),
    tool("unity://freecam", "Free camera", "The free camera.", "GetFreecam", &[]),
    tool(
        "unity://logs/tail",
        "Log",
        "The newest lines of the log.",
        "TailLogs",
        &[("count", "count")],
    ),
    unlisted("unity://console/scripts", "Console scripts", "All console scripts.", &SCRIPTS_LIST),
    tool(
        "unity://console/script?path={path}",
        "Console script",
        "One console script.",
        "ReadConsoleScript",
        &[("path", "path")],
    ),
    unlisted("unity://hooks", "Hooks", "The methods that are hooked.", &HOOKS_LIST),
];

const fn tool(
    uri: &'static str,
    name: &'static str,
    description: &'static str,
    tool: &'static str,
    params: &'static [(&'static str, &'static str)],
) -> ExplorerResource {
    ExplorerResource { uri, name, description, handler: ResourceHandler::Tool(tool), params }
}

const fn unlisted(
    uri: &'static str,
    name: &'static str,
    description: &'static str,
    tool: &'static ExplorerTool,
) -> ExplorerResource {
    let handler = ResourceHandler::Unlisted(tool);
    ExplorerResource { uri, name, description, handler, params: PAGE_PARAMS }
}

pub(crate) fn list() -> Value {
    let to_json = |it: &ExplorerResource| {
        // The document of this interface calls the id so.
        let uri = it.uri.replace("{objectId}", "{id}");
        json!({
            "uri": uri,
            "name": it.name,
            "description": it.description,
            "mimeType": "application/json",
        })
    };
    RESOURCES.iter().map(to_json).collect()
}

/// The tool that answers an address, and its arguments.
pub(crate) fn find(uri: &str) -> ExplorerResult<(&'static ExplorerTool, RawArguments)> {
    let address = ResourceAddress::parse(uri)?;
    for resource in &RESOURCES {
        if let Some(path) = resource.match_path(&address) {
            return Ok((resource.tool()?, resource.arguments(&address.query, &path)));
        }
    }
    Err(ExplorerError::not_found(format!("there is no resource {uri}"))
        .hint("list_resources lists all resources"))
}

impl ExplorerResource {
    fn tool(&self) -> ExplorerResult<&'static ExplorerTool> {
        match self.handler {
            ResourceHandler::Unlisted(tool) => Ok(tool),
            ResourceHandler::Tool(name) => ExplorerTool::find(name)
                .ok_or_else(|| ExplorerError::internal(format!("no tool {name}"))),
        }
    }

    /// Arguments from the query, and from the path of the address.
    fn arguments(&self, query: &QueryParams, path: &[(&str, &str)]) -> RawArguments {
        let given = self.params.iter().filter_map(|(name, key)| Some((*name, query.text(key)?)));
        let all = given.chain(path.iter().copied());
        all.map(|(name, value)| (name.to_owned(), Value::from(value))).collect()
    }

    /// The arguments in the path; `None` if the path does not match.
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
            assert!(resource.tool().is_ok(), "{}", resource.uri);
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
            Value::Object(args),
            json!({ "componentType": "UnityEngine.Light", "name": "color", "objectId": "obj:5" })
        );
        for unknown in ["unity://no-such-resource", "unity://object", "unity://scene/scn:0", "x"] {
            assert!(find(unknown).is_err(), "{unknown}");
        }
    }
}
