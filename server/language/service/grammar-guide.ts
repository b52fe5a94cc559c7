/**
 * The `hint` of COMPILE_FAILED (public/docs/api.md, "Errors"): at most 6 KB and 4 KB of foreign idioms, enough to write
 * a ruleset. Tests compile its examples.
 */
import { IDIOMS } from '../messages/idioms'
import {
  ANNOTATIONS,
  CHOICES,
  CONDITIONS,
  type Construct,
  NUMBERS,
  POLICIES,
  SETS,
  STATEMENTS,
} from '../semantics/constructs'

/** The examples of constructs.ts compile in it. */
export const GUIDE_RULESET = `version 1.3;
// @ask amount What is the total on the receipt?
// @unit amount USD
// @range amount 0..10000
declare amount as numeric;
declare days as numeric;
declare has_receipt as boolean;
declare has_id as boolean;
declare grade as enum ["junior", "senior", "director"];
declare kind as enum {"meal", "hotel", "flight"};
let cap = CASE kind OF "meal": 75 "USD", DEFAULT: 2000 "USD" END;
// Receipts are needed above 25 dollars.
assert receipt [pessimistic] { Implies(amount > 25 "USD", has_receipt) };
assert within_cap { amount <= If(grade >= "senior", cap * 2, cap) };
assert papers { AtLeast(1, x in { has_id, has_receipt, days < 2 }, x) };
`

const RULES = [
  'Every statement ends with a semicolon. Comments are // to the end of the line and /* ... */. Text is in straight double quotes. Names are ASCII letters, digits and _, and are declared above their use.',
  'An assertion holds one condition; several are joined with And. There is no and, or, not, &&, ||, ! and no in outside a quantifier.',
  'Units: 75 "USD", 90 "min", 5 "%", 10 "mg/kg". A claim with @unit meets only numbers with a unit, zero too. Units that convert are converted exactly; nothing converts between currencies, or months and days.',
  'A string that is compared with an enum must be a member of it; two enums compare when their vocabularies are the same. All branches, and all members of a set, have one type.',
  'There is no text, date or list claim: use enums, numbers and one boolean per fact. The annotations @effect, @effect-default and @consistency do not compile.',
]

/** Forms that need an example. */
const SHOWN =
  /^(Implies|ForAll|Exists|AtLeast|ExactlyOne|IsMember|IsSubset|CountWhere|If|IF|CASE|Union|Difference|let|a [<%])/

export const GRAMMAR_GUIDE = [
  'HOW TO WRITE A RULESET',
  RULES.map((rule) => `- ${rule}`).join('\n'),
  'A WHOLE RULESET',
  GUIDE_RULESET.trimEnd(),
  'STATEMENTS',
  listConstructs(STATEMENTS),
  'POLICIES: what an assertion answers when a claim that matters is unknown',
  listConstructs(POLICIES),
  'ANNOTATIONS: comments that describe a claim',
  listConstructs(ANNOTATIONS),
  'CONDITIONS',
  listConstructs(CONDITIONS),
  'NUMBERS',
  listConstructs(NUMBERS),
  'CHOICES, of conditions, numbers or enum values',
  listConstructs(CHOICES),
  'SETS',
  listConstructs(SETS),
  'FROM OTHER LANGUAGES: what does not compile, and how it is written here',
  ...Object.values(IDIOMS).map(({ foreign, here }) => `${foreign} : ${here}`),
].join('\n')

function listConstructs(constructs: readonly Construct[]): string {
  const printed = new Set<string>()
  const lines: string[] = []
  for (const { form, meaning, example } of constructs) {
    if (printed.has(form)) continue
    printed.add(form)
    lines.push(`${form} : ${meaning}${SHOWN.test(form) ? `, as in ${example}` : ''}`)
  }
  return lines.join('\n')
}
