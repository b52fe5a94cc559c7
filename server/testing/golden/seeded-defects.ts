/**
 * Puts one defect into rulesets: an expression without effect, a contradiction, a vacuous assertion. Each defect is in
 * an assertion of a text that has no other of this kind, and names the finding that the analysis must report. Equal
 * texts give equal series.
 */

import type { CheckedAssertion, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { FindingKind } from '../../meaning/analysis/analysis-result'

export interface SeededDefect {
  readonly what: string
  readonly source: string
  readonly kind: FindingKind
  /** All assertions that the finding names. */
  readonly assertions: readonly string[]
  readonly claims: readonly string[]
}

export interface Subject {
  readonly name: string
  readonly source: string
  readonly ruleset: CheckedRuleset
}

/** A claim that a defect may add; no ruleset of the folder has it. */
const SPARE = 'declare seeded_spare as boolean;\n'

interface Template {
  readonly what: string
  readonly kind: FindingKind
  /** Replaces the condition; null keeps it. */
  readonly body: ((condition: string) => string) | null
  /** Adds statements at the end. */
  readonly added: (assertion: CheckedAssertion) => string
  readonly declares: boolean
  readonly names: readonly ('assertion' | 'added' | 'claim')[]
}

const NOTHING = () => ''

/** Nothing else reads the claim `seeded_spare`. */
const TEMPLATES: readonly Template[] = [
  template('the same operand twice', 'operand_changes_nothing', (c) => `And(${c}, ${c})`),
  template('a weaker alternative', 'operand_changes_nothing', (c) => `Or(${c}, And(${c}, seeded_spare))`),
  template('a part and its opposite', 'never_true', (c) => `And(${c}, seeded_spare, Not(seeded_spare))`),
  template('every case allowed', 'never_false', (c) => `Or(seeded_spare, Not(seeded_spare), ${c})`),
  template(
    'a condition asked again',
    'branch_never_taken',
    (c) => `If(seeded_spare, ${c}, If(seeded_spare, False, ${c}))`,
  ),
  template('a number that equals itself', 'comparison_is_constant', (c) => `And(${c}, Or(seeded_spare, 2 > 1 + 1))`),
  {
    ...template(
      'a claim that cancels out',
      'claim_changes_nothing',
      (c) => `And(Or(seeded_spare, ${c}), Or(Not(seeded_spare), ${c}))`,
    ),
    names: ['claim'],
  },
  {
    what: 'the opposite as another assertion',
    kind: 'cannot_hold_together',
    body: null,
    added: ({ source }) => `assert seeded_other { Not(${source}) };\n`,
    declares: false,
    names: ['assertion', 'added'],
  },
  {
    what: 'a weaker assertion',
    kind: 'implied_by_others',
    body: null,
    added: ({ source }) => `assert seeded_other { Or(seeded_spare, ${source}) };\n`,
    declares: true,
    names: ['assertion', 'added'],
  },
]

function template(what: string, kind: FindingKind, body: (condition: string) => string): Template {
  return { what, kind, body, added: NOTHING, declares: true, names: ['assertion'] }
}

/** Alternates assertions and templates, so that any part of the series has all of both. */
export function seededDefects(subjects: readonly Subject[], count: number): readonly SeededDefect[] {
  const places = subjects.flatMap((subject) => subject.ruleset.assertions.map((assertion) => ({ subject, assertion })))
  return Array.from({ length: count }, (_, index) => {
    const { subject, assertion } = places[(index * 37) % places.length]!
    return seed(subject, assertion, TEMPLATES[index % TEMPLATES.length]!)
  })
}

function seed(
  { name, source, ruleset }: Subject,
  assertion: CheckedAssertion,
  { what, kind, ...how }: Template,
): SeededDefect {
  const at = source.indexOf(assertion.source, assertion.expression.start - assertion.source.length)
  const body = how.body === null ? assertion.source : how.body(assertion.source)
  const changed = `${source.slice(0, at)}${body}${source.slice(at + assertion.source.length)}`
  const first = ruleset.inputs[0]!.start
  const declared = how.declares ? `${changed.slice(0, first)}${SPARE}${changed.slice(first)}` : changed
  const named = { assertion: assertion.name, added: 'seeded_other', claim: 'seeded_spare' }
  return {
    what: `${name}, ${assertion.name}: ${what}`,
    source: `${declared.trimEnd()}\n${how.added(assertion)}`,
    kind,
    assertions: how.names.filter((each) => each !== 'claim').map((each) => named[each]),
    claims: how.names.filter((each) => each === 'claim').map((each) => named[each]),
  }
}
