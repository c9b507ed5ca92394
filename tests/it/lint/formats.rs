//! The formats of findings for programs, over all cases of all rules.

use super::cases;
use rulegrid::diagnostic::{Explained, render_github, render_json, render_sarif};
use rulegrid::lint::{RULES, SUGGESTIONS, lint};
use serde_json::Value;

fn sarif(loaded: &rulegrid::load::Loaded) -> Value {
    let rules = RULES.into_iter().chain(SUGGESTIONS);
    let rules = rules.map(|rule| Explained {
        code: rule.code,
        title: rule.title,
        explanation: rule.explanation,
    });
    let rules: Vec<_> = rules.collect();
    let log = render_sarif(&loaded.files, &lint(loaded, true), &rules, "my rules/");
    serde_json::from_str(&log).expect("JSON")
}

#[test]
fn sarif_is_valid() {
    // Its pattern for languages has a bracket that closes nothing.
    let schema = include_str!("../../schemas/sarif-2.1.0.json").replace("{2}]?$", "{2}$");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    assert!(!validator.is_valid(&serde_json::json!({"version": "2.1.0"})));
    let (mut results, mut fixes) = (0, 0);
    for loaded in cases::all() {
        let log = sarif(&loaded);
        let wrong: Vec<_> = validator.iter_errors(&log).map(|e| e.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{log:#}");
        for result in log["runs"][0]["results"].as_array().expect("results") {
            let rules = &log["runs"][0]["tool"]["driver"]["rules"];
            let rule = result["ruleIndex"].as_u64().expect("an index");
            assert_eq!(
                rules[usize::try_from(rule).expect("an index")]["id"],
                result["ruleId"]
            );
            let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
            assert!(uri.as_str().expect("a text").starts_with("my%20rules/"));
            results += 1;
            fixes += usize::from(!result["fixes"].is_null());
        }
    }
    assert!(
        results > 40 && fixes > 8,
        "{results} results, {fixes} fixes"
    );
}

#[test]
fn json_says_what_people_see() {
    for loaded in cases::all() {
        let found = lint(&loaded, true);
        let json: Value = serde_json::from_str(&render_json(&loaded.files, &found)).expect("JSON");
        let findings = json["findings"].as_array().expect("findings");
        assert_eq!(findings.len(), found.len());
        for finding in findings {
            let of_it = |f: &&rulegrid::diagnostic::Diagnostic| finding["message"] == *f.message;
            let one = found.iter().find(of_it).expect("the finding");
            assert_eq!(finding["severity"], one.severity.as_str());
            assert_eq!(
                finding["notes"].as_array().map(Vec::len),
                Some(one.notes.len())
            );
            assert_eq!(
                finding["also"].as_array().map(Vec::len),
                Some(one.secondary.len())
            );
            assert_eq!(finding["fix"].is_null(), one.fix.is_none());
        }
    }
}

/// Commands are one line each, and what has a meaning in them is escaped.
#[test]
fn github_commands() {
    let loaded = cases::load_one("conflicting-claims", "two sources differ");
    let commands = render_github(&loaded.files, &lint(&loaded, true), "a, b%/");
    let expected = "::error file=a%2C b%25/facts/book.yaml,line=6,endLine=6,col=32,endColumn=32,\
                    title=conflicting-claims::sources differ on `strength` for `knight`%0A\
                    a, b%25/facts/wiki.yaml:5: `wiki` says 4%0Aboth hold in ?ed=E1%0A\
                    help: say which source is taken, and why, in facts/resolutions.yaml\n";
    assert_eq!(commands, expected);
}
