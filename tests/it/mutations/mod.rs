//! Mutation tests: inputs of every kind, damaged, a few hundred of each in an ordinary run and as
//! many as `RULEGRID_MUTATIONS` says in a long one. Whatever comes, nothing panics or goes on for
//! ever, every message points into its file, the same input gives the same, and laws hold.
//!
//! An input follows from its number, so that `RULEGRID_MUTATIONS_FROM` begins at one, and
//! `RULEGRID_MUTATIONS_SEED` makes others. What is found is kept in `tests/corpus`.

mod folders;
mod harness;
mod mutate;
mod random;
mod texts;
mod whole;
mod wikitext;
mod words;
