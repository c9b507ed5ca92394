//! Finds the known names nearest to one that is not known; it decides nothing about them.

/// "did you mean …?" with up to three of the `known` names nearest to `name`, if any is near.
pub fn did_you_mean<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let near = nearest(name, known);
    (!near.is_empty()).then(|| format!("did you mean {}?", listed(&near, "or")))
}

/// "`a`, `b` or `c`".
pub fn listed(names: &[&str], join: &str) -> String {
    let mut out = String::new();
    for (at, name) in names.iter().enumerate() {
        out.push_str(match at {
            0 => "",
            _ if at + 1 < names.len() => ", ",
            _ => " ",
        });
        if at > 0 && at + 1 == names.len() {
            out.push_str(join);
            out.push(' ');
        }
        out.push_str(&format!("`{name}`"));
    }
    out
}

/// Up to three of the `known` names nearest to `name`: a few edits away (Damerau–Levenshtein), or
/// holding it as a whole word.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let length = name.chars().count();
    let most = (length / 3).max(1);
    let mut near: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let is_word = !name.is_empty() && known.split(['-', '/', '@']).any(|w| w == name);
            // Names of other lengths are not near; comparing them could take long.
            let edits = (known.chars().count().abs_diff(length) <= most)
                .then(|| strsim::damerau_levenshtein(name, known))
                .filter(|edits| *edits <= most);
            let edits = if is_word {
                Some(edits.unwrap_or(most))
            } else {
                edits
            };
            Some((edits?, known))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_come_first_and_whole_words_count_as_near() {
        let known = ["dragon", "dragon-tower", "wagon", "abbot"];
        let nearest = |name| nearest(name, known.into_iter());
        assert_eq!(nearest("dargon"), ["dragon", "wagon"]);
        assert_eq!(nearest("tower"), ["dragon-tower"]);
        assert_eq!(nearest("abot"), ["abbot"]);
        assert!(nearest("").is_empty());
        assert!(nearest(&"x".repeat(100_000)).is_empty());
    }

    #[test]
    fn lists_read_as_people_write_them() {
        assert_eq!(listed(&[], "or"), "");
        assert_eq!(listed(&["a"], "or"), "`a`");
        assert_eq!(listed(&["a", "b"], "or"), "`a` or `b`");
        assert_eq!(listed(&["a", "b", "c"], "and"), "`a`, `b` and `c`");
    }
}
