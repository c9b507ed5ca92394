//! Templates that a person changed: those of a folder, and what is wrong in them.

use super::{rulegrid, run};
use crate::support::small_dataset;
use std::path::Path;

/// A sheet that says one thing only.
const SAYS_MINE: &str = "#import \"frame.typ\": *\n#show: framed\n#par[This is mine.]\n";
const PRESETS: &str = "all: {with: [all], name: {en: All boxes, fr: Toutes les boîtes}}\n";

fn own(templates: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in templates {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn plain(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn frame() -> &'static str {
    let mut templates = rulegrid::render::TYPST.into_iter();
    templates
        .find(|(name, _)| *name == "frame.typ")
        .expect("a frame")
        .1
}

#[test]
fn a_folder_has_the_templates_of_the_sheets_of_a_site() {
    let dataset = small_dataset(&[("presets.yaml", PRESETS.as_bytes())]);
    let look = own(&[("sheet.typ", SAYS_MINE)]);
    let site = tempfile::tempdir().expect("a folder");
    let out = site.path().join("site");
    let build = || {
        let folders = [
            "--rules",
            plain(dataset.path()),
            "--templates",
            plain(look.path()),
        ];
        let built = rulegrid(&[&["build", "--pdf", "--out", plain(&out)], &folders[..]].concat());
        let said = String::from_utf8_lossy(&built.stderr).into_owned();
        assert!(built.status.success(), "{said}");
        said
    };
    build();
    let sheet = out.join("en/pdf/all-E2.pdf");
    let text = || run("pdftotext", &[plain(&sheet), "-"]);
    assert!(text().contains("This is mine."), "{}", text());
    assert!(text().contains("/ 1"), "{}", text());
    assert!(build().contains("0 written"));
    // The frame is theirs as well, and a change of it is a change of each sheet.
    let other = frame().replace(" / #counter", " of #counter");
    std::fs::write(look.path().join("frame.typ"), other).expect("a file");
    assert!(build().contains("4 written"));
    assert!(text().contains("of 1"), "{}", text());
}

#[test]
fn one_sheet_takes_templates_and_words_from_a_folder() {
    let dataset = small_dataset(&[]);
    let words =
        include_str!("../../../templates/words.yaml").replace("en: Legend", "en: What signs say");
    let look = own(&[("words.yaml", &words)]);
    let sheet = dataset.path().with_extension("pdf");
    let folders = [
        "--rules",
        plain(dataset.path()),
        "--templates",
        plain(look.path()),
    ];
    let options = ["--with", "beasts", "-o", plain(&sheet)];
    let made = rulegrid(&[&["pdf"], &folders[..], &options[..]].concat());
    assert!(made.status.success(), "{made:?}");
    let text = run("pdftotext", &[plain(&sheet), "-"]);
    std::fs::remove_file(&sheet).expect("the sheet");
    assert!(text.contains("What signs say"), "{text}");
}

#[test]
fn a_fault_is_told_at_its_place_in_the_template_that_has_it() {
    let dataset = small_dataset(&[]);
    let broken = frame().replace(
        "#let qr = ",
        "#let qr = nothing-of-this-name\n#let other = ",
    );
    let cases = [
        (
            vec![(
                "sheet.typ",
                "#import \"frame.typ\": *\n\n#word(\"no-such\")\n",
            )],
            "sheet.typ:3:",
        ),
        (vec![("frame.typ", broken.as_str())], "frame.typ:"),
        (vec![("sheet.typ", "#let x = (\n")], "sheet.typ:1:"),
        (vec![("sheets.typ", "")], "did you mean `sheet.typ`"),
        (vec![("words.yaml", "legend: [")], "words.yaml:"),
    ];
    for (templates, wanted) in cases {
        let look = own(&templates);
        let folders = [
            "--rules",
            plain(dataset.path()),
            "--templates",
            plain(look.path()),
        ];
        let sheet = dataset.path().with_extension("pdf");
        let made = rulegrid(&[&["pdf", "-o", plain(&sheet)], &folders[..]].concat());
        let said = String::from_utf8_lossy(&made.stderr);
        assert_eq!(made.status.code(), Some(2), "{said}");
        assert!(said.contains(wanted), "{wanted}: {said}");
        assert!(!said.contains("in the dataset"), "{said}");
    }
}

#[test]
fn what_is_doubtful_in_a_template_is_told_and_the_sheet_is_made() {
    let dataset = small_dataset(&[("presets.yaml", PRESETS.as_bytes())]);
    let look = own(&[(
        "sheet.typ",
        &format!("{SAYS_MINE}#text(font: \"No Such\")[x]\n"),
    )]);
    let folders = [
        "--rules",
        plain(dataset.path()),
        "--templates",
        plain(look.path()),
    ];
    let out = dataset.path().with_extension("out");
    for command in [
        &["pdf", "-o", plain(&out)][..],
        &["build", "--pdf", "--out", plain(&out)],
    ] {
        let made = rulegrid(&[command, &folders[..]].concat());
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
        assert_eq!(
            said.matches("warning[template]: unknown font family: no such")
                .count(),
            1,
            "{said}"
        );
        assert!(said.contains("sheet.typ:4:"), "{said}");
        match out.is_dir() {
            true => std::fs::remove_dir_all(&out).expect("the site"),
            false => std::fs::remove_file(&out).expect("the sheet"),
        }
    }
}
