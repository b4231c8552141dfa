//! Scripts on a world that lives in memory.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use super::*;
use crate::hooks::Hooks;
use crate::host::HostError;

type Answer<T> = Result<T, HostError>;

/// Objects in the order of their making; number 0 is a player with a light.
#[derive(Default)]
struct World {
    objects: Mutex<Vec<Thing>>,
    log: Mutex<Vec<String>>,
}

struct Thing {
    name: String,
    parent: Option<ObjectKey>,
    active: bool,
    gone: bool,
    light: Value,
}

impl World {
    fn with_player() -> Arc<World> {
        let world = Arc::new(World::default());
        world.create("Player", None).unwrap();
        world.create("Hand", Some(ObjectKey(0))).unwrap();
        world
    }

    fn with<T>(&self, key: ObjectKey, read: impl FnOnce(&mut Thing) -> T) -> Answer<T> {
        let mut objects = self.objects.lock().unwrap();
        let thing = objects.get_mut(key.0 as usize).filter(|thing| !thing.gone);
        thing.map(read).ok_or_else(|| HostError(format!("obj:{} is gone", key.0)))
    }

    fn keys(&self, wanted: impl Fn(&Thing) -> bool) -> Vec<ObjectKey> {
        let objects = self.objects.lock().unwrap();
        let fitting = objects.iter().zip(0..).filter(|(thing, _)| !thing.gone && wanted(thing));
        fitting.map(|(_, key)| ObjectKey(key)).collect()
    }
}

impl ScriptHost for World {
    fn find(&self, path: &str) -> Answer<Option<ObjectKey>> {
        let name = path.rsplit('/').next().unwrap_or_default();
        Ok(self.keys(|thing| thing.name == name).first().copied())
    }

    fn find_all(&self, name: &str) -> Answer<Vec<ObjectKey>> {
        Ok(self.keys(|thing| thing.name == name))
    }

    fn name(&self, object: ObjectKey) -> Answer<String> {
        self.with(object, |thing| thing.name.clone())
    }

    fn path(&self, object: ObjectKey) -> Answer<String> {
        let (name, parent) = self.with(object, |thing| (thing.name.clone(), thing.parent))?;
        Ok(match parent {
            Some(parent) => format!("{}/{name}", self.path(parent)?),
            None => name,
        })
    }

    fn parent(&self, object: ObjectKey) -> Answer<Option<ObjectKey>> {
        self.with(object, |thing| thing.parent)
    }

    fn children(&self, object: ObjectKey) -> Answer<Vec<ObjectKey>> {
        Ok(self.keys(|thing| thing.parent == Some(object)))
    }

    fn components(&self, _: ObjectKey) -> Answer<Vec<String>> {
        Ok(vec!["Transform".to_owned(), "Light".to_owned()])
    }

    fn is_active(&self, object: ObjectKey) -> Answer<bool> {
        self.with(object, |thing| thing.active)
    }

    fn set_active(&self, object: ObjectKey, active: bool) -> Answer<()> {
        self.with(object, |thing| thing.active = active)
    }

    fn create(&self, name: &str, parent: Option<ObjectKey>) -> Answer<ObjectKey> {
        let mut objects = self.objects.lock().unwrap();
        let light = json!({ "intensity": 1.5 });
        objects.push(Thing { name: name.to_owned(), parent, active: true, gone: false, light });
        Ok(ObjectKey(objects.len() as u64 - 1))
    }

    fn destroy(&self, object: ObjectKey) -> Answer<()> {
        self.with(object, |thing| thing.gone = true)
    }

    fn set_parent(&self, object: ObjectKey, parent: ObjectKey) -> Answer<()> {
        self.with(object, |thing| thing.parent = Some(parent))
    }

    fn add_component(&self, object: ObjectKey, component: &str) -> Answer<()> {
        self.with(object, |_| self.log(&format!("added {component}")))
    }

    fn remove_component(&self, object: ObjectKey, component: &str) -> Answer<()> {
        self.with(object, |_| self.log(&format!("removed {component}")))
    }

    fn load_scene(&self, name: &str, beside: bool) -> Answer<()> {
        self.log(&format!("loaded {name}, beside others: {beside}"));
        Ok(())
    }

    fn get(&self, object: ObjectKey, component: &str, member: &str) -> Answer<Value> {
        match component {
            "Light" => self.with(object, |thing| thing.light[member].clone()),
            other => Err(HostError(format!("there is no {other}"))),
        }
    }

    fn set(&self, object: ObjectKey, _: &str, member: &str, value: &Value) -> Answer<()> {
        self.with(object, |thing| thing.light[member] = value.clone())
    }

    fn log(&self, message: &str) {
        self.log.lock().unwrap().push(message.to_owned());
    }

    fn time(&self) -> f64 {
        2.5
    }
}

fn scripts(world: &Arc<World>) -> ScriptRunner {
    let host: Arc<dyn ScriptHost> = Arc::<World>::clone(world);
    ScriptRunner::new(
        host,
        ScriptLimits { time: Duration::from_millis(500), ..ScriptLimits::default() },
    )
}

fn run(source: &str) -> Result<Value, ScriptError> {
    scripts(&World::with_player()).run(source)
}

#[test]
fn a_script_gives_what_it_returns() {
    for (source, expected) in [
        ("return 123;", json!(123)),
        ("1 + 2", json!(3)),
        ("", json!(null)),
        ("\"a\" + 1", json!("a1")),
        ("#{ x: 1.5, list: [true, ()] }", json!({ "list": [true, null], "x": 1.5 })),
        ("time()", json!(2.5)),
        ("find(\"Player\").name", json!("Player")),
        ("find(\"Player\").id", json!("obj:0")),
        ("find(\"Player\")", json!("obj:0")),
        ("find(\"Nobody\")", json!(null)),
        ("find(\"Hand\").path", json!("Player/Hand")),
        ("find(\"Hand\").parent == find(\"Player\")", json!(true)),
        ("find(\"Player\").children", json!(["obj:1"])),
        ("find_all(\"Hand\").len()", json!(1)),
        ("find(\"Player\").components", json!(["Transform", "Light"])),
        ("find(\"Player\").get(\"Light\", \"intensity\")", json!(1.5)),
        ("let p = find(\"Player\"); p.active = false; p.active", json!(false)),
        (
            "let p = find(\"Player\"); p.set(\"Light\", \"c\", #{ r: 1 }); p.get(\"Light\", \"c\").r",
            json!(1),
        ),
        ("create(\"Lamp\", find(\"Player\")).path", json!("Player/Lamp")),
        ("create(\"Lamp\").parent", json!(null)),
        ("let l = create(\"Lamp\"); l.parent = find(\"Player\"); l.path", json!("Player/Lamp")),
        ("fn twice(x) { x * 2 } twice(21)", json!(42)),
    ] {
        assert_eq!(run(source).unwrap(), expected, "{source}");
    }
}

#[test]
fn what_fails_says_why_and_where() {
    for (source, expected) in [
        ("let x = ;", "Unexpected ';' (line 1, position 9)"),
        ("\nnowhere", "Variable not found: nowhere (line 2, position 1)"),
        ("find(\"Player\").get(\"Camera\", \"fov\")", "there is no Camera"),
        ("let p = find(\"Player\"); p.destroy(); p.name", "obj:0 is gone"),
        ("throw \"stop\"", "stop"),
    ] {
        let stopped = run(source).unwrap_err().to_string();
        assert!(stopped.contains(expected), "{source}: {stopped}");
    }
}

#[test]
fn nothing_runs_without_end() {
    for (source, expected) in [
        ("loop {}", "its time is up"),
        ("let x = 0; while true { x += 1; }", "its time is up"),
        ("fn f(x) { f(x + 1) } f(0)", "it calls too deep"),
        ("let s = \"x\"; loop { s += s; }", "is too large"),
        ("let a = []; loop { a.push(a); }", "is too large"),
        ("let a = []; loop { let s = \"\"; s.pad(10000, '0'); a.push(s); }", "is too large"),
        // Its size is looked at with each step, which takes longer and longer.
        ("let m = #{}; let i = 0; loop { m[i.to_string()] = i; i += 1; }", "stopped"),
        ("let a = []; a.pad(1000000000, 1);", "is too large"),
        ("let s = \"a\"; s.pad(1000000000, 'b');", "is too large"),
        ("let s = \"a\"; s * 1000000000", ""),
        ("[0; 1000000000]", ""),
        ("let b = blob(1000000000, 0); b.len()", ""),
        ("let x = 0; for i in 0..9223372036854775807 { x = i; }", "its time is up"),
        ("eval(\"1\")", "eval"),
        ("import \"a\" as b;", ""),
    ] {
        let started = Instant::now();
        let stopped = run(source);
        let text = stopped.as_ref().err().map(ScriptError::to_string).unwrap_or_default();
        assert!(stopped.is_err() && text.contains(expected), "{source}: {stopped:?}");
        assert!(started.elapsed() < Duration::from_secs(5), "{source}");
    }
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(run(&deep).is_err());
    assert!(matches!(run(&" ".repeat(300_000)), Err(ScriptError::Limit(_))));
}

/// What grows item by item is held as well.
#[test]
fn a_map_grows_to_its_limit_only() {
    let limits =
        ScriptLimits { items: 500, time: Duration::from_secs(60), ..ScriptLimits::default() };
    let scripts = ScriptRunner::new(World::with_player(), limits);
    let grow = |to: u32| {
        let source = "let m = #{}; for i in 0..TO { m[i.to_string()] = i; } m.len()";
        scripts.run(&source.replace("TO", &to.to_string()))
    };
    assert_eq!(grow(500), Ok(json!(500)));
    assert!(matches!(grow(10_000), Err(ScriptError::Limit(_))), "{:?}", grow(10_000));
}

#[test]
fn there_is_no_way_out() {
    for name in ["open", "read_file", "http", "sleep", "timestamp", "exec", "env", "include"] {
        let stopped = run(&format!("{name}(\"x\")")).unwrap_err();
        assert!(stopped.to_string().contains("not found"), "{name}: {stopped}");
    }
}

/// The evaluator's own function slept for as long as a script said, whatever its limits were.
#[test]
fn a_script_does_not_sleep() {
    for sleep in ["sleep(3600)", "sleep(0.5)", "sleep(1e300)", "Fn(\"sleep\").call(3600)"] {
        let stopped = run(sleep).unwrap_err();
        assert!(stopped.to_string().contains("not found"), "{sleep}: {stopped}");
    }
}

#[test]
fn what_is_printed_is_logged() {
    let world = World::with_player();
    scripts(&world).run("print(\"a\"); log(1 + 1); debug(\"c\");").unwrap();
    assert_eq!(*world.log.lock().unwrap(), ["a", "2", "\"c\""]);
}

#[test]
fn components_and_scenes_come_and_go() {
    let world = World::with_player();
    let source = "let p = find(\"Player\"); p.add(\"Light\"); p.remove(\"Light\"); \
        add_scene(\"Menu\"); load_scene(\"Main\");";
    scripts(&world).run(source).unwrap();
    let expected = [
        "added Light",
        "removed Light",
        "loaded Menu, beside others: true",
        "loaded Main, beside others: false",
    ];
    assert_eq!(*world.log.lock().unwrap(), expected);
}

#[test]
fn a_script_before_a_call_changes_or_vetoes_it() {
    let world = World::with_player();
    for (source, verdict, args) in [
        ("", HookVerdict::Allow, json!([true])),
        ("false", HookVerdict::Veto, json!([true])),
        ("args[0] = !args[0];", HookVerdict::Allow, json!([false])),
        ("args[0] = method; return true;", HookVerdict::Allow, json!(["SetActive"])),
        ("target.name != \"Player\"", HookVerdict::Veto, json!([true])),
        ("target.active = false; return target.active;", HookVerdict::Veto, json!([true])),
    ] {
        let method = "SetActive".to_owned();
        let mut call = HookedCall { method, target: Some(ObjectKey(0)), args: vec![json!(true)] };
        assert_eq!(scripts(&world).run_hook(source, &mut call), Ok(verdict), "{source}");
        assert_eq!(json!(call.args), args, "{source}");
    }
}

#[test]
fn source_is_checked_without_running() {
    let world = World::with_player();
    assert_eq!(scripts(&world).check("find(\"Player\").destroy()"), Ok(()));
    assert!(matches!(scripts(&world).check("let ="), Err(ScriptError::Syntax(_))));
    assert!(world.find("Player").unwrap().is_some());
}

#[test]
fn hooks_stand_before_calls_in_order() {
    const SET_ACTIVE: &str = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";
    let world = World::with_player();
    let scripts = scripts(&world);
    let hooks = Hooks::default();
    let fire = |hooks: &Hooks| {
        let method = "SetActive".to_owned();
        let mut call = HookedCall { method, target: Some(ObjectKey(0)), args: vec![json!(true)] };
        let meant = hooks.matching(|signature| signature == SET_ACTIVE);
        let fired = hooks.run(meant, &mut call, &scripts);
        (fired.vetoed_by.is_some(), json!(call.args), fired.warnings.join("\n"))
    };
    assert!(hooks.add(SET_ACTIVE, "") && !hooks.add(SET_ACTIVE, ""));
    assert_eq!(fire(&hooks), (false, json!([true]), String::new()));
    hooks.set_source(SET_ACTIVE, "args[0] = false; log(target.name);");
    assert_eq!(fire(&hooks), (false, json!([false]), String::new()));
    assert_eq!(*world.log.lock().unwrap(), ["Player"]);
    assert!(hooks.matching(|signature| signature == "another").is_empty());
    hooks.set_source(SET_ACTIVE, "false");
    assert_eq!(fire(&hooks), (true, json!([true]), String::new()));
    hooks.set_enabled(SET_ACTIVE, false);
    assert_eq!(fire(&hooks), (false, json!([true]), String::new()));

    hooks.set_enabled(SET_ACTIVE, true);
    hooks.set_source(SET_ACTIVE, "throw \"no\"");
    let complaints: Vec<String> = (0..6).map(|_| fire(&hooks).2).collect();
    assert!(complaints[3].contains("failed") && !complaints[3].contains("off now"));
    assert!(complaints[4].contains("off now"), "{complaints:?}");
    assert_eq!(complaints[5], "", "what is off does not run");
    assert!(hooks.remove(SET_ACTIVE) && !hooks.remove(SET_ACTIVE));
}
