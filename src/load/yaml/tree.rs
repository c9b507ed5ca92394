//! Any YAML with the places of its keys, to look for places in where a file has not the shape that it
//! should have.

use super::super::raw::Scalar;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Keys and values in their order.
pub type Mapping = Vec<(Scalar, Tree)>;

/// Any YAML, to look for places in.
pub enum Tree {
    Scalar,
    List(Vec<Tree>),
    Mapping(Mapping),
}

impl Tree {
    /// Calls `visit` with every mapping in it and the key that it belongs to, which is `of` for
    /// itself.
    pub fn each_mapping(
        &self,
        of: Option<&Scalar>,
        visit: &mut dyn FnMut(&Mapping, Option<&Scalar>),
    ) {
        match self {
            Self::Scalar => {}
            Self::List(items) => items.iter().for_each(|item| item.each_mapping(of, visit)),
            Self::Mapping(mapping) => {
                visit(mapping, of);
                for (key, value) in mapping {
                    value.each_mapping(Some(key), visit);
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TreeVisitor)
    }
}

struct TreeVisitor;

impl<'de> Visitor<'de> for TreeVisitor {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("anything")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_str<E>(self, _: &str) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Scalar)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Tree, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = seq.next_element()? {
            all.push(item);
        }
        Ok(Tree::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut all = Vec::new();
        while let Some(entry) = map.next_entry()? {
            all.push(entry);
        }
        Ok(Tree::Mapping(all))
    }
}
