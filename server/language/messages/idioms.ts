/**
 * Forms from SQL, Excel, Python, JavaScript, Rego, Cedar and DMN, and how to write them here. Diagnostics take their
 * texts from this catalogue, and the grammar guide lists it. idioms.test.ts proves that each foreign form does not
 * compile and that each form here does.
 */

/** The position of a foreign word. */
type Place = 'function' | 'operator' | 'name' | 'type' | 'statement' | 'character'

/** The kind of both forms. */
type Kind = 'condition' | 'number' | 'statements'

export interface Idiom {
  readonly kind: Kind
  readonly foreign: string
  readonly here: string
  /** Lower-case words that identify the idiom; absent if its form is enough. */
  readonly words?: Partial<Readonly<Record<Place, readonly string[]>>>
  /** A sentence before the two forms. */
  readonly reason?: string
  /** Statements that both forms need. */
  readonly setup?: string
  /** The function that language 1.4 has for it. */
  readonly newer?: 'Min' | 'Max' | 'Abs' | 'Floor' | 'Ceil' | 'Length'
}

const NO_TEXT = 'Free text needs version 1.4; at the top.'
const NO_CLOCK = 'A ruleset has no clock: a claim holds the time that counts.'
const NO_DATES = 'Dates and timestamps need version 1.4; at the top. Before 1.4, a claim holds the time that counts.'
const PRESENCE =
  'No condition sees whether a claim is known, and a policy answers for its whole assertion: let a yes/no claim say it. And(days_given, days < 30) requires the value; Implies(days_given, days < 30) leaves it optional.'

const LIST = {
  'not-available': {
    kind: 'statements',
    foreign: 'assert a { IsMember(kind, { "meal", "NA" }) };',
    here: 'declare kind_given as boolean; assert a { Implies(kind_given, kind == "meal") };',
    reason: PRESENCE,
  },
  null: {
    kind: 'statements',
    foreign: 'assert a { Or(days == null, days < 30) };',
    here: 'declare days_given as boolean; assert a { Implies(days_given, days < 30) };',
    reason: PRESENCE,
    words: {
      name: ['null', 'none', 'nil', 'undefined', 'nan', 'unknown', 'missing', 'empty', 'blank'],
      function: [
        'isnull',
        'isblank',
        'isempty',
        'isna',
        'isnan',
        'isundefined',
        'isunknown',
        'ismissing',
        'is_null',
        'is_empty',
      ],
    },
  },
  given: {
    kind: 'statements',
    foreign: 'assert a { And(IsKnown(days), days < 30) };',
    here: 'declare days_given as boolean; assert a { And(days_given, days < 30) };',
    reason: PRESENCE,
    words: {
      function: [
        'isknown',
        'defined',
        'isdefined',
        'has',
        'isgiven',
        'ispresent',
        'isset',
        'notnull',
        'isnotnull',
        'known',
      ],
    },
  },
  coalesce: {
    kind: 'statements',
    foreign: 'assert a { Coalesce(days, 0) < 30 };',
    here: 'declare days_given as boolean; assert a { If(days_given, days, 0) < 30 };',
    reason: 'No other value replaces one that is unknown; a yes/no claim says whether there is one.',
    words: { function: ['coalesce', 'ifnull', 'nvl', 'ifna', 'nullif'], character: ['??'] },
  },
  'error-value': {
    kind: 'number',
    foreign: 'IfError(5 / days, 0)',
    here: 'If(days == -days, 0, 5 / days)',
    reason: 'The one error that an expression can have is a division by zero.',
    words: { function: ['iferror'] },
  },
  elseif: {
    kind: 'number',
    foreign: 'IF has_id THEN 1 ELSEIF days < 2 THEN 2 ELSE 3 END',
    here: 'IF has_id THEN 1 ELSE IF days < 2 THEN 2 ELSE 3 END END',
  },
  'case-when': {
    kind: 'number',
    foreign: 'CASE WHEN has_id THEN 5 ELSE 9 END',
    here: 'IF has_id THEN 5 ELSE 9 END',
  },
  ternary: {
    kind: 'number',
    foreign: 'has_id ? 5 : 9',
    here: 'If(has_id, 5, 9)',
    words: { character: ['?'], function: ['iif', 'ifs'] },
  },
  switch: {
    kind: 'number',
    foreign: 'Switch(kind, "meal", 5, 9)',
    here: 'CASE kind OF "meal": 5, DEFAULT: 9 END',
    words: { function: ['switch', 'decode', 'choose'] },
  },
  'case-number': {
    kind: 'number',
    foreign: 'CASE days OF 1: 5, DEFAULT: 9 END',
    here: 'IF days == 1 THEN 5 ELSE 9 END',
    reason: 'CASE chooses by the members of an enum.',
  },
  'case-labels': {
    kind: 'number',
    foreign: 'CASE kind OF "meal", "hotel": 5, DEFAULT: 9 END',
    here: 'CASE kind OF "meal": 5, "hotel": 5, DEFAULT: 9 END',
  },
  max: {
    kind: 'number',
    foreign: 'Max(days, 3)',
    here: 'If(days > 3, days, 3)',
    words: { function: ['max', 'maximum', 'greatest', 'larger'] },
    newer: 'Max',
  },
  min: {
    kind: 'number',
    foreign: 'Min(days, 3)',
    here: 'If(days < 3, days, 3)',
    words: { function: ['min', 'minimum', 'least', 'smaller'] },
    newer: 'Min',
  },
  abs: {
    kind: 'number',
    foreign: 'Abs(days - 3)',
    here: 'If(days > 3, days - 3, 3 - days)',
    words: { function: ['abs', 'absolute'] },
    newer: 'Abs',
  },
  round: {
    kind: 'number',
    foreign: 'Round(days)',
    here: 'If(days < 0, days - 0.5 + (0.5 - days) % 1, days + 0.5 - (days + 0.5) % 1)',
    words: { function: ['round', 'mround'] },
  },
  truncate: {
    kind: 'number',
    foreign: 'Truncate(days)',
    here: 'If(days < 0, days + (-days) % 1, days - days % 1)',
    words: { function: ['trunc', 'truncate', 'rounddown', 'fix'] },
  },
  floor: {
    kind: 'number',
    foreign: 'Floor(days)',
    here: 'days - days % 1',
    words: { function: ['floor', 'int'] },
    newer: 'Floor',
  },
  ceiling: {
    kind: 'number',
    foreign: 'Ceiling(days)',
    here: 'days + (-days) % 1',
    words: { function: ['ceiling', 'ceil'] },
    newer: 'Ceil',
  },
  'round-up': {
    kind: 'number',
    foreign: 'RoundUp(days, 1)',
    here: 'If(days < 0, days - days % 0.1, days + (-days) % 0.1)',
    words: { function: ['roundup'] },
  },
  sign: {
    kind: 'number',
    foreign: 'Sign(days)',
    here: 'If(days > 0, 1, If(days < 0, -1, 0))',
    words: { function: ['sign', 'sgn'] },
  },
  root: {
    kind: 'condition',
    foreign: 'Sqrt(days) <= 3',
    here: 'And(days >= 0, days <= 3 * 3)',
    reason:
      'A ruleset has no roots, logarithms or powers with fractions, since these are no exact numbers. Compare the squares.',
    words: { function: ['sqrt', 'log', 'ln', 'exp', 'log10'] },
  },
  sum: {
    kind: 'number',
    foreign: 'Sum(days, 3)',
    here: 'days + 3',
    words: { function: ['sum', 'total', 'add'] },
  },
  average: {
    kind: 'number',
    foreign: 'Average(days, 3)',
    here: '(days + 3) / 2',
    words: { function: ['average', 'avg', 'mean'] },
  },
  count: {
    kind: 'number',
    foreign: 'Count(has_id, has_receipt)',
    here: 'CountWhere(x in { has_id, has_receipt }, x)',
    reason: 'CountWhere counts the members of a set for which a condition holds.',
    words: { function: ['count', 'counta', 'countifs'] },
  },
  countif: {
    kind: 'number',
    foreign: 'CountIf({ days, 3 }, ">2")',
    here: 'CountWhere(x in { days, 3 }, x > 2)',
    words: { function: ['countif'] },
  },
  sumif: {
    kind: 'number',
    foreign: 'SumIf({ days, 3 }, ">2")',
    here: 'If(days > 2, days, 0) + 3',
    reason: 'Nothing adds up the members of a set: write the sum.',
    words: { function: ['sumif', 'sumifs', 'sumproduct'] },
  },
  power: {
    kind: 'number',
    foreign: 'days ^ 2',
    here: 'days * days',
    words: { character: ['^', '**'], function: ['power', 'pow'] },
  },
  modulo: {
    kind: 'number',
    foreign: 'Mod(days, 7)',
    here: 'days % 7',
    words: { operator: ['mod'], function: ['mod', 'modulo'] },
  },
  'whole-division': {
    kind: 'number',
    foreign: 'days // 7',
    here: '(days - days % 7) / 7',
    reason: 'Two slashes begin a comment.',
    words: { character: ['//'] },
  },
  quotient: {
    kind: 'number',
    foreign: 'days div 7',
    here: 'If(days < 0, days + (-days) % 7, days - days % 7) / 7',
    words: { operator: ['div'], function: ['quotient', 'div', 'intdiv'], character: ['%/%'] },
  },
  between: {
    kind: 'condition',
    foreign: 'days between 1 and 30',
    here: 'And(days >= 1, days <= 30)',
    words: { operator: ['between'], function: ['between'] },
  },
  range: {
    kind: 'condition',
    foreign: 'days in [1..30)',
    here: 'And(days >= 1, days < 30)',
    words: { character: ['..'] },
  },
  'whole-range': {
    kind: 'condition',
    foreign: 'days in range(1, 30)',
    here: 'And(days % 1 == 0, days >= 1, days < 30)',
    words: { function: ['range'] },
  },
  length: {
    kind: 'statements',
    foreign: 'assert a { Length(remark) <= 20 };',
    here: 'declare remark_length as numeric; assert a { remark_length <= 20 };',
    reason: `${NO_TEXT} Before 1.4, a claim holds the length.`,
    words: { function: ['length', 'len', 'strlen', 'char_length', 'size'] },
    newer: 'Length',
  },
  'text-search': {
    kind: 'condition',
    foreign: 'kind LIKE "%e%l"',
    here: 'IsMember(kind, { "meal", "hotel" })',
    reason: 'No condition searches in a text. List the values that are meant.',
    words: {
      operator: ['like', 'ilike', 'matches', 'contains', 'startswith', 'endswith'],
      function: [
        'contains',
        'startswith',
        'endswith',
        'like',
        'matches',
        'regex',
        'upper',
        'lower',
        'trim',
        'substring',
      ],
    },
  },
  today: {
    kind: 'statements',
    foreign: 'assert a { Today() - filed <= 30 };',
    here: 'declare days_since_filing as numeric; assert a { days_since_filing <= 30 "d" };',
    reason: NO_CLOCK,
    words: {
      name: ['today', 'now', 'current_date'],
      function: ['today', 'now', 'date', 'datediff', 'datedif', 'dateadd', 'year', 'month', 'getdate', 'current_date'],
    },
  },
  'all-any': {
    kind: 'condition',
    foreign: 'All(has_id, Any(has_receipt, days < 2))',
    here: 'And(has_id, Or(has_receipt, days < 2))',
    words: { function: ['all', 'allof', 'every', 'any', 'anyof', 'some'] },
  },
  satisfies: {
    kind: 'condition',
    foreign: 'every x in { 1, 7 } satisfies days > x',
    here: 'ForAll(x in { 1, 7 }, days > x)',
    reason: 'ForAll asks for every member of a set, Exists for some.',
    words: { name: ['every', 'some'] },
  },
  'in-list': {
    kind: 'condition',
    foreign: 'kind IN ("meal", "hotel")',
    here: 'IsMember(kind, { "meal", "hotel" })',
  },
  'not-in': {
    kind: 'condition',
    foreign: 'kind not in { "meal", "hotel" }',
    here: 'Not(IsMember(kind, { "meal", "hotel" }))',
    words: { operator: ['not'] },
  },
  unless: {
    kind: 'condition',
    foreign: 'has_id unless days < 2',
    here: 'Implies(Not(days < 2), has_id)',
    words: { operator: ['unless'], name: ['unless'] },
  },
  'word-comparison': {
    kind: 'condition',
    foreign: 'days is 3',
    here: 'days == 3',
    words: { operator: ['is', 'equals', 'equal', 'eq'] },
  },
  'yes-no': {
    kind: 'condition',
    foreign: 'has_id == "yes"',
    here: 'has_id',
    reason: 'A boolean claim is a condition by itself; its negation is Not(has_id).',
  },
  'digit-member': {
    kind: 'condition',
    foreign: 'code == 1',
    here: 'code == "1"',
    reason: 'The members of an enum are text, also where they are digits.',
    setup: 'declare code as enum {"1", "2"};',
  },
  dollar: { kind: 'condition', foreign: 'amount > $75', here: 'amount > 75 "USD"' },
  'currency-first': { kind: 'condition', foreign: 'amount > USD 75', here: 'amount > 75 "USD"' },
  path: {
    kind: 'condition',
    foreign: 'loan.amount > 5',
    here: 'loan_amount > 5',
    reason: 'A point reaches into a declared record (version 1.4); any other name is one word.',
    setup: 'declare loan_amount as numeric;',
  },
  index: {
    kind: 'condition',
    foreign: 'loan["amount"] > 5',
    here: 'loan_amount > 5',
    reason: 'A name is one word; the entries of a list (version 1.4) are reached by quantifiers.',
    setup: 'declare loan_amount as numeric;',
    words: { operator: ['['] },
  },
  hyphen: {
    kind: 'statements',
    foreign: 'declare loan-amount as numeric;',
    here: 'declare loan_amount as numeric;',
    reason: 'Names have ASCII letters, digits and _ and do not begin with a digit; text is written in double quotes.',
  },
  undeclared: {
    kind: 'statements',
    foreign: 'assert a { weight > 3 "kg" };',
    here: 'declare weight as numeric; assert a { weight > 3 "kg" };',
  },
  real: {
    kind: 'statements',
    foreign: 'declare rate as real;',
    here: 'declare rate as numeric;',
    words: {
      type: ['number', 'num', 'int', 'integer', 'decimal', 'float', 'double', 'money', 'real', 'currency', 'percent'],
    },
  },
  symbol: {
    kind: 'statements',
    foreign: 'declare colour as symbol;',
    here: 'declare colour as enum {"red", "blue"};',
    reason: `${NO_TEXT} Before 1.4, list the values that the claim can have.`,
    words: { type: ['symbol', 'string', 'str', 'text', 'varchar', 'char', 'keyword', 'category', 'object', 'any'] },
  },
  'date-type': {
    kind: 'statements',
    foreign: 'declare filed as date;',
    here: 'declare days_since_filing as numeric;',
    reason: NO_DATES,
    words: { type: ['date', 'datetime', 'time', 'timestamp', 'instant'] },
  },
  'list-type': {
    kind: 'statements',
    foreign: 'declare papers as list;',
    here: 'declare has_contract as boolean; declare has_invoice as boolean;',
    reason: 'A claim holds one value: declare a boolean claim for each fact.',
    words: { type: ['list', 'array', 'set', 'collection', 'map'] },
  },
  permit: {
    kind: 'statements',
    foreign: 'permit when { has_id };',
    here: 'assert permitted { has_id };',
    reason: 'An assertion begins with assert and has a name.',
    words: { statement: ['permit', 'forbid', 'allow', 'deny', 'if', 'when', 'rule', 'select', 'default', 'require'] },
  },
  hash: { kind: 'statements', foreign: '# receipts', here: '// receipts', words: { character: ['#'] } },
  dashes: { kind: 'statements', foreign: '-- receipts', here: '// receipts' },
} as const satisfies Readonly<Record<string, Idiom>>

export type IdiomId = keyof typeof LIST

export const IDIOMS: Readonly<Record<IdiomId, Idiom>> = LIST

const BY_WORD = new Map<string, IdiomId>()
for (const [id, { words }] of Object.entries(IDIOMS))
  for (const [place, list] of Object.entries(words ?? {}))
    for (const word of list) BY_WORD.set(`${place} ${word}`, id as IdiomId)

/** Ignores case. Returns null for other words. */
export function idiomOf(place: Place, word: string): IdiomId | null {
  return BY_WORD.get(`${place} ${word.toLowerCase()}`) ?? null
}

/** The advice at the end of a message; empty without an idiom. */
export function wayOut(id: IdiomId | null): string {
  if (id === null) return ''
  const { foreign, here, reason } = IDIOMS[id]
  return `${reason === undefined ? '' : `${reason} `}For ${foreign} write ${here}${here.endsWith(';') ? '' : '.'}`
}
