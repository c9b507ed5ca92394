//! How alike two words are: equal, inflected, or mistyped. It knows no grammar of any language.

/// Of equal words.
pub const EQUAL: u32 = 10;

/// How alike a typed word and a known one are, from 0 to [`EQUAL`]. Mistakes are only `forgiven`
/// in words that are not known as they are typed.
pub fn alikeness(typed: &str, known: &str, forgiven: bool) -> u32 {
    if typed == known {
        return EQUAL;
    }
    let (typed, known): (Vec<_>, Vec<_>) = (typed.chars().collect(), known.chars().collect());
    let of_known = known.len();
    let (short, long) = if typed.len() < known.len() {
        (&typed, &known)
    } else {
        (&known, &typed)
    };
    let more = long.len() - short.len();
    // No two words of such lengths are alike, and comparing them could take long.
    if more > 4 || short.len() < 3 {
        return 0;
    }
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    // Endings are added to three letters, not left out: "may" begins no longer name.
    let is_whole = same > 3 || typed.len() > known.len();
    if same == short.len() && is_whole && more <= if same == 3 { 2 } else { 3 } {
        return if same == 3 { 8 } else { 9 };
    }
    // More than half of the known word: an ending falls off more often than it is left out. A word
    // that is known as it is typed needs no such guess, so more than half of both.
    let most = if forgiven { of_known } else { long.len() };
    if same >= 4 && long.len() - same <= 4 && same * 2 > most {
        return 8;
    }
    if !forgiven || long.len() < 5 {
        return 0;
    }
    let edits = |a: &[char], b: &[char]| {
        let text = |chars: &[char]| chars.iter().collect::<String>();
        strsim::osa_distance(&text(a), &text(b))
    };
    // A mistake before an ending; the mistake itself may be a letter too many or too few.
    let is_start = |length: usize| long.get(..length).is_some_and(|s| edits(short, s) == 1);
    match edits(short, long) {
        1 => 7,
        2 if long.len() >= 8 => 5,
        _ if short.len() < 5 || more > 3 => 0,
        _ if (short.len() - 1..=short.len() + 1).any(is_start) => 6,
        _ => 0,
    }
}
