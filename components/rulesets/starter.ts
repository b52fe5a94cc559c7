/** What a new ruleset begins with: it compiles, and shows a claim, a unit, a question and a rule. */
export const STARTER = `version 1.3;

// Comments like this one explain a rule to the people who review it.

// @ask amount How much was paid?
// @unit amount USD
declare amount as numeric;

// @ask has_receipt Is there a receipt?
declare has_receipt as boolean;

// A receipt is needed from 75 dollars on.
assert receipt_held { Implies(amount >= 75 "USD", has_receipt) };
`
