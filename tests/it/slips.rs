//! Compares the marks derived from publication with those on the Romanian page, and lists every
//! difference with the reason why it is the page's slip. The French page, where it has these lines,
//! has the same slips; its marks are not compared here.

use crate::oracle::{Cell, Cond, Facts, Figure, Row, Table};
use std::collections::BTreeSet;

/// The editions that the page marks.
const EDITIONS: [&str; 3] = ["C1", "C2", "WE"];

/// A mark that the page has and that does not follow from publication, or the other way round.
#[derive(Debug)]
pub struct Slip {
    /// `row`; `column`: the mark on a column's header; `cell`: a cell's own mark, beside its row's.
    pub what: &'static str,
    /// Places with this difference: table, then question, then figure, as far as there is one.
    pub where_: &'static [&'static str],
    /// The editions that the page marks as adapted, and those that follow from publication.
    pub page_says: &'static str,
    pub derived: &'static str,
    pub reason: &'static str,
}

/// Every difference there is.
pub const SLIPS: &[Slip] = &[
    Slip {
        what: "row",
        where_: &[
            "followers means/add-symbol",
            "followers means/place-symbol",
            "special-figures means/add-symbol",
            "special-figures means/place-symbol",
            "neutral-figures-1 means/add-symbol",
            "neutral-figures-1 means/place-symbol",
            "neutral-figures-2 means/add-symbol",
            "neutral-figures-2 means/place-symbol",
        ],
        page_says: "",
        derived: "C1 WE",
        reason: "the 20th Anniversary Expansion came out for the new edition alone: the page's own \
            list of symbols marks it C1 and WE (lines 112 to 114), these rows have no mark at all",
    },
    Slip {
        what: "row",
        where_: &[
            "followers event/synod-gift",
            "followers event/change-position-gift",
        ],
        page_says: "WE",
        derived: "C1 WE",
        reason: "The Gifts came out for the new edition alone, and rows on such products are \
            marked C1 and WE (bathhouses, peasant revolts)",
    },
    Slip {
        what: "row",
        where_: &[
            "followers dragon-protection/german-castle",
            "followers tower-protection/german-castle",
            "special-figures dragon-protection/german-castle",
            "special-figures tower-protection/german-castle",
            "neutral-figures-1 dragon-protection/german-castle",
            "neutral-figures-1 tower-protection/german-castle",
            "neutral-figures-2 dragon-protection/german-castle",
            "neutral-figures-2 tower-protection/german-castle",
        ],
        page_says: "C2 WE",
        derived: "WE",
        reason: "the castles in Germany came out for both editions: the row on placing a figure in \
            one is marked WE alone (line 466); C2 is right in the plague's rows, for the plague",
    },
    Slip {
        what: "row",
        where_: &[
            "special-figures removal/plague",
            "neutral-figures-1 removal/plague",
            "neutral-figures-2 removal/plague",
        ],
        page_says: "WE",
        derived: "C2 WE",
        reason: "the plague came out for the first edition alone: the rows on flight from it and \
            on followers that it removes are marked C2 and WE (lines 762, 990, 1517)",
    },
    Slip {
        what: "row",
        where_: &["special-figures removal/crop-circle"],
        page_says: "WE",
        derived: "",
        reason: "the Winter Edition has crop circles, and the seven other rows on them have no \
            mark; never seen, since every column of this table is marked WE",
    },
    Slip {
        what: "column",
        where_: &["neutral-figures-1 big-pink-pig"],
        page_says: "WE",
        derived: "C2 WE",
        reason: "the Wheel of Fortune came out for the first edition alone: every cell of the \
            column is marked C2 and WE, its header WE alone (line 2048)",
    },
    Slip {
        what: "cell",
        where_: &[
            "followers place/garden large-meeple",
            "followers place/garden mayor",
            "followers place/garden wagon",
        ],
        page_says: "",
        derived: "WE",
        reason: GARDEN,
    },
    Slip {
        what: "cell",
        where_: &[
            "followers place/garden ringmaster",
            "followers place/garden guard-meeple",
            "followers place/garden abbot",
        ],
        page_says: "",
        derived: "C1 WE",
        reason: GARDEN,
    },
    Slip {
        what: "cell",
        where_: &["followers place/garden phantom"],
        page_says: "C2",
        derived: "C2 WE",
        reason: GARDEN,
    },
    Slip {
        what: "cell",
        where_: &[
            "followers event/seduction-token normal-meeple",
            "followers event/flee-plague normal-meeple",
        ],
        page_says: "C2 WE",
        derived: "",
        reason: DOUBLED,
    },
    Slip {
        what: "cell",
        where_: &[
            "followers event/seduction-token large-meeple",
            "followers event/seduction-token mayor",
            "followers event/seduction-token wagon",
            "followers event/flee-plague large-meeple",
            "followers event/flee-plague mayor",
            "followers event/flee-plague wagon",
            "special-figures event/flee-plague builder",
        ],
        page_says: "C2 WE",
        derived: "WE",
        reason: DOUBLED,
    },
    Slip {
        what: "cell",
        where_: &["scoring-figures after/removed-before-final-scoring scoring-meeple"],
        page_says: "",
        derived: "WE",
        reason: "the answer with messages is not marked where it differs from the one without; \
            never seen, since the row is marked WE",
    },
];

const GARDEN: &str = "the figures' usual marks are left out of the row on gardens, whose own \
    (C1 and WE) covers them; only the phantom's C2 is kept";
const DOUBLED: &str = "the row's mark (C2 and WE) is repeated on the cell, instead of the \
    figure's own; never seen beside the row's";

/// The table's cells that the Romanian page has, each with its row and column.
fn cells(table: &Table) -> impl Iterator<Item = (&Row, &Figure, &Cell)> {
    let all = table.rows().flat_map(|row| {
        let cells = table.figures.iter().zip(&row.cells);
        cells.map(move |(figure, cell)| (row, figure, cell))
    });
    all.filter(|(_, _, cell)| cell.on_page)
}

/// The editions in which one of the conditions is adapted with everything selected. Leaving an
/// element out never makes one of these conditions hold, so they are the editions whose own
/// elements do not suffice, whatever is selected: what a fixed mark can say.
fn derived(facts: &Facts, conds: &[&Cond]) -> Vec<&'static str> {
    let mut editions = EDITIONS.to_vec();
    editions.retain(|edition| {
        let everything = facts.selection(&facts.everything(edition));
        conds.iter().any(|cond| everything.adapted(cond))
    });
    editions
}

/// What makes a cell adapted beside its row: its column, and its claims.
fn own<'a>(figure: &'a Figure, cell: &'a Cell) -> Vec<&'a Cond> {
    let claims = cell.claims.iter().map(|claim| &claim.when);
    claims.chain([&figure.when]).collect()
}

/// Differences that are not listed, and listed ones that are not there.
pub fn unexplained(facts: &Facts) -> Vec<String> {
    let mut differences = BTreeSet::new();
    let mut compare = |what: &str, place: String, page: &str, conds: &[&Cond]| {
        let derived = derived(facts, conds).join(" ");
        if page != derived {
            differences.insert(sentence(what, &place, page, &derived));
        }
    };
    for table in &facts.tables {
        let id = &table.id;
        for figure in &table.figures {
            let place = format!("{id} {}", figure.id);
            compare("column", place, &figure.marked, &[&figure.when]);
        }
        for row in table.rows() {
            let place = format!("{id} {}", row.question);
            compare("row", place, &row.marked, &[&row.when]);
        }
        for (row, figure, cell) in cells(table) {
            let place = format!("{id} {} {}", row.question, figure.id);
            compare("cell", place, &cell.marked, &own(figure, cell));
        }
    }
    let mut listed = BTreeSet::new();
    for slip in SLIPS {
        let place = |place: &&str| sentence(slip.what, place, slip.page_says, slip.derived);
        listed.extend(slip.where_.iter().map(place));
    }
    let new = differences
        .difference(&listed)
        .map(|d| format!("not listed: {d}"));
    let gone = listed
        .difference(&differences)
        .map(|d| format!("listed, but not so: {d}"));
    new.chain(gone).collect()
}

fn sentence(what: &str, place: &str, page: &str, derived: &str) -> String {
    format!("{what} {place}: the page says `{page}`, derived is `{derived}`")
}

/// Over the Romanian page's cells and the three editions: in how many pairs the mark seen on the
/// cell (its own or its row's) is the derived one, and how many pairs there are.
pub fn equal_pairs(facts: &Facts) -> (usize, usize) {
    let (mut equal, mut all) = (0, 0);
    for (row, figure, cell) in facts.tables.iter().flat_map(cells) {
        let conds = [own(figure, cell), vec![&row.when]].concat();
        let derived = derived(facts, &conds);
        for edition in EDITIONS {
            let marks = [&row.marked, &cell.marked];
            let marked = marks
                .iter()
                .any(|marks| marks.split(' ').any(|mark| mark == edition));
            equal += usize::from(marked == derived.contains(&edition));
            all += 1;
        }
    }
    (equal, all)
}

#[test]
fn every_difference_from_the_page_is_a_listed_slip() {
    let facts = Facts::get();
    assert_eq!(unexplained(facts), [""; 0]);
    for slip in SLIPS {
        assert!(
            !slip.where_.is_empty() && !slip.reason.is_empty(),
            "{slip:?}"
        );
    }
    assert_eq!(equal_pairs(facts), (5349, 5469)); // 97.8 %
}
