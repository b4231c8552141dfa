//! Files as people have them, before and after.

use super::super::clients;
use super::*;

const JSON: ConfigFormat = ConfigFormat::Json { key: "mcpServers", shape: JsonShape::Plain };
const TYPED: ConfigFormat = ConfigFormat::Json { key: "servers", shape: JsonShape::Typed };
const TOOLS: ConfigFormat =
    ConfigFormat::Json { key: "mcpServers", shape: JsonShape::TypedWithTools };
const ARRAY: ConfigFormat = ConfigFormat::Json { key: "mcp", shape: JsonShape::CommandArray };
const TOML: ConfigFormat = ConfigFormat::Toml { key: "mcp_servers" };

fn ours() -> ServerEntry {
    ServerEntry { command: "scenewright".to_owned(), args: vec!["mcp".to_owned(), ".".to_owned()] }
}

/// As an installation does: with the options that an entry already has.
fn add(format: ConfigFormat, text: &str) -> Result<String, ConfigError> {
    let mut entry = ours();
    if let Some(present) = format.entry(text)? {
        entry.args.extend_from_slice(present.options());
    }
    format.add(text, &entry)
}

/// Adds our entry and checks what holds for every file: it is there, and a second time changes
/// nothing.
fn added(format: ConfigFormat, text: &str) -> String {
    let once = add(format, text).unwrap_or_else(|unfit| panic!("{unfit:?}: {text}"));
    assert_eq!(add(format, &once).as_ref(), Ok(&once), "{text}");
    let entry = format.entry(&once).unwrap().unwrap();
    assert_eq!((entry.command.as_str(), &entry.args[..2]), ("scenewright", &ours().args[..]));
    once
}

/// As before, and taking it out again gives the text back.
fn check(format: ConfigFormat, text: &str) -> String {
    let once = added(format, text);
    assert_eq!(format.remove(&once).as_deref(), Ok(text));
    once
}

#[test]
fn a_new_file() {
    insta::assert_snapshot!(added(JSON, ""), @r#"
    {
      "mcpServers": {
        "scenewright": {
          "command": "scenewright",
          "args": ["mcp", "."]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(TYPED, ""), @r#"
    {
      "servers": {
        "scenewright": {
          "type": "stdio",
          "command": "scenewright",
          "args": ["mcp", "."]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(TOOLS, ""), @r#"
    {
      "mcpServers": {
        "scenewright": {
          "type": "stdio",
          "command": "scenewright",
          "args": ["mcp", "."],
          "tools": ["*"]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(ARRAY, ""), @r#"
    {
      "mcp": {
        "scenewright": {
          "type": "local",
          "command": ["scenewright", "mcp", "."]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(TOML, ""), @r#"
    [mcp_servers.scenewright]
    command = "scenewright"
    args = ["mcp", "."]
    "#);
    for text in ["", " \n", "\u{feff}", "{}", "{ }\n", "// nothing yet\n"] {
        assert!(added(JSON, text).contains("\"scenewright\": {"), "{text:?}");
    }
}

#[test]
fn other_servers_comments_and_commas_stay() {
    insta::assert_snapshot!(check(JSON, r#"{
  // what I use
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files"] }, // all of them
    /* off: "old": {} */
  },
  "theme": "dark", // at night
}
"#), @r#"
    {
      // what I use
      "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "files"] }, // all of them
        "scenewright": {
          "command": "scenewright",
          "args": ["mcp", "."],
        },
        /* off: "old": {} */
      },
      "theme": "dark", // at night
    }
    "#);
    insta::assert_snapshot!(check(JSON, r#"{
    "mcpServers": {
        "files": {"command": "npx"} // the last one
    },
    "theme": "dark"
}"#), @r#"
    {
        "mcpServers": {
            "files": {"command": "npx"}, // the last one
            "scenewright": {
                "command": "scenewright",
                "args": ["mcp", "."]
            }
        },
        "theme": "dark"
    }
    "#);
    insta::assert_snapshot!(added(JSON, "{\n\t\"theme\": \"dark\" // at night\n}\n"), @r#"
    {
    	"theme": "dark", // at night
    	"mcpServers": {
    		"scenewright": {
    			"command": "scenewright",
    			"args": ["mcp", "."]
    		}
    	}
    }
    "#);
    insta::assert_snapshot!(added(JSON, r#"{"mcpServers":{"files":{"command":"npx"}}}"#), @r#"
    {"mcpServers":{
        "files":{"command":"npx"},
        "scenewright": {
          "command": "scenewright",
          "args": ["mcp", "."]
        }
      }}
    "#);
    insta::assert_snapshot!(added(TYPED, "{\n  \"inputs\": [],\n  \"servers\": {}\n}\n"), @r#"
    {
      "inputs": [],
      "servers": {
        "scenewright": {
          "type": "stdio",
          "command": "scenewright",
          "args": ["mcp", "."]
        }
      }
    }
    "#);
}

#[test]
fn other_tables_and_comments_stay() {
    insta::assert_snapshot!(check(TOML, "# mine\nmodel = \"o\" # big\n\n[mcp_servers.files]\ncommand = \"npx\"\n\n[mcp_servers.files.env]\nA = \"1\"\n\n[tui]\nx = 1\n# the end\n"), @r#"
    # mine
    model = "o" # big

    [mcp_servers.files]
    command = "npx"

    [mcp_servers.files.env]
    A = "1"

    [mcp_servers.scenewright]
    command = "scenewright"
    args = ["mcp", "."]

    [tui]
    x = 1
    # the end
    "#);
    insta::assert_snapshot!(check(TOML, "mcp_servers = { files = { command = \"npx\" } }\n"), @r#"mcp_servers = { files = { command = "npx" } , scenewright = { command = "scenewright", args = ["mcp", "."] } }"#);
    insta::assert_snapshot!(added(TOML, "model = \"o\""), @r#"
    model = "o"

    [mcp_servers.scenewright]
    command = "scenewright"
    args = ["mcp", "."]
    "#);
}

#[test]
fn our_own_entry_is_updated_and_keeps_what_was_added_to_it() {
    insta::assert_snapshot!(added(JSON, r#"{
  "mcpServers": {
    "scenewright": {
      "command": "/old/scenewright", // moved
      "args": ["mcp", "/old/game", "--tier", "tier1"],
      "env": { "RUST_LOG": "debug" }
    }
  }
}
"#), @r#"
    {
      "mcpServers": {
        "scenewright": {
          "command": "scenewright", // moved
          "args": ["mcp", ".", "--tier", "tier1"],
          "env": { "RUST_LOG": "debug" }
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(JSON, r#"{
  "mcpServers": {
    "scenewright": { "url": "http://127.0.0.1:8080/mcp" },
    "files": {}
  }
}
"#), @r#"
    {
      "mcpServers": {
        "scenewright": {
          "command": "scenewright",
          "args": ["mcp", "."]
        },
        "files": {}
      }
    }
    "#);
    insta::assert_snapshot!(added(TYPED, "{\n  \"servers\": {\n    \"scenewright\": {\n      \"command\": \"scenewright\"\n    }\n  }\n}\n"), @r#"
    {
      "servers": {
        "scenewright": {
          "command": "scenewright",
          "type": "stdio",
          "args": ["mcp", "."]
        }
      }
    }
    "#);
    insta::assert_snapshot!(added(TOML, "[mcp_servers.scenewright]\ncommand = '/old/scenewright' # moved\nargs = [\n  \"mcp\",\n  \"/old/game\",\n]\nstartup_timeout_sec = 5\n\n[mcp_servers.scenewright.env]\nRUST_LOG = \"debug\"\n"), @r#"
    [mcp_servers.scenewright]
    command = "scenewright" # moved
    args = ["mcp", "."]
    startup_timeout_sec = 5

    [mcp_servers.scenewright.env]
    RUST_LOG = "debug"
    "#);
    insta::assert_snapshot!(added(TOML, "[mcp_servers.scenewright]\nurl = \"http://127.0.0.1:8080/mcp\"\n\n[tui]\n"), @r#"
    [mcp_servers.scenewright]
    command = "scenewright"
    args = ["mcp", "."]

    [tui]
    "#);
}

#[test]
fn an_entry_that_is_right_stays_as_it_is_written() {
    for (format, text) in [
        (JSON, r#"{"mcpServers":{"scenewright":{"args":["mcp",  "."],"command":"scenewright"}}}"#),
        (
            JSON,
            r#"{"mcpServers": {"scenewright": {"command": "scenewright", "args": ["mcp", ".", "--tier", "core"],},},}"#,
        ),
        (TOML, "mcp_servers.scenewright = { command = 'scenewright', args = ['mcp', '.'] }\r\n"),
        (
            TOML,
            "[mcp_servers]\nscenewright.command = \"scenewright\"\nscenewright.args = [ \"mcp\", \".\" ]\n",
        ),
    ] {
        assert_eq!(added(format, text), text);
    }
}

#[test]
fn line_ends_indentation_and_the_byte_order_mark_stay() {
    let json = "{\n  \"mcpServers\": {\n    \"files\": {}\n  },\n  \"x\": [\n    1\n  ]\n}\n";
    let toml =
        "a = 1\n\n[mcp_servers.files]\ncommand = \"npx\"\n\n[tui]\nx = \"\"\"one\ntwo\"\"\"\n";
    for (format, text) in [(JSON, json), (TOML, toml)] {
        let plain = check(format, text);
        let crlf = check(format, &text.replace('\n', "\r\n"));
        assert_eq!(crlf, plain.replace('\n', "\r\n"));
        assert_eq!(check(format, &format!("\u{feff}{text}")), format!("\u{feff}{plain}"));
    }
    for indent in ["\t", "   ", "    "] {
        let wide = check(JSON, &json.replace("  ", indent));
        assert_eq!(wide, check(JSON, json).replace("  ", indent));
    }
    let mixed = json.replacen("},\n", "},\r\n", 1);
    assert_eq!(check(JSON, &mixed).matches('\r').count(), 1);
}

#[test]
fn what_cannot_be_understood_is_refused() {
    let long = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    for (format, text, line, what) in [
        (JSON, "{\n  \"mcpServers\": {\n", Some(2), "unterminated object"),
        (JSON, "{\n  \"a\": 1\n  \"b\": 2\n}", Some(2), "expected comma"),
        (JSON, "{ 'a': 1 }", Some(1), "single-quoted"),
        (JSON, "{} {}", Some(1), "more than one json value"),
        (JSON, &long, Some(1), "nesting depth"),
        (JSON, "[]", None, "not a JSON object"),
        (JSON, "{\"mcpServers\": []}", None, "\"mcpServers\" is not an object"),
        (JSON, "{\"mcpServers\": null}", None, "\"mcpServers\" is not an object"),
        (JSON, "{\"mcpServers\": {}, \"mcpServers\": {}}", None, "\"mcpServers\" occurs twice"),
        (TOML, "a = 1\nb = \n", Some(2), "not valid TOML"),
        (TOML, "a = 1\na = 2\n", Some(2), "not valid TOML"),
        (TOML, "mcp_servers = 1\n", None, "\"mcp_servers\" is not a table"),
        (TOML, "[[mcp_servers]]\na = 1\n", None, "\"mcp_servers\" is not a table"),
    ] {
        for result in [add(format, text), format.remove(text)] {
            let unfit = result.unwrap_err();
            assert_eq!(unfit.line, line, "{text:.80}: {unfit:?}");
            assert!(unfit.what.contains(what), "{text:.80}: {unfit:?}");
        }
    }
}

#[test]
fn paths_are_written_so_that_they_are_read_again() {
    let entry = ServerEntry {
        command: r"C:\Program Files\sw\scenewright.exe".to_owned(),
        args: vec!["mcp".to_owned(), "/g/\"quoted\" ünïcode\\".to_owned()],
    };
    for client in clients::all() {
        let text = client.format.add("", &entry).unwrap();
        assert_eq!(client.format.entry(&text), Ok(Some(entry.clone())), "{}", client.name);
    }
    assert_eq!(ours().to_string(), "scenewright mcp .");
    assert!(entry.to_string().starts_with(r#""C:\Program Files\sw\scenewright.exe" mcp "#));
}
