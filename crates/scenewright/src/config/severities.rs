//! Severities of kinds of findings that a project chooses.

use std::borrow::Cow;
use std::collections::BTreeMap;

use scenewright_model::{FindingKind, FindingSeverity};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

#[derive(Debug, Clone, Default)]
pub(crate) struct KindSeverities(BTreeMap<FindingKind, SeverityChoice>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum SeverityChoice {
    Error,
    Warning,
    /// Reported, and never a failure
    Note,
    /// Not reported
    Off,
}

impl KindSeverities {
    /// `None` for a kind that is not reported.
    pub(crate) fn severity(&self, kind: FindingKind) -> Option<FindingSeverity> {
        match self.0.get(&kind) {
            None => Some(kind.severity()),
            Some(SeverityChoice::Error) => Some(FindingSeverity::Error),
            Some(SeverityChoice::Warning) => Some(FindingSeverity::Warning),
            Some(SeverityChoice::Note) => Some(FindingSeverity::Note),
            Some(SeverityChoice::Off) => None,
        }
    }

    pub(super) fn kinds(&self) -> impl Iterator<Item = FindingKind> {
        self.0.keys().copied()
    }

    /// What the files do not tell is no finding.
    pub(super) fn problem(&self) -> Option<&'static str> {
        match self.0.get(&FindingKind::UnknownReference)? {
            SeverityChoice::Error | SeverityChoice::Warning => Some(
                "an unknown reference may be none that is broken: it can be \"note\" or \"off\"",
            ),
            SeverityChoice::Note | SeverityChoice::Off => None,
        }
    }
}

impl<'de> Deserialize<'de> for KindSeverities {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<KindSeverities, D::Error> {
        let by_name = BTreeMap::<String, SeverityChoice>::deserialize(from)?;
        let by_kind = by_name.into_iter().map(|(name, choice)| {
            let kind = FindingKind::from_name(&name);
            Ok((kind.ok_or_else(|| D::Error::custom(format!("unknown kind '{name}'")))?, choice))
        });
        by_kind.collect::<Result<_, _>>().map(KindSeverities)
    }
}

impl JsonSchema for KindSeverities {
    fn schema_name() -> Cow<'static, str> {
        "KindSeverities".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let choice = generator.subschema_for::<SeverityChoice>();
        let row = |kind: FindingKind| {
            let mut row = choice.clone();
            row.insert("description".to_owned(), kind.description().into());
            (kind.to_string(), Value::from(row))
        };
        let properties: Map<String, Value> = FindingKind::all().map(row).collect();
        let schema =
            json!({ "type": "object", "properties": properties, "additionalProperties": false });
        Schema::try_from(schema).unwrap_or_default()
    }
}
