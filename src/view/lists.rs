//! General lists: when each and its items are shown, and what a selection shows of them.

use super::{Scope, TextView, adapted};
use crate::logic::Condition;
use crate::model::*;

/// A list.
#[derive(Debug)]
pub struct ListPlan<'d> {
    /// Its id.
    pub id: &'d ListId,
    /// The list.
    pub list: &'d GeneralList,
    /// Holds where one of its items is shown.
    pub shown: Condition,
    /// Its items.
    pub items: Vec<ItemPlan<'d>>,
}

/// An item.
#[derive(Debug)]
pub struct ItemPlan<'d> {
    /// Its id.
    pub id: &'d str,
    /// The item.
    pub item: &'d ListItem,
    /// Holds where it is shown.
    pub shown: Condition,
    /// Holds where it is adapted, given that it is shown.
    pub adapted: Condition,
}

/// A list as shown.
#[derive(Debug)]
pub struct ListView<'d> {
    /// Its id.
    pub id: &'d ListId,
    /// What it is called.
    pub title: TextView,
    /// What its items have in common.
    pub text: TextView,
    /// Its items, one at least.
    pub items: Vec<ItemView<'d>>,
}

/// An item as shown.
#[derive(Debug)]
pub struct ItemView<'d> {
    /// Its id.
    pub id: &'d str,
    /// What it is.
    pub text: TextView,
    /// Whether it is adapted.
    pub adapted: bool,
}

/// The plans of all lists that `scope` leaves something of.
pub fn lists<'d>(dataset: &'d Dataset, scope: &Scope) -> Vec<ListPlan<'d>> {
    let lists = dataset.lists.iter();
    lists
        .filter_map(|(id, list)| plan(dataset, scope, id, list))
        .collect()
}

fn plan<'d>(
    dataset: &Dataset,
    scope: &Scope,
    id: &'d ListId,
    list: &'d GeneralList,
) -> Option<ListPlan<'d>> {
    let items = list.items.iter().filter_map(|(id, item)| {
        let shown = scope.fix(&item.when);
        (shown != Condition::False).then(|| ItemPlan {
            id,
            item,
            adapted: scope.fix(&adapted(dataset, &item.when)),
            shown,
        })
    });
    let items: Vec<_> = items.collect();
    (!items.is_empty()).then(|| ListPlan {
        id,
        list,
        shown: Condition::or(items.iter().map(|item| item.shown.clone())),
        items,
    })
}

impl<'d> ListPlan<'d> {
    /// What is shown of the list; `None` where nothing is.
    pub fn view(
        &self,
        selection: &Selection,
        text: &impl Fn(&Localized) -> TextView,
    ) -> Option<ListView<'d>> {
        let items = self.items.iter().filter(|item| item.shown.holds(selection));
        let items = items.map(|item| ItemView {
            id: item.id,
            text: text(&item.item.text),
            adapted: item.adapted.holds(selection),
        });
        let items: Vec<_> = items.collect();
        (!items.is_empty()).then(|| ListView {
            id: self.id,
            title: text(&self.list.title),
            text: text(&self.list.text),
            items,
        })
    }
}
