export const RECEIPTS = `version 1.3;
// @ask has_receipt Is there a receipt?
declare has_receipt as boolean;
// @unit amount USD
// @range amount 0..5000
declare amount as numeric;
// @unit held d
declare held as numeric;
declare grade as enum ["low", "middle", "high"];
assert receipt_when_large { Implies(amount > 75 "USD", has_receipt) };
assert held_long_enough { held >= 36 "h" };
assert grade_is_good [optimistic] { grade >= "middle" };
`

/** Only the solver can tell. */
export const NEEDS_THE_ENGINE = `version 1.3;
declare x as numeric;
declare y as numeric;
declare flag as boolean;
assert no_such_pair { Not(And(x * x + y * y == 25, x * y == 13)) };
assert flag_is_set { flag };
`

/** Dates and reported values, of language 1.4. */
export const APPEALS = `version 1.4;
month_end last;
// @ask decided On which day was the decision made?
declare decided as date;
// @ask filed On which day was the appeal filed?
declare filed as date;
report deadline = decided + 3 "mo";
report days_late "d" = Max(filed - (decided + 3 "mo"), 0 "d");
assert in_time { filed <= decided + 3 "mo" };
`
