//! Names of tools: `scene.hierarchy.dump` is listed as `scene-hierarchy-dump`.

pub(super) fn to_kebab_case(id: &str) -> String {
    id.replace('.', "-")
}

/// The id of a name in kebab-case, with underscores, or with dots.
pub(super) fn to_operation_id(name: &str) -> String {
    name.replace(['-', '_'], ".")
}

#[cfg(test)]
mod tests {
    use scenewright_catalogue::Catalogue;

    use super::*;

    #[test]
    fn every_tool_is_found_by_all_its_names() {
        let catalogue = Catalogue::standard().unwrap();
        for definition in catalogue.definitions() {
            for name in [to_kebab_case(definition.id), definition.id.replace('.', "_")] {
                assert_eq!(to_operation_id(&name), definition.id);
            }
        }
    }
}
