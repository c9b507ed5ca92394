//! Finds the known names nearest to one that is not known; it decides nothing about them.

/// "did you mean …?" with up to three of the `known` names nearest to `name`, if any is near.
pub fn did_you_mean<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<String> {
    let near = nearest(name, known);
    if near.is_empty() {
        return None;
    }
    let near: Vec<_> = near.iter().map(|name| format!("`{name}`")).collect();
    Some(format!("did you mean {}?", near.join(" or ")))
}

/// Up to three of the `known` names nearest to `name`: a few edits away (Damerau–Levenshtein), or
/// holding it as a whole word.
pub fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let most = (name.chars().count() / 3).max(1);
    let mut near: Vec<(usize, &str)> = known
        .filter_map(|known| {
            let edits = strsim::damerau_levenshtein(name, known);
            let is_word = !name.is_empty() && known.split(['-', '/', '@']).any(|w| w == name);
            let edits = if is_word { edits.min(most) } else { edits };
            (edits <= most).then_some((edits, known))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, name)| name).collect()
}
