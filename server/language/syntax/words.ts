/** The only lists of the grammar's words, for each version of the language. */
import type { CalledFunction, QuantifierName } from './syntax'

/** Oldest first. Texts without a version are 1.3. */
export const LANGUAGE_VERSIONS = ['1.2', '1.3', '1.4'] as const
export type LanguageVersion = (typeof LANGUAGE_VERSIONS)[number]

/** With the minimum and maximum number of operands. */
export const FUNCTIONS: ReadonlyMap<CalledFunction, readonly [number, number]> = new Map([
  ['And', [1, Number.POSITIVE_INFINITY]],
  ['Or', [1, Number.POSITIVE_INFINITY]],
  ['Not', [1, 1]],
  ['Xor', [2, 2]],
  ['Implies', [2, 2]],
  ['If', [3, 3]],
  ['IsMember', [2, 2]],
  ['IsSubset', [2, 2]],
  ['Union', [2, 2]],
  ['Intersect', [2, 2]],
  ['Difference', [2, 2]],
  ['Members', [1, 1]],
  ['Min', [2, Number.POSITIVE_INFINITY]],
  ['Max', [2, Number.POSITIVE_INFINITY]],
  ['Abs', [1, 1]],
  ['Floor', [1, 1]],
  ['Ceil', [1, 1]],
  ['Round', [3, 3]],
  ['Year', [1, 1]],
  ['Month', [1, 1]],
  ['Day', [1, 1]],
  ['Weekday', [1, 1]],
  ['EndOfMonth', [1, 1]],
  ['FullMonths', [2, 2]],
  ['FullYears', [2, 2]],
  ['DateOf', [2, 2]],
  ['HourOf', [2, 2]],
  ['IsNumber', [1, 1]],
  ['IsWhole', [1, 1]],
  ['IsGiven', [1, 1]],
  ['Count', [1, 1]],
  ['Sum', [1, 1]],
  ['NoneRepeated', [1, 1]],
  ['Length', [1, 1]],
  ['Matches', [2, 2]],
])

/** True if a count comes first. */
export const QUANTIFIERS: ReadonlyMap<QuantifierName, boolean> = new Map([
  ['ForAll', false],
  ['Exists', false],
  ['AtLeast', true],
  ['AtMost', true],
  ['ExactlyOne', false],
  ['CountWhere', false],
])

export const STRUCTURE_WORDS = ['IF', 'THEN', 'ELSE', 'END', 'CASE', 'OF', 'DEFAULT'] as const
export const LOOKUP_WORDS = ['parameter', 'scale', 'table'] as const
/** Begin a part in braces that has statements. */
export const PART_WORDS = ['use', 'library'] as const
export const STATEMENT_WORDS = [
  ...(['version', 'declare', 'let', 'assert', 'report', 'month_end', 'condition', 'vocabulary', 'shape'] as const),
  ...LOOKUP_WORDS,
  ...PART_WORDS,
] as const
/** Takes names of assertions, not operands. */
export const FIRST_FAILED = 'FirstFailed'

/** Words only in their places, so that claims may have these names. */
export const CONTEXT_WORDS = ['first', 'else', 'except', 'when', 'then'] as const
export const TYPE_WORDS = [
  'boolean',
  'numeric',
  'whole',
  'date',
  'timestamp',
  'text',
  'enum',
  'record',
  'optional',
  'list',
] as const
/** The policies of tables: what counts if several rows apply. */
export const TABLE_POLICIES = ['first', 'unique', 'any', 'collect sum', 'collect count'] as const
export const POLICY_WORDS = ['optimistic', 'pessimistic', 'neutral'] as const

/** Words that an older text may use as names. Statements and types are words only in their places. */
const NEW_IN_1_4: ReadonlySet<string> = new Set([
  ...['Min', 'Max', 'Abs', 'Floor', 'Ceil', 'Round'],
  ...['Year', 'Month', 'Day', 'Weekday', 'EndOfMonth', 'FullMonths', 'FullYears', 'DateOf', 'HourOf'],
  FIRST_FAILED,
  ...['IsNumber', 'IsWhole', 'IsGiven', 'Count', 'Sum', 'NoneRepeated', 'Length', 'Matches'],
  ...LOOKUP_WORDS,
  ...PART_WORDS,
  ...[
    'report',
    'month_end',
    'condition',
    'vocabulary',
    'shape',
    'text',
    'date',
    'timestamp',
    'whole',
    'record',
    'optional',
    'list',
  ],
])

/** Words that cannot be names: those of the grammar, and those that authors expect there. */
const ALL_RESERVED: readonly string[] = [
  ...FUNCTIONS.keys(),
  ...QUANTIFIERS.keys(),
  ...STRUCTURE_WORDS,
  'True',
  'False',
  'true',
  'false',
  'and',
  'or',
  'not',
]

/** The words of one version. */
export interface Words {
  readonly version: LanguageVersion
  /** Words that cannot be names. */
  readonly reserved: ReadonlySet<string>
  readonly callable: readonly string[]
  readonly statements: readonly string[]
  readonly types: readonly string[]
}

function wordsIn(version: LanguageVersion): Words {
  const isKnown = (word: string) => version === '1.4' || !NEW_IN_1_4.has(word)
  return {
    version,
    reserved: new Set(ALL_RESERVED.filter(isKnown)),
    callable: [...FUNCTIONS.keys(), ...QUANTIFIERS.keys(), FIRST_FAILED].filter(isKnown),
    statements: STATEMENT_WORDS.filter(isKnown),
    types: TYPE_WORDS.filter(isKnown),
  }
}

const WORDS: Readonly<Record<LanguageVersion, Words>> = {
  '1.2': wordsIn('1.2'),
  '1.3': wordsIn('1.3'),
  '1.4': wordsIn('1.4'),
}

/** @param version of a `version` statement; an unknown one has the words of 1.3 */
export function wordsOf(version: string | undefined): Words {
  return version !== undefined && isLanguageVersion(version) ? WORDS[version] : WORDS['1.3']
}

export function isLanguageVersion(text: string): text is LanguageVersion {
  return LANGUAGE_VERSIONS.some((version) => version === text)
}

/** Whether the word is a function in the newest version. */
export function isFunction(word: string): word is CalledFunction {
  return (FUNCTIONS as ReadonlyMap<string, unknown>).has(word)
}

export function isQuantifier(word: string): word is QuantifierName {
  return (QUANTIFIERS as ReadonlyMap<string, unknown>).has(word)
}
