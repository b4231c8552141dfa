//! Sources in, one line per class out.

use super::CSharpSource;

fn shown(text: &str) -> Vec<String> {
    let source = CSharpSource::parse(text);
    let line = |class: &super::ClassDeclaration| {
        let bases: Vec<&str> = class.bases.iter().map(|base| base.text.as_str()).collect();
        let arity = if class.arity > 0 { format!("`{}", class.arity) } else { String::new() };
        let kind = if class.is_abstract { "abstract " } else { "" };
        let place = if class.namespace.is_empty() { "" } else { "::" };
        let name = format!("{kind}{}{place}{}{arity}", class.namespace, class.name);
        if bases.is_empty() { name } else { format!("{name} : {}", bases.join(", ")) }
    };
    source.classes.iter().map(line).collect()
}

fn check(text: &str, expected: &[&str]) {
    for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        assert_eq!(shown(&text), expected, "{text}");
    }
}

#[test]
fn classes_and_their_bases() {
    check("class A {}", &["A"]);
    check("public sealed partial class A : B, IC, D.E<F, G> {}", &["A : B, IC, D.E<F,G>"]);
    check(
        "class A<T, U> : B<T[], (int a, U b)>, global::X.Y where T : class, new() where U : struct {}",
        &["A`2 : B<T[],(int a,U b)>, X.Y"],
    );
    check("abstract class A { abstract void F(); class B {} }", &["abstract A", "A.B"]);
    check("class A { } class B : A;", &["A", "B : A"]);
    check("[Serializable, Tip(\"class X {\")]\npublic class A : B {}", &["A : B"]);
    check("class @class : @new {}", &["class : new"]);
    check("class Ünïcode : Bäse {}", &["Ünïcode : Bäse"]);
}

#[test]
fn namespaces() {
    check(
        "namespace A.B { class C {} namespace D { class E {} } } class F {}",
        &["A.B::C", "A.B.D::E", "F"],
    );
    check(
        "using X;\nnamespace A.B;\nclass C {}\nclass D { class E {} }",
        &["A.B::C", "A.B::D", "A.B::D.E"],
    );
    let source = CSharpSource::parse(
        "using A.B; using static C.D; using E = F.G; namespace H { using I; class J { void K() { using var x = y; using (z) {} } } }",
    );
    assert_eq!(source.usings, ["A.B", "I"]);
}

#[test]
fn other_types_hold_classes() {
    check(
        "struct A { class B {} } interface C { class D {} } enum E { F, G } class H {}",
        &["A.B", "C.D", "H"],
    );
    check(
        "record A(int X) : B(X); record struct C(int Y) { class D {} } record class E {}",
        &["A : B", "C.D", "E"],
    );
    check("class A(int x, string y = \")\") : B(x) { }", &["A : B"]);
}

#[test]
fn text_that_looks_like_a_class_is_not_one() {
    check(
        "class A { void F<T>() where T : class { var record = 1; } T G<T>() where T : struct => default; }",
        &["A"],
    );
    check("// class B {}\n/* class C { */ class A { /* } */ }", &["A"]);
    check(
        "class A { string s = \"class B {\\\" }\"; char c = '{'; char d = '\\''; }  class E {}",
        &["A", "E"],
    );
    check("class A { string s = @\"c:\\\"\"class B {\"; } class E {}", &["A", "E"]);
    check(
        "class A { string s = $\"{x:0} {{ class B {f(\"}\")} {(a ? \"{\" : $\"{b}\")}\"; } class E {}",
        &["A", "E"],
    );
    check(
        "class A { string s = $@\"{x}\\\n\"\" class B {\"; string t = @$\"}\"; } class E {}",
        &["A", "E"],
    );
    check(
        "class A { string s = \"\"\"\n class B { \" \"\"\n\"\"\"; string t = $$\"\"\"{{x}} } class C {\"\"\"; } class E {}",
        &["A", "E"],
    );
    check(
        "class A { int P { get; set; } = 1; int Q => 2; event E F { add {} remove {} } }",
        &["A"],
    );
}

#[test]
fn the_preprocessor_does_not_unbalance_braces() {
    check("#if X\nclass A : B {\n#else\nclass A : C {\n#endif\n}\nclass D {}", &["A : B, C", "D"]);
    check(
        "#region \"it's {\nclass A {}\n#endregion\n#pragma warning disable\nclass B {}",
        &["A", "B"],
    );
    check("class A : B\n#if X\n, C\n#endif\n{ }\nclass D {}", &["A : B, C", "D"]);
    check(
        "class A {\n#if X\nvoid F() {\n#elif Y\nvoid G() {\n#endif\n}\n}\nclass D {}",
        &["A", "D"],
    );
    check("#if UNITY_EDITOR\nclass A : Editor {}\n#endif", &["A : Editor"]);
}

const EVERYTHING: &str = "using A; namespace B.C { [D(\"}\")] public abstract partial class E<F> : G<F, (int, H)>, I where F : class { \
    string s = $\"{x(\"y\")}\" + @\"z\"\"\" + \"\"\"w\"\"\" + '\\u0041' + $@\"{v}\"; /* u */ // t\n#if S\n record R(int Q); \n#else\n struct P {}\n#endif\n } } é";

#[test]
fn any_text_can_be_parsed() {
    let bytes = EVERYTHING.as_bytes();
    for cut in 0..=bytes.len() {
        CSharpSource::parse(&String::from_utf8_lossy(&bytes[..cut]));
        CSharpSource::parse(&String::from_utf8_lossy(&bytes[cut..]));
    }
    for piece in [
        "{",
        "}",
        "<",
        "class A : B<",
        "$\"{",
        "$@\"{",
        "#if X\n{",
        "\"\"\"",
        "'",
        "@",
        "@é",
        "namespace A {",
        "class A {",
        "record ",
        "(",
        "/*",
        "#",
        "a.",
        "class a(",
        "class A:B,",
    ] {
        CSharpSource::parse(&piece.repeat(5_000));
    }
}
