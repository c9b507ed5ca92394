//! Whatever comes in: texts with special characters, options and files that are wrong.

use super::{file, first_selection, path, rulegrid, run, shows_exactly};
use crate::support::{rules, small_dataset};
use rulegrid::load::load;
use rulegrid::model::LanguageIx;
use rulegrid::render::pdf::{Print, STAND_IN};
use rulegrid::view::{Subject, view};
use std::path::Path;

/// A dataset whose texts have every character that means something to Typst.
fn special() -> tempfile::TempDir {
    let hard =
        r##"#set page() $x$ *a* _b_ @c <d> \e `f` //g /*h*/ ~ "i" 'j' -- ... = + - [k] {l} ;"##;
    let yaml = format!(
        "'{}'",
        hard.replace('\'', "''")
            .replace('{', "(")
            .replace('}', ")")
            .replace("[k]", "k")
            .replace('*', "\\*")
            .replace('_', "\\_")
            .replace('`', "\\`")
            .replace('<', "\\<")
            .replace("\\e", "\\\\e")
    );
    let figures = format!(
        "knight: {{name: {{en: {yaml}, fr: chevalier}}}}\nsquire: {{when: bear, name: {{en: squire, fr: écuyer}}}}\n"
    );
    small_dataset(&[("figures.yaml", figures.as_bytes())])
}

#[test]
fn characters_of_typst_come_out_as_themselves() {
    let folder = special();
    let loaded = load(folder.path()).expect("a dataset");
    let view = view(
        &loaded.dataset,
        &first_selection(&loaded.dataset),
        LanguageIx(0),
    );
    let name = &view.tables[0].figures[0].name.text;
    for character in ["#", "$", "*", "_", "@", "<", "\\", "`"] {
        assert!(name.contains(character), "{character} in {name}");
    }
    shows_exactly(&view.sheet(Subject::Tables(Vec::new())), &Print::default());
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("plain").to_owned();
    let template = folder.path().join("mine.typ");
    std::fs::write(
        &template,
        "#let sheet = json(\"sheet.json\")\n#sheet.titel\n",
    )
    .expect("a file");
    let template = template.to_str().expect("plain").to_owned();
    let rules = rules();
    let rules = rules.to_str().expect("plain");
    let out = format!("{dir}/sheet.pdf");
    let cases: [(&[&str], &str); 8] = [
        (&["-o", &dir], "it is a folder"),
        (&["-o", &format!("{dir}/none/sheet.pdf")], "cannot write"),
        (&["-o", &out, "--paper", "a0"], "invalid value 'a0'"),
        (
            &["-o", &out, "--tables", "folowers"],
            "there is no table `folowers`",
        ),
        (
            &["-o", &out, "--question", "removal/dragn"],
            "removal/dragon",
        ),
        (&["-o", &out, "--figure", "abot"], "abbot"),
        (&["-o", &out, "--template", &template], "mine.typ:2:"),
        (
            &["-o", &out, "--template", &format!("{dir}/no.typ")],
            "cannot read",
        ),
    ];
    for (arguments, wanted) in cases {
        let arguments = [&["pdf", "--rules", rules], arguments].concat();
        let output = rulegrid(&arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        assert!(!Path::new(&out).exists());
    }
}

/// A dataset in which a figure has this name.
fn called(name: &str) -> tempfile::TempDir {
    let figures = format!(
        "knight: {{name: {{en: '{name}', fr: chevalier}}}}\nsquire: {{when: bear, name: {{en: squire, fr: écuyer}}}}\n"
    );
    let presets = "all: {with: [all], name: {en: All boxes, fr: Toutes les boîtes}}\n";
    small_dataset(&[
        ("figures.yaml", figures.as_bytes()),
        ("presets.yaml", presets.as_bytes()),
    ])
}

#[test]
fn what_the_font_lacks_is_printed_as_a_stand_in_and_told() {
    let folder = called("knight 🐉\u{fe0f} 騎 🐉");
    let rules = folder.path().to_str().expect("plain");
    let sheet = file(b"");
    let options = ["--rules", rules, "--with", "beasts", "-o", path(&sheet)];
    let made = rulegrid(&[&["pdf"], &options[..]].concat());
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    for code in ["🐉 (U+1F409)", "騎 (U+9A0E)"] {
        assert_eq!(said.matches(code).count(), 1, "{said}");
    }
    assert!(said.contains("“knight 🐉"), "{said}");
    let text = run("pdftotext", &["-layout", path(&sheet), "-"]);
    let name: String = text.chars().filter(|c| *c != '\u{fe0f}').collect();
    let wanted = format!("knight {STAND_IN} {STAND_IN} {STAND_IN}");
    assert!(name.contains(&wanted), "{text}");
    // All sheets of a site say it once.
    let site = folder.path().with_extension("site");
    let out = site.to_str().expect("plain");
    let built = rulegrid(&["build", "--pdf", "--rules", rules, "--out", out]);
    std::fs::remove_dir_all(&site).expect("the site");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    assert_eq!(said.matches("U+1F409").count(), 1, "{said}");
}

#[test]
fn what_needs_no_drawing_is_nothing_the_font_lacks() {
    // A joiner, a mark of direction, a soft hyphen, a place to break, selectors, composed letters.
    let name = "a\u{200d}b\u{200e}c\u{ad}d\u{200b}e\u{2060}f\u{fe0f} s\u{326} t\u{326} e\u{301} \u{202f}; \u{a0}:";
    let folder = called(name);
    let rules = folder.path().to_str().expect("plain");
    let sheet = file(b"");
    let made = rulegrid(&["pdf", "--rules", rules, "-o", path(&sheet)]);
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    assert!(!said.contains("lacks"), "{said}");
}
