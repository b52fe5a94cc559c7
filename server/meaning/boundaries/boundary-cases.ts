/**
 * Cases at which the answer of an assertion changes: both sides of every threshold, and each claim that decides by
 * itself. The named part decides the outcome in each case. Both cases of a yes/no claim differ only in that claim.
 */

import { textKind } from '../../engine/claims/shown-claims'
import { type Completion, NONE, TRUE } from '../../engine/core/value'
import { whyNoValue } from '../../engine/decide/why-no-value'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import {
  ALWAYS,
  type Condition,
  compareNumbers,
  conditionOf,
  conjunction,
  difference,
  hasOutcome,
  NEVER,
  negation,
  type Space,
  withinRanges,
} from '../condition'
import { type AskTools, findWitness, type Hints } from '../find-witness'
import type { OpenQuestions } from '../open-questions'
import { Dependents } from '../parts/dependents'
import { isOpen, type Part, partsOf } from '../parts/part'
import { SourceText, type WrittenRuleset } from '../parts/source-text'
import { stepIn } from '../parts/step'
import { varyEverywhere, varyPart } from '../parts/variation'
import { inputsOf } from '../question-ruleset'
import { askCondition } from '../questions'
import { expandQuantifiers } from './expanded-quantifiers'

export interface BoundaryCase {
  readonly assertion: number
  readonly kind: 'threshold' | 'claim' | 'no value'
  /** "“rate <= cap” is just met", without a capital and a full stop. */
  readonly why: string
  /** One value for every input. */
  readonly values: Completion
}

/** The sides of one threshold, or the values of one claim. */
export type Side = readonly BoundaryCase[]

type Comparison = Extract<Checked, { kind: 'compare' }>

export class Boundaries {
  private readonly ruleset: CheckedRuleset
  private readonly text: SourceText
  private readonly thresholds: readonly Part[]
  private readonly dependents: Dependents

  constructor(
    { source, ruleset }: WrittenRuleset,
    private readonly tools: AskTools,
    private readonly open: OpenQuestions,
    private readonly hints: (assertion: number) => Hints = () => [],
  ) {
    this.ruleset = expandQuantifiers(ruleset)
    this.text = new SourceText(source)
    this.dependents = new Dependents(this.ruleset)
    this.thresholds = partsOf(this.ruleset).filter(
      ({ node }) => node.kind === 'compare' && node.domain === 'numeric' && !isOpen(node),
    )
  }

  /** Thresholds in the order of the text, then claims in the order of declaration. */
  *of(assertion: number): Generator<Side, void, void> {
    for (const part of this.thresholds) {
      // Avoids rewriting the whole assertion for each of the others.
      if (this.open.isSpent) return
      if (this.dependents.has(part.owner, assertion)) yield this.threshold(assertion, part)
    }
    for (const input of this.ruleset.assertions[assertion]!.reads) {
      if (this.open.isSpent) return
      yield* this.claim(assertion, input)
    }
    const { expression } = this.ruleset.assertions[assertion]!
    const condition = hasOutcome(conditionOf(this.ruleset.assertions[assertion]!), NONE)
    const values = this.witness(this.ruleset, condition, assertion)
    if (values !== null)
      yield [{ assertion, kind: 'no value', why: whyNoValue(this.ruleset, expression, { known: values }), values }]
  }

  /** Whether a comparison of numbers, reachable or not, is part of the assertion. */
  hasThreshold(assertion: number): boolean {
    return this.thresholds.some(({ owner }) => this.dependents.has(owner, assertion))
  }

  private threshold(assertion: number, part: Part): Side {
    const node = part.node as Comparison
    const variation = varyPart(this.ruleset, part, [ALWAYS, NEVER])
    const { space } = variation
    const decides = difference(variation.condition(assertion, 0), variation.condition(assertion, 1))
    const quoted = this.text.quoted(node)
    const side = (why: string, values: Completion | null): Side =>
      values === null ? [] : [{ assertion, kind: 'threshold', why, values }]
    const met = this.witness(space, conjunction([compareNumbers('==', node.left, node.right), decides]), assertion)
    if (met === null) {
      const holds = this.witness(space, conjunction([node, decides]), assertion)
      const fails = this.witness(space, conjunction([negation(node), decides]), assertion)
      return [...side(`${quoted} holds`, holds), ...side(`${quoted} does not hold`, fails)]
    }
    const beyond = directions(node).flatMap((direction) => {
      const condition = conjunction([this.oneStep(node, direction), decides])
      const values = this.besides(space, condition, met, node) ?? this.witness(space, condition, assertion)
      return side(`the left side of ${quoted} is one step ${direction} its right side`, values)
    })
    return [...side(`the sides of ${quoted} are equal`, met), ...beyond]
  }

  private oneStep(node: Comparison, direction: 'above' | 'below'): Condition {
    const { type } = node.left
    const value = stepIn(this.ruleset, node)
    const step: Checked = { kind: 'number', value, type, start: 0, end: 0 }
    const operator = direction === 'above' ? '+' : '-'
    return compareNumbers('==', node.left, {
      kind: 'arithmetic',
      operator,
      left: node.right,
      right: step,
      type,
      start: 0,
      end: 0,
    })
  }

  /** Changes only one claim of the comparison. */
  private besides(space: Space, condition: Condition, values: Completion, node: Comparison): Completion | null {
    const inside = conjunction([...withinRanges(space, inputsOf(space, condition)), condition])
    for (const input of inputsOf(this.ruleset, node)) {
      if (this.ruleset.inputs[input]!.type.kind !== 'numeric') continue
      const known = values.map((value, index) => (index === input ? null : value))
      const search = findWitness(space, inside, TRUE, this.tools, known)
      if (search.status === 'found') return search.values
    }
    return null
  }

  /** Cases in which changing only the claim changes the outcome. */
  private *claim(assertion: number, claim: number): Generator<Side, void, void> {
    const input = this.ruleset.inputs[claim]!
    if (input.kind !== 'claim' || input.type.kind === 'numeric') return
    const other = this.ruleset.inputs.length
    const atOther = (node: Checked) =>
      node.kind === 'input' && node.input === claim ? { ...node, input: other } : null
    const variation = varyEverywhere(this.ruleset, [atOther])
    const space = { ...variation.space, inputs: [...this.ruleset.inputs, input] }
    const decides = difference(conditionOf(this.ruleset.assertions[assertion]!), variation.condition(assertion, 0))
    if (input.type.kind === 'boolean') yield this.pair(space, assertion, claim, decides)
    else yield this.members(space, assertion, claim, decides)
  }

  private pair(space: Space, assertion: number, claim: number, decides: Condition): Side {
    const input = this.ruleset.inputs[claim]!
    const values = this.witness(space, conjunction([inputNode(input, claim), decides]), assertion)
    if (values === null) return []
    const yes = values.slice(0, this.ruleset.inputs.length)
    const no = yes.map((value, index) => (index === claim ? false : value))
    return [
      { assertion, kind: 'claim', why: `${input.name} decides alone: it is yes`, values: yes },
      { assertion, kind: 'claim', why: `${input.name} decides alone: it is no`, values: no },
    ]
  }

  private members(space: Space, assertion: number, claim: number, decides: Condition): Side {
    const input = this.ruleset.inputs[claim]!
    const vocabulary = input.type.kind === 'enum' ? input.type.vocabulary : []
    return vocabulary.flatMap((member) => {
      const values = this.witness(space, conjunction([isMember(input, claim, member), decides]), assertion)
      if (values === null) return []
      const own = values.slice(0, this.ruleset.inputs.length)
      const words = textKind(input, member) ?? `"${member}"`
      return [{ assertion, kind: 'claim', why: `${input.name} decides alone: it is ${words}`, values: own }]
    })
  }

  private witness(space: Space, condition: Condition, assertion: number): Completion | null {
    if (this.open.isSpent) return null
    const { name } = this.ruleset.assertions[assertion]!
    const question = () => `whether there is another case at a threshold of “${name}”`
    const answer = this.open.note(
      askCondition(space, condition, this.tools, undefined, this.hints(assertion)),
      [name],
      question,
    )
    return answer.status === 'witness' ? answer.witness.values : null
  }
}

/** The sides of equality on which the comparison changes. */
function directions({ operator }: Comparison): readonly ('above' | 'below')[] {
  switch (operator) {
    case '<=':
    case '>':
      return ['above']
    case '<':
    case '>=':
      return ['below']
    default:
      return ['above', 'below']
  }
}

function inputNode({ type }: Input, input: number): Checked {
  return { kind: 'input', input, type, start: 0, end: 0 }
}

function isMember(input: Input, index: number, member: string): Condition {
  const right: Checked = { kind: 'string', value: member, type: input.type, start: 0, end: 0 }
  const left = inputNode(input, index)
  const type = { kind: 'boolean' } as const
  return { kind: 'compare', domain: 'member', operator: '==', left, right, order: null, type, start: 0, end: 0 }
}
