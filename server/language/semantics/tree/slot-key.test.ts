import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../../testing/repetitions'
import { add, multiply } from '../../numeric/rational'
import { withoutSpans } from '../../testing/outline'
import { randomRuleset } from '../../testing/random-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'
import type { Checked, CheckedRuleset } from '../checked-ruleset'
import { SlotKeys } from './slot-key'

const LIBRARY = builtInLibrary()
const DECLARED = `declare a as numeric;
declare b as numeric;
// @unit travel h
declare travel as numeric;
declare p as boolean;
declare q as boolean;
declare kind as enum {"meal", "hotel"};
let same = a;
let twice = a + a;
let again = same;
let minutes = 60 "min";
`

function compile(text: string): CheckedRuleset {
  const { ruleset, diagnostics } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  if (ruleset === null) throw new Error(diagnostics.map((d) => d.message).join('\n'))
  return ruleset
}

/** Numbers the slots of the members in `Exists(x in {...}, p)`. */
function slots(set: string): number[] {
  const ruleset = compile(`${DECLARED}assert t { And(p, Exists(x in ${set}, p)) };`)
  const { expression } = ruleset.assertions[0]!
  if (expression.kind !== 'connective') throw new Error('an And')
  const quantified = expression.operands[1]!
  if (quantified.kind !== 'quantified' || quantified.set.kind !== 'set') throw new Error('a set')
  const keys = new SlotKeys(ruleset.lets)
  const memberKeys = quantified.set.members.map((member) => keys.key(member, () => undefined))
  return memberKeys.map((key) => memberKeys.indexOf(key))
}

describe('members share a slot', () => {
  it('if they are the same expression after names are resolved', () => {
    expect(slots('{ a, same, again, b }')).toEqual([0, 0, 0, 3])
    expect(slots('{ a + a, twice, same + again, a + b, 2 * a }')).toEqual([0, 0, 0, 3, 4])
    expect(slots('{ 1, 1.0, 1e0, 2, -1 }')).toEqual([0, 0, 0, 3, 4])
    expect(slots('{ p, q, Not(p), Not((p)), And(p, q), And(q, p) }')).toEqual([0, 1, 2, 2, 4, 5])
    expect(slots('{ "meal", kind, "meal", "hotel" }')).toEqual([0, 1, 0, 3])
  })

  it('if they are the same after units are resolved', () => {
    expect(slots('{ 1 "h", 60 "min", minutes, 3600 "s", 2 "h" }')).toEqual([0, 0, 0, 0, 4])
    expect(slots('{ travel, travel + 0 "min", travel }')).toEqual([0, 1, 0])
  })

  it('independently of the names of bound variables', () => {
    expect(slots('{ Exists(y in { p, q }, y), Exists(z in { p, q }, z), Exists(z in { q, p }, z) }')).toEqual([0, 0, 2])
    expect(
      slots(
        '{ ForAll(y in {p}, Exists(z in {q}, y)), ForAll(z in {p}, Exists(y in {q}, z)), ForAll(y in {p}, Exists(z in {q}, z)) }',
      ),
    ).toEqual([0, 0, 2])
  })
})

describe('a variable', () => {
  it('has the key of its slot', () => {
    const ruleset = compile(`${DECLARED}assert t { ForAll(x in { a, b }, Exists(y in { x, same }, And(p, y > x))) };`)
    const outer = ruleset.assertions[0]!.expression
    if (
      outer.kind !== 'quantified' ||
      outer.body.kind !== 'quantified' ||
      outer.body.set.kind !== 'set' ||
      outer.set.kind !== 'set'
    )
      throw new Error('two quantifiers')
    const inner = outer.body.set.members
    const keys = new SlotKeys(ruleset.lets)
    const [a, b] = outer.set.members.map((member) => keys.key(member, () => undefined))
    const members = (slot: string | undefined) =>
      inner.map((member) => keys.key(member, (variable) => (variable === outer.variable ? slot : undefined)))
    expect(new Set(members(a)).size).toBe(1)
    expect(new Set(members(b)).size).toBe(2)
  })
})

/** The tree with lets resolved and positions removed: equal keys must agree on it. */
function resolved(node: unknown, ruleset: CheckedRuleset): unknown {
  if (Array.isArray(node)) return node.map((part) => resolved(part, ruleset))
  if (typeof node !== 'object' || node === null) return node
  if ('kind' in node && node.kind === 'let' && 'let' in node)
    return resolved(ruleset.lets[node.let as number]?.value, ruleset)
  // Words for people are not part of the key.
  if ('kind' in node && node.kind === 'written' && 'core' in node) return resolved(node.core, ruleset)
  // A number with a unit is the number that it is in seconds or metres.
  if (isConvertedNumber(node)) {
    const value = add(multiply(node.operand.value, node.factor), node.offset)
    return resolved({ ...node.operand, value }, ruleset)
  }
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, resolved(part, ruleset)]))
}

type ConvertedNumber = Extract<Checked, { kind: 'convert' }> & {
  readonly operand: Extract<Checked, { kind: 'number' }>
}

function isConvertedNumber(node: object): node is ConvertedNumber {
  const { kind, operand } = node as Partial<ConvertedNumber>
  return kind === 'convert' && operand?.kind === 'number'
}

function conditions(node: unknown, into: Checked[]): void {
  if (Array.isArray(node)) for (const part of node) conditions(part, into)
  else if (typeof node === 'object' && node !== null) {
    if ('kind' in node && 'start' in node && 'type' in node) into.push(node as Checked)
    for (const [key, part] of Object.entries(node)) if (key !== 'type') conditions(part, into)
  }
}

it('keys are equal exactly if the resolved trees are, over random rulesets', { tags: ['repeated'] }, () => {
  const settings = { units: false, quantifiers: false }
  fc.assert(
    fc.property(randomRuleset(settings), (text) => {
      const ruleset = compile(text)
      const keys = new SlotKeys(ruleset.lets)
      const nodes: Checked[] = []
      conditions(ruleset.assertions, nodes)
      const byTree = new Map<string, string>()
      const trees = new Set<string>()
      for (const node of nodes) {
        const key = keys.key(node, () => undefined)
        const bare = JSON.stringify(withoutTypes(withoutSpans(resolved(node, ruleset))))
        expect(byTree.get(bare) ?? key).toBe(key)
        byTree.set(bare, key)
        trees.add(key)
      }
      expect(trees.size).toBe(byTree.size)
    }),
    { numRuns: repetitions(200) },
  )
})

/** Removes types, orders and reasons, which follow from the parts; a literal may be an enum or a plain string. */
function withoutTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTypes)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([key]) => key !== 'type' && key !== 'order' && key !== 'domain' && key !== 'partial' && key !== 'because',
  )
  return Object.fromEntries(members.map(([key, part]) => [key, withoutTypes(part)]))
}
