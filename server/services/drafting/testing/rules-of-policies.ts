/**
 * Thirty rules of the five policies for tests: each as an author writes it, as a second reader writes it in other words,
 * and as a person decides a case from the clause.
 */

/** Values of claims by name: a number without its unit, yes or no, or a text. */
export interface ReadCase {
  readonly number: (claim: string) => number
  readonly yes: (claim: string) => boolean
  readonly text: (claim: string) => string
}

export interface RuleOfPolicy {
  /** As in services/documents/testing/policies.ts. */
  readonly policy: string
  readonly clause: string
  /** Declarations, with units. */
  readonly claims: string
  readonly rule: string
  readonly inOtherWords: string
  readonly isMet: (about: ReadCase) => boolean
}

const yesNo = (...names: readonly string[]) => names.map((name) => `declare ${name} as boolean;`).join('\n')
const amount = (name: string, unit = 'USD') => `// @unit ${name} ${unit}\ndeclare ${name} as numeric;`
const count = (name: string) => `declare ${name} as numeric;`

const TRAVEL: readonly Omit<RuleOfPolicy, 'policy'>[] = [
  {
    clause: '2.1',
    claims: `declare country as enum {"Germany", "other"};\n${amount('meal')}\n${yesNo('approved')}`,
    rule: 'Or(meal <= CASE country OF "Germany": 60 "USD", DEFAULT: 45.50 "USD" END, approved)',
    inOtherWords:
      'Implies(Not(approved), And(Implies(country == "Germany", meal <= 60 "USD"), Implies(country == "other", meal <= 45.5 "USD")))',
    isMet: ({ number, text, yes }) => yes('approved') || number('meal') <= (text('country') === 'Germany' ? 60 : 45.5),
  },
  {
    clause: '2.2(a)',
    claims: yesNo('has_alcohol', 'is_dinner'),
    rule: 'Implies(has_alcohol, is_dinner)',
    inOtherWords: 'Or(Not(has_alcohol), is_dinner)',
    isMet: ({ yes }) => !yes('has_alcohol') || yes('is_dinner'),
  },
  {
    clause: '2.2(c)',
    claims: amount('tip', '%'),
    rule: 'tip <= 15 "%"',
    inOtherWords: 'Not(tip > 15 "%")',
    isMet: ({ number }) => number('tip') <= 15,
  },
  {
    clause: '3.1',
    claims: `${amount('night')}\n${yesNo('in_listed_city')}`,
    rule: 'night <= If(in_listed_city, 250 "USD", 180 "USD")',
    inOtherWords: 'And(night <= 250 "USD", Or(night <= 180 "USD", in_listed_city))',
    isMet: ({ number, yes }) => number('night') <= (yes('in_listed_city') ? 250 : 180),
  },
  {
    clause: '3.2',
    claims: amount('booked_before', 'd'),
    rule: 'booked_before >= 7 "d"',
    inOtherWords: 'Not(booked_before < 7 "d")',
    isMet: ({ number }) => number('booked_before') >= 7,
  },
  {
    clause: '4.1',
    claims: `${amount('filed_after', 'd')}\n${amount('spent')}\n${yesNo('has_receipt')}`,
    rule: 'And(filed_after <= 30 "d", Implies(spent > 25 "USD", has_receipt))',
    inOtherWords: 'And(Or(has_receipt, spent <= 25 "USD"), Not(filed_after > 30 "d"))',
    isMet: ({ number, yes }) => number('filed_after') <= 30 && (number('spent') <= 25 || yes('has_receipt')),
  },
]

const LENDING: readonly Omit<RuleOfPolicy, 'policy'>[] = [
  {
    clause: '1.1',
    claims: `${amount('age', 'yr')}\n${count('resident_months')}`,
    rule: 'And(age >= 18 "yr", resident_months >= 12)',
    inOtherWords: 'Not(Or(age < 18 "yr", resident_months < 12))',
    isMet: ({ number }) => number('age') >= 18 && number('resident_months') >= 12,
  },
  {
    clause: '1.2',
    claims: `${amount('income', 'EUR')}\n${yesNo('two_applicants')}`,
    rule: 'income >= If(two_applicants, 2200 "EUR", 1500 "EUR")',
    inOtherWords: 'And(income >= 1500 "EUR", Implies(two_applicants, income >= 2200 "EUR"))',
    isMet: ({ number, yes }) => number('income') >= (yes('two_applicants') ? 2_200 : 1_500),
  },
  {
    clause: '1.3(a)',
    claims: amount('late', 'd'),
    rule: 'late <= 90 "d"',
    inOtherWords: 'Not(late > 90 "d")',
    isMet: ({ number }) => number('late') <= 90,
  },
  {
    clause: '1.3(c)(i)',
    claims: `declare band as enum {"A to D", "E", "F"};\n${amount('loan', 'EUR')}`,
    rule: 'Not(And(band == "E", loan > 5000 "EUR"))',
    inOtherWords: 'Implies(band == "E", loan <= 5000 "EUR")',
    isMet: ({ number, text }) => text('band') !== 'E' || number('loan') <= 5_000,
  },
  {
    clause: '2.1',
    claims: `${amount('loan', 'EUR')}\n${amount('income', 'EUR')}`,
    rule: 'And(loan <= income * 4, loan <= 50000 "EUR")',
    inOtherWords: 'loan <= Min(50000 "EUR", 4 * income)',
    isMet: ({ number }) => number('loan') <= Math.min(4 * number('income'), 50_000),
  },
  {
    clause: '3.1',
    claims: `${amount('loan', 'EUR')}\n${count('officers')}`,
    rule: 'Implies(loan > 25000 "EUR", officers >= 2)',
    inOtherWords: 'Or(Not(officers < 2), loan <= 25000 "EUR")',
    isMet: ({ number }) => number('loan') <= 25_000 || number('officers') >= 2,
  },
]

const LEAVE: readonly Omit<RuleOfPolicy, 'policy'>[] = [
  {
    clause: '1(1)',
    claims: count('paid_days'),
    rule: 'paid_days >= 25',
    inOtherWords: 'Not(paid_days < 25)',
    isMet: ({ number }) => number('paid_days') >= 25,
  },
  {
    clause: '1(2)',
    claims: `${count('carried_days')}\ndeclare taken_on as date;`,
    rule: 'And(carried_days <= 5, Implies(carried_days > 0, taken_on <= 2027-03-31))',
    inOtherWords: 'And(Not(carried_days > 5), Or(carried_days <= 0, taken_on < 2027-04-01))',
    isMet: ({ number, text }) =>
      number('carried_days') <= 5 && (number('carried_days') <= 0 || text('taken_on') <= '2027-03-31'),
  },
  {
    clause: '1(3)',
    claims: `${amount('requested_before', 'd')}\n${yesNo('manager_agrees')}`,
    rule: 'Or(requested_before >= 14 "d", manager_agrees)',
    inOtherWords: 'Implies(requested_before < 14 "d", manager_agrees)',
    isMet: ({ number, yes }) => number('requested_before') >= 14 || yes('manager_agrees'),
  },
  {
    clause: '2(2)',
    claims: `${count('day_of_illness')}\n${yesNo('has_certificate')}`,
    rule: 'Implies(day_of_illness >= 3, has_certificate)',
    inOtherWords: 'Or(day_of_illness < 3, has_certificate)',
    isMet: ({ number, yes }) => number('day_of_illness') < 3 || yes('has_certificate'),
  },
  {
    clause: '3(1)',
    claims: count('age_in_months'),
    rule: 'age_in_months <= 36',
    inOtherWords: 'Not(age_in_months > 36)',
    isMet: ({ number }) => number('age_in_months') <= 36,
  },
  {
    clause: '3(2)',
    claims: amount('requested_before', 'd'),
    rule: 'requested_before >= 49 "d"',
    inOtherWords: 'requested_before >= 7 * 7 "d"',
    isMet: ({ number }) => number('requested_before') >= 49,
  },
]

const DATA: readonly Omit<RuleOfPolicy, 'policy'>[] = [
  {
    clause: 'Art.1(2)',
    claims: yesNo('is_anonymous', 'rules_apply'),
    rule: 'Implies(is_anonymous, Not(rules_apply))',
    inOtherWords: 'Not(And(rules_apply, is_anonymous))',
    isMet: ({ yes }) => !(yes('is_anonymous') && yes('rules_apply')),
  },
  {
    clause: 'Art.2(1)(b)',
    claims: yesNo('is_collected', 'is_necessary'),
    rule: 'Implies(is_collected, is_necessary)',
    inOtherWords: 'Or(is_necessary, Not(is_collected))',
    isMet: ({ yes }) => !yes('is_collected') || yes('is_necessary'),
  },
  {
    clause: 'Art.2(1)(c)',
    claims: `${count('months_since_contact')}\n${yesNo('is_deleted', 'is_transferred')}`,
    rule: 'Implies(And(months_since_contact > 36, Not(is_transferred)), is_deleted)',
    inOtherWords: 'Or(months_since_contact <= 36, is_transferred, is_deleted)',
    isMet: ({ number, yes }) => number('months_since_contact') <= 36 || yes('is_transferred') || yes('is_deleted'),
  },
  {
    clause: 'Art.2(2)',
    claims: yesNo('is_responsible', 'can_show'),
    rule: 'Implies(is_responsible, can_show)',
    inOtherWords: 'Not(And(is_responsible, Not(can_show)))',
    isMet: ({ yes }) => !yes('is_responsible') || yes('can_show'),
  },
  {
    clause: 'Art.3(1)',
    claims: yesNo('outside_union', 'has_standard_clauses'),
    rule: 'Implies(outside_union, has_standard_clauses)',
    inOtherWords: 'Or(Not(outside_union), has_standard_clauses)',
    isMet: ({ yes }) => !yes('outside_union') || yes('has_standard_clauses'),
  },
  {
    clause: 'Art.3(2)',
    claims: `${amount('approved_after', 'd')}\n${yesNo('officer_approves')}`,
    rule: 'And(officer_approves, approved_after <= 14 "d")',
    inOtherWords: 'Not(Or(Not(officer_approves), approved_after > 14 "d"))',
    isMet: ({ number, yes }) => yes('officer_approves') && number('approved_after') <= 14,
  },
]

const PROCUREMENT: readonly Omit<RuleOfPolicy, 'policy'>[] = [
  {
    clause: 'A.1',
    claims: `${amount('order')}\n${count('offers')}`,
    rule: 'Implies(order <= 5000 "USD", offers >= 1)',
    inOtherWords: 'Or(order > 5000 "USD", Not(offers < 1))',
    isMet: ({ number }) => number('order') > 5_000 || number('offers') >= 1,
  },
  {
    clause: 'A.2',
    claims: `${amount('order')}\n${count('offers')}\n${yesNo('public_tender')}`,
    rule: 'And(Implies(order > 5000 "USD", offers >= 3), Implies(order > 100000 "USD", public_tender))',
    inOtherWords: 'And(Or(public_tender, order <= 100000 "USD"), Or(order <= 5000 "USD", offers >= 3))',
    isMet: ({ number, yes }) =>
      (number('order') <= 5_000 || number('offers') >= 3) && (number('order') <= 100_000 || yes('public_tender')),
  },
  {
    clause: 'B.1',
    claims: count('registered_months'),
    rule: 'registered_months >= 24',
    inOtherWords: 'Not(registered_months < 24)',
    isMet: ({ number }) => number('registered_months') >= 24,
  },
  {
    clause: 'B.2',
    claims: amount('insurance'),
    rule: 'insurance >= 1000000 "USD"',
    inOtherWords: 'Not(insurance < 1000000 "USD")',
    isMet: ({ number }) => number('insurance') >= 1_000_000,
  },
  {
    clause: 'B.3',
    claims: yesNo('on_list', 'is_relative'),
    rule: 'Not(Or(on_list, is_relative))',
    inOtherWords: 'And(Not(on_list), Not(is_relative))',
    isMet: ({ yes }) => !yes('on_list') && !yes('is_relative'),
  },
  {
    clause: 'C.1',
    claims: `${amount('order')}\ndeclare approver as enum {"team lead", "director", "other"};`,
    rule: 'And(order <= 50000 "USD", approver == If(order <= 10000 "USD", "team lead", "director"))',
    inOtherWords:
      'If(order <= 10000 "USD", approver == "team lead", And(approver == "director", order <= 50000 "USD"))',
    isMet: ({ number, text }) =>
      number('order') <= 50_000 && text('approver') === (number('order') <= 10_000 ? 'team lead' : 'director'),
  },
]

const OF_POLICIES = [
  ['travel expenses', TRAVEL],
  ['lending', LENDING],
  ['leave', LEAVE],
  ['data protection', DATA],
  ['procurement', PROCUREMENT],
] as const

export const RULES_OF_POLICIES: readonly RuleOfPolicy[] = OF_POLICIES.flatMap(([policy, rules]) =>
  rules.map((rule) => ({ policy, ...rule })),
)

export interface SeededDraft extends RuleOfPolicy {
  readonly draft: string
  /** How the second reader writes the clause. */
  readonly reading: string
}

/** Both forms of each rule, read in the other form. */
export const RIGHT_DRAFTS: readonly SeededDraft[] = RULES_OF_POLICIES.flatMap((rule) => [
  { ...rule, draft: rule.rule, reading: rule.inOtherWords },
  { ...rule, draft: rule.inOtherWords, reading: rule.rule },
])

/** Two faults of each rule. */
export const WRONG_DRAFTS: readonly SeededDraft[] = RULES_OF_POLICIES.flatMap((rule, index) => {
  const faults = [...new Set(listFaults().flatMap((fault) => fault(rule.rule)))]
  // The seed moves on, so that every kind of fault is among them.
  const chosen = [faults[index % faults.length] ?? '', faults[(index + 1) % faults.length] ?? '']
  return chosen.map((draft) => ({ ...rule, draft, reading: rule.inOtherWords }))
})

function listFaults(): readonly ((rule: string) => readonly string[])[] {
  const replaceOnce = (rule: string, from: string | RegExp, to: string | ((found: string) => string)) => {
    const changed = typeof to === 'string' ? rule.replace(from, to) : rule.replace(from, to)
    return changed === rule ? [] : [changed]
  }
  return [
    // Another number.
    (rule) =>
      replaceOnce(rule, /(?<![\w.-])\d+(?![\w.-])/, (found) => String(Number(found) + Math.ceil(Number(found) / 10))),
    // The limit itself is in or out.
    (rule) => replaceOnce(rule, /<=|>=|<|>/, (found) => (found.length === 2 ? (found[0] ?? '') : `${found}=`)),
    // The other direction.
    (rule) => replaceOnce(rule, /<=|>=|<|>/, (found) => found.replace(/[<>]/, (sign) => (sign === '<' ? '>' : '<'))),
    // Another connective.
    (rule) => replaceOnce(rule, /And\(|(?<!\w)Or\(/, (found) => (found === 'And(' ? 'Or(' : 'And(')),
    // The other way round.
    (rule) => replaceOnce(rule, /^Implies\((\w+), (\w+)\)$/, 'Implies($2, $1)'),
    // The condition is lost.
    (rule) => replaceOnce(rule, /^Implies\(([^,()]+), (.+)\)$/, '$2'),
    // A negation too much or too little.
    (rule) => (rule.startsWith('Not(') ? [rule.slice(4, -1)] : [`Not(${rule})`]),
  ]
}
