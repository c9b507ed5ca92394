//! Every dependency, of every kind, feature and platform, has a licence of the list in `deny.toml`.

use serde_json::Value;
use std::collections::BTreeSet;
use std::process::{Command, Output};

/// The licences that are allowed, from the file that `cargo deny` reads, too.
fn allowed() -> BTreeSet<&'static str> {
    let (_, list) = include_str!("../../deny.toml")
        .split_once("\nallow = [")
        .expect("a list of licences");
    let (list, _) = list.split_once(']').expect("its end");
    list.split('"').skip(1).step_by(2).collect()
}

/// Whether an expression as `Cargo.toml` has it (SPDX, or the older `MIT/Apache-2.0`) is met by
/// these licences. `AND` binds closer than `OR`.
fn is_met(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    if let Some((before, inner, after)) = first_group(expression) {
        // A group becomes a licence that is allowed, or none that ever is.
        let inner = if is_met(inner, allowed) {
            "MIT"
        } else {
            "none"
        };
        return is_met(&format!("{before}{inner}{after}"), allowed);
    }
    let expression = expression.replace('/', " OR ");
    let mut choices = expression.split(" OR ");
    choices.any(|all| all.split(" AND ").all(|one| allowed.contains(one.trim())))
}

/// What stands before, in and behind the first innermost parentheses.
fn first_group(expression: &str) -> Option<(&str, &str, &str)> {
    let (before, after) = expression.split_once(')')?;
    let (before, inner) = before.rsplit_once('(').expect("an opening one");
    Some((before, inner, after))
}

/// All packages of `Cargo.lock` as cargo describes them. Those of other platforms, which no build
/// here needs, may have to be fetched first.
fn packages() -> Vec<Value> {
    let metadata = |how: &[&str]| -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "metadata",
            "--locked",
            "--all-features",
            "--format-version",
            "1",
        ]);
        cargo.args(how).current_dir(env!("CARGO_MANIFEST_DIR"));
        cargo.output().expect("cargo runs")
    };
    let mut found = metadata(&["--offline"]);
    if !found.status.success() {
        found = metadata(&[]);
    }
    let said = String::from_utf8_lossy(&found.stderr);
    assert!(
        found.status.success(),
        "`cargo fetch --locked` gets what is missing here, with a network:\n{said}"
    );
    let found: Value = serde_json::from_slice(&found.stdout).expect("JSON");
    found["packages"].as_array().expect("packages").clone()
}

#[test]
fn every_dependency_has_an_allowed_licence() {
    let allowed = allowed();
    let packages = packages();
    let refused: Vec<_> = packages
        .iter()
        .map(|package| {
            let text = |field: &str| package[field].as_str().unwrap_or_default();
            (text("name"), text("version"), text("license"))
        })
        .filter(|(_, _, licence)| !is_met(licence, &allowed))
        .collect();
    assert!(refused.is_empty(), "not in deny.toml: {refused:#?}");
}

/// Nothing of `Cargo.lock` is left out.
#[test]
fn every_locked_package_is_looked_at() {
    let seen: BTreeSet<_> = packages()
        .iter()
        .map(|package| (package["name"].to_string(), package["version"].to_string()))
        .collect();
    let lock = include_str!("../../Cargo.lock");
    let lines: Vec<_> = lock.lines().collect();
    let names = lines.windows(2).filter_map(|pair| {
        let name = pair[0].strip_prefix("name = ")?;
        let version = pair[1].strip_prefix("version = ")?;
        Some((name.to_owned(), version.to_owned()))
    });
    assert_eq!(names.collect::<BTreeSet<_>>(), seen);
}

#[test]
fn expressions_are_understood() {
    let allowed = BTreeSet::from(["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"]);
    for met in [
        "MIT",
        "GPL-3.0 OR MIT",
        "GPL-3.0/MIT",
        "GPL-3.0 / MIT",
        "(GPL-3.0 OR MIT) AND Zlib",
        "GPL-3.0 AND BSL-1.0 OR MIT",
        "Apache-2.0 WITH LLVM-exception",
        "((GPL-3.0 AND MIT) OR Zlib) AND (MIT)",
    ] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for refused in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "Apache-2.0",
        "(GPL-3.0 OR MIT) AND BSL-1.0",
        "MIT WITH something",
        "(GPL-3.0)",
    ] {
        assert!(!is_met(refused, &allowed), "{refused}");
    }
}
