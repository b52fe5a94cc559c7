/**
 * The `hint` of COMPILE_FAILED (public/docs/api.md, "Errors"): at most 9 KB and 4 KB of foreign idioms, enough to write
 * a ruleset. Tests compile its examples.
 */
import { IDIOMS, type Idiom } from '../messages/idioms'
import { CHOICES, CONDITIONS, SETS } from './constructs/condition-constructs'
import type { Construct } from './constructs/construct'
import { NUMBERS } from './constructs/number-constructs'
import { ANNOTATIONS, POLICIES, STATEMENTS } from './constructs/statement-constructs'

/** The examples of constructs.ts compile in it. */
export const GUIDE_RULESET = `version 1.4;
month_end last;
// @ask amount What is the total on the receipt?
// @unit amount USD
// @range amount 0..10000
declare amount as numeric;
declare days as numeric;
declare has_receipt as boolean;
declare has_id as boolean;
declare grade as enum ["junior", "senior", "director"];
declare kind as enum {"meal", "hotel", "flight"};
declare income as numeric "USD" or {"NA"};
declare spouse as optional record { age as whole "yr" };
declare driver as list of { age as whole "yr", surcharge as numeric "USD" } up to 3;
declare codes as list of enum {"A", "B"} up to 2;
declare note as text;
shape postcode = "[0-9]{5}";
let cap = CASE kind OF "meal": 75 "USD", DEFAULT: 2000 "USD" END;
// Receipts are needed above 25 dollars.
assert receipt [pessimistic] { Implies(amount > 25 "USD", has_receipt) };
assert within_cap { amount <= If(grade >= "senior", cap * 2, cap) };
assert papers { AtLeast(1, x in { has_id, has_receipt, days < 2 }, x) };
assert paid { And(Or(income == "NA", income > 0 "USD"), Sum(d in driver, d.surcharge) <= 900 "USD", NoneRepeated(codes)) };
assert adults { And(ForAll(d in driver, d.age >= 18 "yr"), Implies(IsGiven(spouse), spouse.age >= 18 "yr")) };
assert noted { Or(Matches(note, postcode), Length(note) <= 80) };
`

const RULES = [
  'Every statement ends with a semicolon. Comments are // to the end of the line and /* ... */. Text is in straight double quotes. Names are ASCII letters, digits and _, and are declared above their use.',
  'An assertion holds one condition; several are joined with And. There is no and, or, not, &&, ||, ! and no in outside a quantifier.',
  'Units: 75 "USD", 90 "min", 5 "%", 10 "mg/kg". A claim with @unit meets only numbers with a unit, zero too. Units that convert are converted exactly; nothing converts between currencies, or months and days.',
  'A string that is compared with an enum must be a member of it; two enums compare when their vocabularies are the same. All branches, and all members of a set, have one type.',
  'Nothing reads the meaning of a text: use enums, numbers, dates and one boolean per fact. The annotations @effect, @effect-default and @consistency do not compile.',
]

/** Forms that need an example. */
const SHOWN =
  /^(Implies|ForAll|Exists|AtLeast|ExactlyOne|IsMember|IsSubset|CountWhere|Round|Sum|report|If|IF|CASE|first|FirstFailed|Union|Difference|let|a [<%])/

/** Without what language 1.4 has itself. */
const FOREIGN = Object.values<Idiom>(IDIOMS).filter(({ newer }) => newer === undefined)

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
  ...FOREIGN.map(({ foreign, here }) => `${foreign} : ${here}`),
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
