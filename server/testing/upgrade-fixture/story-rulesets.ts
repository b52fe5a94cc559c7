/** The texts that the upgrade fixture saves. */
const HEAD = `version 1.3;
// @ask spent How much was spent on the trip?
// @unit spent USD
declare spent as numeric;
// @ask approved Did a manager approve the trip?
declare approved as boolean;
`

/** Three revisions. */
export const TRAVEL = [
  `${HEAD}assert within_limit { Or(spent <= 1000 "USD", approved) };\n`,
  `${HEAD}// A higher limit, é 漢.\nassert within_limit { Or(spent <= 1500 "USD", approved) };\n`,
  `${HEAD}// @ask receipts Are all receipts attached?
declare receipts as boolean;
assert within_limit { Or(spent <= 1500 "USD", approved) };
assert receipts_attached { Implies(spent > 75 "USD", receipts) };
`,
] as const
export const LEAVE = 'declare days as numeric;\ndeclare agreed as boolean;\nassert leave { Or(days <= 5, agreed) };\n'
export const GIFTS = 'declare worth as numeric;\nassert small { worth <= 50 };\n'
export const GIFTS_NEXT = 'declare worth as numeric;\nassert small { worth <= 75 };\n'
/** Engine 0.2.0 gives it other results than the engine before. */
export const OFFICERS = `declare cfo as boolean;
declare ceo as boolean;
declare board as boolean;
let signatures = {cfo, ceo, board};
// All but the board sign, é 漢.
assert officers_signed { ForAll(s in Difference(signatures, {board}), s) };
`
export const UNNAMED = 'declare open as boolean;\nassert is_open { open };\n'
