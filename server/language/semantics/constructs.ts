/**
 * All constructs of the language, for hover, completion and the grammar guide. A test compiles each example with the
 * guide's ruleset (grammar-guide.ts).
 */
export type ConstructKind = 'statement' | 'policy' | 'annotation' | 'condition' | 'number' | 'choice' | 'set'

export interface Construct {
  /** The word or sign that a person points at. */
  readonly word: string
  readonly kind: ConstructKind
  /** For people: `Implies(a, b)`. */
  readonly form: string
  readonly meaning: string
  /** A statement, condition, number, set or annotation, depending on the kind. */
  readonly example: string
  /** Completion text; `<name>` is a placeholder, `<>` an empty one. */
  readonly snippet: string
}

function defineConstruct(
  word: string,
  kind: ConstructKind,
  form: string,
  meaning: string,
  example: string,
  snippet = word,
): Construct {
  return { word, kind, form, meaning, example, snippet }
}

export const STATEMENTS: readonly Construct[] = [
  defineConstruct(
    'version',
    'statement',
    'version 1.3;',
    'optional, once, first; 1.2 and 1.3 mean the same',
    '',
    'version 1.3;',
  ),
  defineConstruct(
    'declare',
    'statement',
    'declare name as type;',
    'a claim: its value comes with each claim dictionary',
    'declare approved as boolean;',
    'declare <name> as <boolean>;',
  ),
  defineConstruct('boolean', 'statement', 'boolean', 'true or false', 'declare signed as boolean;'),
  defineConstruct(
    'numeric',
    'statement',
    'numeric',
    'an exact number, perhaps in a unit',
    'declare nights as numeric;',
  ),
  defineConstruct(
    'enum',
    'statement',
    'enum ["low", "high"] or enum {"a", "b"}',
    'one of a vocabulary: in [ ] ordered, lowest first, compared with < too; in { } compared with == and != alone',
    'declare region as enum {"EU", "US"};',
    'enum ["<low>", "<high>"]',
  ),
  defineConstruct(
    'local',
    'statement',
    'declare local name as boolean;',
    'no claim; a let gives its value, without one it stays open',
    'declare local waived as boolean;',
    'declare local <name> as boolean;',
  ),
  defineConstruct(
    'let',
    'statement',
    'let name = expression;',
    'names an expression over claims and names above; never a claim',
    'let doubled = amount * 2;',
    'let <name> = <>;',
  ),
  defineConstruct(
    'assert',
    'statement',
    'assert name { condition };',
    'must hold; every assertion has its own answer',
    'assert small { amount < 10 "USD" };',
    'assert <name> {\n  <>\n};',
  ),
]

export const POLICIES: readonly Construct[] = [
  defineConstruct(
    'neutral',
    'policy',
    '[neutral]',
    'stays UNKNOWN (the default)',
    'assert with_receipt [neutral] { has_receipt };',
  ),
  defineConstruct(
    'pessimistic',
    'policy',
    '[pessimistic]',
    'FALSE where it may be false',
    'assert strict [pessimistic] { has_receipt };',
  ),
  defineConstruct(
    'optimistic',
    'policy',
    '[optimistic]',
    'TRUE where it may be true',
    'assert lenient [optimistic] { has_receipt };',
  ),
]

export const ANNOTATIONS: readonly Construct[] = [
  defineConstruct(
    '@ask',
    'annotation',
    '// @ask claim question',
    'the question put to the person or program that extracts the claim',
    '// @ask has_id Is an identity document enclosed?',
    '@ask <claim> <question>',
  ),
  defineConstruct(
    '@context',
    'annotation',
    '// @context claim text',
    'more for the extractor to know',
    '// @context has_id A copy is enough.',
    '@context <claim> <text>',
  ),
  defineConstruct(
    '@range',
    'annotation',
    '// @range claim min..max',
    'submitted numbers outside are refused',
    '// @range days 0..365',
    '@range <claim> <0>..<100>',
  ),
  defineConstruct(
    '@unit',
    'annotation',
    '// @unit claim unit',
    'the unit that a numeric claim is held in',
    '// @unit distance km\ndeclare distance as numeric;',
    '@unit <claim> <unit>',
  ),
]

export const CONDITIONS: readonly Construct[] = [
  defineConstruct('True', 'condition', 'True, False', 'the truth values, written so', 'has_receipt == True'),
  defineConstruct('False', 'condition', 'True, False', 'the truth values, written so', 'has_receipt == False'),
  defineConstruct('==', 'condition', 'a == b, a != b', 'equal, not equal; never a single =', 'kind == "meal"'),
  defineConstruct('!=', 'condition', 'a == b, a != b', 'equal, not equal; never a single =', 'kind != "meal"'),
  defineConstruct(
    '<',
    'condition',
    'a < b, a <= b, a > b, a >= b',
    'order of numbers and of ordered enums; > is strictly greater; comparisons do not chain',
    'grade < "senior"',
  ),
  defineConstruct(
    '<=',
    'condition',
    'a < b, a <= b, a > b, a >= b',
    'order of numbers and of ordered enums; > is strictly greater; comparisons do not chain',
    'amount <= 75 "USD"',
  ),
  defineConstruct(
    '>',
    'condition',
    'a < b, a <= b, a > b, a >= b',
    'order of numbers and of ordered enums; > is strictly greater; comparisons do not chain',
    'amount > 75 "USD"',
  ),
  defineConstruct(
    '>=',
    'condition',
    'a < b, a <= b, a > b, a >= b',
    'order of numbers and of ordered enums; > is strictly greater; comparisons do not chain',
    'amount >= 75 "USD"',
  ),
  defineConstruct('And', 'condition', 'And(a, b, ...)', 'all hold', 'And(has_id, has_receipt, days < 30)', 'And(<>)'),
  defineConstruct('Or', 'condition', 'Or(a, b, ...)', 'at least one holds', 'Or(has_id, has_receipt)', 'Or(<>)'),
  defineConstruct('Not', 'condition', 'Not(a)', 'does not hold', 'Not(has_id)', 'Not(<>)'),
  defineConstruct('Xor', 'condition', 'Xor(a, b)', 'exactly one of the two', 'Xor(has_id, has_receipt)', 'Xor(<>, <>)'),
  defineConstruct(
    'Implies',
    'condition',
    'Implies(a, b)',
    'whenever a holds, b holds',
    'Implies(days > 1, has_id)',
    'Implies(<>, <>)',
  ),
  defineConstruct(
    'ForAll',
    'condition',
    'ForAll(x in s, p)',
    'p holds for every member x of s',
    'ForAll(x in { has_id, has_receipt }, x)',
    'ForAll(<x> in <set>, <>)',
  ),
  defineConstruct(
    'Exists',
    'condition',
    'Exists(x in s, p)',
    'for at least one',
    'Exists(x in { 1, 7, 30 }, days == x)',
    'Exists(<x> in <set>, <>)',
  ),
  defineConstruct(
    'AtLeast',
    'condition',
    'AtLeast(n, x in s, p)',
    'for n members or more',
    'AtLeast(1, x in { has_id, has_receipt }, x)',
    'AtLeast(<n>, <x> in <set>, <>)',
  ),
  defineConstruct(
    'AtMost',
    'condition',
    'AtMost(n, x in s, p)',
    'for n members or fewer',
    'AtMost(1, x in { has_id, has_receipt }, x)',
    'AtMost(<n>, <x> in <set>, <>)',
  ),
  defineConstruct(
    'ExactlyOne',
    'condition',
    'ExactlyOne(x in s, p)',
    'for exactly one',
    'ExactlyOne(x in Members(kind), kind == x)',
    'ExactlyOne(<x> in <set>, <>)',
  ),
  defineConstruct(
    'IsMember',
    'condition',
    'IsMember(v, s)',
    'v is one of the values of s',
    'IsMember(kind, { "meal", "hotel" })',
    'IsMember(<>, <>)',
  ),
  defineConstruct(
    'IsSubset',
    'condition',
    'IsSubset(a, b)',
    'every value of a is in b',
    'IsSubset({ kind }, Members(kind))',
    'IsSubset(<>, <>)',
  ),
]

export const NUMBERS: readonly Construct[] = [
  defineConstruct('+', 'number', 'a + b, a - b, -a', 'both sides in units that convert', 'amount + 5 "USD"'),
  defineConstruct('-', 'number', 'a + b, a - b, -a', 'both sides in units that convert', 'amount - 5 "USD"'),
  defineConstruct(
    '*',
    'number',
    'a * b, a / b',
    'units multiply and divide too; over zero there is no value',
    'amount * 2',
  ),
  defineConstruct(
    '/',
    'number',
    'a * b, a / b',
    'units multiply and divide too; over zero there is no value',
    'amount / days',
  ),
  defineConstruct('%', 'number', 'a % b', 'the remainder, with the sign of b', 'days % 7'),
  defineConstruct(
    'CountWhere',
    'number',
    'CountWhere(x in s, p)',
    'how many members of s fulfil p',
    'CountWhere(x in { has_id, has_receipt }, x)',
    'CountWhere(<x> in <set>, <>)',
  ),
]

export const CHOICES: readonly Construct[] = [
  defineConstruct('If', 'choice', 'If(c, a, b)', 'a where c holds, else b', 'If(has_id, 1, 2)', 'If(<>, <>, <>)'),
  defineConstruct(
    'IF',
    'choice',
    'IF c THEN a [ELSE b] END',
    'the same; without ELSE a condition that holds where c does not',
    'IF has_id THEN 1 ELSE 2 END',
    'IF <> THEN <> END',
  ),
  defineConstruct(
    'CASE',
    'choice',
    'CASE s OF "x": a, "y": b, DEFAULT: c END',
    'by the member that s is; without DEFAULT name every member',
    'CASE kind OF "meal": 1, DEFAULT: 2 END',
    'CASE <> OF "<>": <>, DEFAULT: <> END',
  ),
]

export const SETS: readonly Construct[] = [
  defineConstruct('{', 'set', '{ a, b }', 'the members, all of one type', '{ 1, days }'),
  defineConstruct(
    'Members',
    'set',
    'Members(claim)',
    'the vocabulary of an enum claim',
    'Members(kind)',
    'Members(<>)',
  ),
  defineConstruct(
    'Union',
    'set',
    'Union(a, b)',
    'what is in either',
    'Union({ "meal" }, { "hotel" })',
    'Union(<>, <>)',
  ),
  defineConstruct(
    'Intersect',
    'set',
    'Intersect(a, b)',
    'the members of a that have a match in b',
    'Intersect({ "meal" }, Members(kind))',
    'Intersect(<>, <>)',
  ),
  defineConstruct(
    'Difference',
    'set',
    'Difference(a, b)',
    'the members of a that have no match in b',
    'Difference(Members(kind), { "meal" })',
    'Difference(<>, <>)',
  ),
]

export const CONSTRUCTS: readonly Construct[] = [
  ...STATEMENTS,
  ...POLICIES,
  ...ANNOTATIONS,
  ...CONDITIONS,
  ...NUMBERS,
  ...CHOICES,
  ...SETS,
]

/** Words of a construct that share its meaning. */
const PARTS: Readonly<Record<string, string>> = {
  THEN: 'IF',
  ELSE: 'IF',
  OF: 'CASE',
  DEFAULT: 'CASE',
  as: 'declare',
  in: 'ForAll',
}

const BY_WORD: ReadonlyMap<string, Construct> = new Map(CONSTRUCTS.map((entry) => [entry.word, entry]))

export function constructOf(word: string): Construct | null {
  return BY_WORD.get(PARTS[word] ?? word) ?? null
}
