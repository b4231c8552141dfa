//! `game.look`: the running scene tree, or a picture with marks.

use scenewright_model::{GameMark, GameNode, GamePictureRequest, GameTreeRequest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CATEGORY, GamePictureArgs, ask_games};
use crate::context::Cx;
use crate::failure::Failure;
use crate::levels::{ExecutionMode, Permission, SafetyLevel, Tier};
use crate::operation::{Operation, OperationInfo};
use crate::ops::editor::{CapturedImage, CapturedImages};
use crate::presentation::Presentation;

pub(crate) struct GameLook;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameLookArgs {
    /// Its id [default: the last started]
    game: Option<String>,
    /// tree: the running nodes; picture: an image in which up to 25 objects are numbered
    #[serde(default)]
    view: LookView,
    /// Where to begin: an absolute path, a path below the current scene, %Name or #id [default: /root]; in a picture, crops to this object
    path: Option<String>,
    /// How many levels of the tree
    #[serde(default = "default_depth")]
    #[schemars(range(min = 0, max = 64))]
    depth: u32,
    /// How many nodes
    #[serde(default = "default_limit")]
    #[schemars(range(min = 1, max = 10000))]
    limit: u32,
    /// In a picture: number the objects
    #[serde(default = "super::yes")]
    marks: bool,
    #[serde(flatten)]
    picture: GamePictureArgs,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum LookView {
    #[default]
    Tree,
    Picture,
}

fn default_depth() -> u32 {
    8
}

fn default_limit() -> u32 {
    200
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GameLookOutput {
    /// The path of the first node; absent for a picture
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// The nodes, each before its children; absent for a picture
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<GameNode>,
    /// The numbered objects; absent without any
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<GameMark>,
    /// How many nodes or objects are not listed because of the limit
    left_out: u64,
    /// The frame that the picture shows: with marks it is drawn anew, without them it is the one before the current tick's values; absent without a picture
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    /// The picture; absent without one
    #[serde(skip_serializing_if = "Vec::is_empty")]
    images: Vec<CapturedImage>,
}

impl Operation for GameLook {
    type Args = GameLookArgs;
    type Output = GameLookOutput;

    const PRESENTATION: Presentation = Presentation::Images;
    const PERMISSION: Option<Permission> = Some(Permission::Play);

    const ABOUT: OperationInfo = OperationInfo {
        id: "game.look",
        name: "Look at a Game",
        description: "Shows a running game: its scene tree, or a picture in which the objects that a player can use or see are numbered and listed with the places where they are seen. A game without a display has no pictures.",
        category: CATEGORY,
        safety: SafetyLevel::ReadOnly,
        tier: Tier::Core,
        notes: None,
        examples: include_str!("look.json"),
        runs: ExecutionMode::Worker,
        scan_limit: None,
    };

    fn run(args: GameLookArgs, cx: &Cx<'_>) -> Result<GameLookOutput, Failure> {
        let game = args.game.as_deref();
        match args.view {
            LookView::Tree => {
                let path = args.path.unwrap_or_else(|| "/root".to_owned());
                let request = GameTreeRequest { path, depth: args.depth, limit: args.limit };
                let tree = ask_games(cx, |games, cx| games.tree(game, &request, cx))?;
                Ok(GameLookOutput {
                    path: Some(tree.path),
                    nodes: tree.nodes,
                    left_out: tree.left_out,
                    marks: Vec::new(),
                    frame: None,
                    images: Vec::new(),
                })
            }
            LookView::Picture => {
                let (size, has_marks) = (args.picture.request(), args.marks);
                let request = GamePictureRequest { size, has_marks, crop: args.path };
                let shown = ask_games(cx, |games, cx| games.picture(game, &request, cx))?;
                Ok(GameLookOutput {
                    path: None,
                    nodes: Vec::new(),
                    left_out: shown.marks_left_out,
                    marks: shown.marks,
                    frame: Some(shown.frame),
                    images: CapturedImages::new(vec![("game", shown.picture)]).images,
                })
            }
        }
    }
}
