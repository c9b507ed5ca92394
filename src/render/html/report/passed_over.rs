//! What the linter is told to pass over: exceptions of invariants, and allowed findings.

use super::*;

#[derive(Serialize)]
pub(super) struct ExceptionContext {
    id: String,
    rule: Phrase,
    figure: Phrase,
    /// The only question that it is about, if it is not about all.
    question: Option<Phrase>,
    href: String,
    because: Phrase,
}

#[derive(Serialize)]
pub(super) struct AllowanceContext {
    rule: String,
    href: Option<String>,
    of: String,
    because: Phrase,
}

impl Reporter<'_, '_> {
    pub(super) fn exception(&self, excepted: &Excepted<'_, '_>) -> ExceptionContext {
        let spot = &excepted.spot;
        let shown = spot.shown();
        let read = reading(self.plan, &shown);
        let cell = self.spot(spot, &shown, &read);
        let for_one_question = excepted.exception.question.is_some();
        let column = html_id("f", spot.column.id.as_str());
        ExceptionContext {
            id: excepted.id.to_owned(),
            rule: self.phrase(&excepted.invariant.because, &read),
            figure: cell.figure,
            question: for_one_question.then_some(cell.question),
            href: if for_one_question {
                cell.href
            } else {
                self.href(spot.table, &column, &shown)
            },
            because: self.phrase(&excepted.exception.because, &read),
        }
    }

    pub(super) fn allowance(&self, allowance: &Allowance) -> AllowanceContext {
        AllowanceContext {
            rule: allowance.rule.clone(),
            href: self.rule_href(&allowance.rule),
            of: allowance.of.clone(),
            because: self.title(&allowance.because),
        }
    }
}
