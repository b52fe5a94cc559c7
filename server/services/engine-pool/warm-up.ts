/** Compiles hot code at boot with every construct of the language. */

import { type CheckableRuleset, checkCompiled, type EngineLimits, inBytes } from '../../engine/batch/check-compiled'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { compileOrRefuse } from './run-job'

const RULESET = `version 1.3;
// @ask amount How much was paid?
// @unit amount USD
// @range amount 0..10000
declare amount as numeric;
declare nights as numeric;
declare receipt as boolean;
declare approved as boolean;
declare kind as enum {"travel", "meals", "other"};
declare level as enum ["low", "mid", "high"];
declare local settled as boolean;
let settled = And(receipt, approved);
let cap = CASE kind OF "meals": 100 "USD", DEFAULT: 5000 "USD" END;
assert one [pessimistic] { Implies(amount > 75 "USD", receipt) };
assert two { amount <= cap };
assert three [optimistic] { Or(settled, level >= "mid", nights % 7 < 2) };
assert four { AtLeast(1, x in {receipt, approved, settled}, x) };
assert five { IF kind == "travel" THEN nights / 2 <= 10 ELSE Not(Xor(receipt, approved)) END };
assert six { And(IsMember(kind, Union({"travel"}, {"meals"})), ForAll(k in Members(kind), k != "other")) };
`

const DICTIONARIES: readonly Readonly<Record<string, unknown>>[] = [
  { amount: '120 USD', nights: '3', receipt: true, approved: false, kind: 'travel', level: 'mid' },
  { amount: '75.5 USD', nights: 'unknown', receipt: null, approved: true, kind: 'meals', level: 'low' },
  { amount: null, nights: '1/3', receipt: false, approved: null, kind: null, level: null },
]

/** An operator's limits may be too small for this ruleset. */
const LIMITS: EngineLimits = {
  ...DEFAULT_LANGUAGE_LIMITS,
  ...DEFAULT_BIND_LIMITS,
  evaluation_steps: 1_000_000,
  solver_steps: 0,
  solver_steps_total: 0,
  solver_memory_mb: 0,
}

export function warmEngine(passes: number): void {
  for (let pass = 0; pass < passes; pass++) {
    const source = `${RULESET}// ${pass}\n`
    const checkable: CheckableRuleset = compileOrRefuse({ source, hash: '' }, { hash: null, converters: [] }, LIMITS)
    for (const claims of DICTIONARIES)
      checkCompiled(
        checkable,
        claims,
        {
          solver: null,
          mode: 'tiers',
          meter: new Meter(LIMITS.evaluation_steps),
          limits: LIMITS,
        },
        inBytes,
      )
  }
}
