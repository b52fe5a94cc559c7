/**
 * The claims of random rulesets. Their names are fixed, so that expressions can be generated before it is known which
 * claims are used.
 */
import fc from 'fast-check'

export interface RandomClaim {
  readonly name: string
  readonly type: string
  readonly annotations: readonly string[]
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

/** `size` is ordered and `kind` is not. */
export const MEMBERS = { size: ['size', 'limit_size'], kind: ['kind', 'other_kind'] } as const

const RANGE = fc.constantFrom<string[]>([], [], ['range score 0..10'], ['range score -2.5..100'])

/** Every claim and local, with annotations. */
export function randomClaims(): fc.Arbitrary<RandomClaims> {
  return RANGE.map((range) => [
    ...CONDITIONS.map((name) => ({ name, type: 'boolean', annotations: [] })),
    { name: 'settled', type: 'boolean', annotations: [] },
    { name: 'count', type: 'numeric', annotations: [] },
    { name: 'score', type: 'numeric', annotations: range },
    { name: 'ratio', type: 'numeric', annotations: [] },
    { name: 'travel', type: 'numeric', annotations: ['unit travel h'] },
    { name: 'rest', type: 'numeric', annotations: ['unit rest min'] },
    { name: 'amount', type: 'numeric', annotations: ['unit amount USD', 'ask amount What is the total?'] },
    { name: 'fee', type: 'numeric', annotations: ['unit fee USD'] },
    { name: 'foreign', type: 'numeric', annotations: ['unit foreign EUR'] },
    { name: 'load', type: 'numeric', annotations: [] },
    { name: 'inside', type: 'numeric', annotations: ['unit inside degC'] },
    { name: 'outside', type: 'numeric', annotations: ['unit outside degF'] },
    ...MEMBERS.size.map((name) => ({ name, type: `enum [${quoteMembers(SIZES)}]`, annotations: [] })),
    ...MEMBERS.kind.map((name) => ({ name, type: `enum {${quoteMembers(KINDS)}}`, annotations: [] })),
  ])
}

function quoteMembers(members: readonly string[]): string {
  return members.map((member) => `"${member}"`).join(', ')
}
