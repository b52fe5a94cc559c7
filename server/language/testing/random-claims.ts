/**
 * The claims of random rulesets. Their names are fixed, so that expressions can be generated before it is known which
 * claims are used.
 */
import fc from 'fast-check'

export interface RandomClaim {
  readonly name: string
  readonly type: string
  readonly annotations: readonly string[]
  /** Its default from language 1.4, in texts that have defaults. */
  readonly fallback?: string
}

export type RandomClaims = readonly RandomClaim[]

export const SIZES = ['small', 'medium', 'large'] as const
export const KINDS = ['meal', 'hotel', 'unknown'] as const

export const CONDITIONS = ['has_id', 'has_receipt', 'is_manager', 'open'] as const
/** By the family of units that they can be compared in. */
export const NUMBERS = {
  bare: ['count', 'score', 'ratio'],
  time: ['travel', 'rest'],
  money: ['amount', 'fee'],
  mass: ['load'],
  temperature: ['inside', 'outside'],
} as const

export const UNITS = {
  time: ['h', 'min', 's'],
  money: ['USD'],
  mass: ['kg', 'g'],
  temperature: ['degC', 'degF', 'K'],
} as const

export const DATES = ['filed', 'decided', 'born'] as const
export const TIMESTAMPS = ['sent', 'received'] as const

/** `size` is ordered and `kind` is not. */
export const MEMBERS = { size: ['size', 'limit_size'], kind: ['kind', 'other_kind'] } as const

export const TEXTS = ['note', 'mark'] as const

/** By name. */
export const SHAPE_STATEMENTS = {
  word: 'shape word = "[a-z]+";',
  number_text: 'shape number_text = "[0-9]{1,3}" check luhn;',
} as const
export const SHAPES = ['word', 'number_text'] as const
export const VOCABULARY = 'marks_known'
export const VOCABULARY_STATEMENT = `vocabulary ${VOCABULARY} = {"a", "12"};`

const RANGE = fc.constantFrom<string[]>([], [], ['range score 0..10'], ['range score -2.5..100'])

/** Every claim and local, with annotations. */
export function randomClaims(): fc.Arbitrary<RandomClaims> {
  return RANGE.map((range) => [
    ...CONDITIONS.map((name) => ({ name, type: 'boolean', annotations: [] })),
    { name: 'settled', type: 'boolean', annotations: [] },
    { name: 'count', type: 'numeric', annotations: ['column count "Count (all)"'], fallback: '3' },
    { name: 'score', type: 'numeric', annotations: range },
    { name: 'ratio', type: 'numeric', annotations: [] },
    { name: 'travel', type: 'numeric', annotations: ['unit travel h'], fallback: '2.5 "h"' },
    { name: 'rest', type: 'numeric', annotations: ['unit rest min'] },
    { name: 'amount', type: 'numeric', annotations: ['unit amount USD', 'ask amount What is the total?'] },
    { name: 'fee', type: 'numeric', annotations: ['unit fee USD'] },
    { name: 'foreign', type: 'numeric', annotations: ['unit foreign EUR'] },
    { name: 'load', type: 'numeric', annotations: [] },
    { name: 'inside', type: 'numeric', annotations: ['unit inside degC'] },
    { name: 'outside', type: 'numeric', annotations: ['unit outside degF'] },
    ...DATES.map((name) => ({ name, type: 'date', annotations: [], fallback: '2024-02-29' })),
    ...TIMESTAMPS.map((name) => ({ name, type: 'timestamp', annotations: [] })),
    { name: 'note', type: 'text', annotations: [] },
    { name: 'mark', type: 'text ignoring case or {"NA"}', annotations: [] },
    ...MEMBERS.size.map((name) => ({ name, type: `enum [${quoteMembers(SIZES)}]`, annotations: [] })),
    ...MEMBERS.kind.map((name) => ({
      name,
      type: `enum {${quoteMembers(KINDS)}}`,
      annotations: [],
      fallback: '"meal"',
    })),
  ])
}

function quoteMembers(members: readonly string[]): string {
  return members.map((member) => `"${member}"`).join(', ')
}
