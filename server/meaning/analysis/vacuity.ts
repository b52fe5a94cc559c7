import { NONE } from '../../engine/core/value'
import { DIVISION } from '../../engine/decide/no-value-causes'
import { whyNoValue } from '../../engine/decide/why-no-value'
import { joinSeries } from '../../engine/explain/english/clause'
import type { Checked, UnbridgedPair } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'
import type { Answer } from '../answer'
import { conjunction, hasOutcome, negation } from '../condition'
import { minimalSet } from '../index-set'
import { inputsOf } from '../question-ruleset'
import type { Finding } from './analysis-result'
import { type Conjunct, conjunctCondition, splitCondition } from './conjuncts'
import type { Investigation, Steps } from './investigation'
import { everyCase, rangesInWords } from './ranges-in-words'

export type Vacuity = 'never_true' | 'never_false' | 'never_has_value'

/** @param intended names that the author marked; that they are never FALSE is not reported */
export function* findVacuous(
  inquiry: Investigation,
  intended: ReadonlySet<string>,
): Steps<ReadonlyMap<number, Vacuity>> {
  const vacuous = new Map<number, Vacuity>()
  for (const index of inquiry.ruleset.assertions.keys()) {
    const condition = inquiry.conditions[index]!
    const canBe = (word: 'TRUE' | 'FALSE') => {
      const wanted = word === 'TRUE' ? condition : negation(condition)
      const question = () => `whether ${inquiry.called(index)} can be ${word}`
      return inquiry.ask(inquiry.ruleset, wanted, [index], question)
    }
    const isUnbridged = inquiry.ruleset.assertions[index]!.unbridged.length > 0
    const answers = isUnbridged ? [] : [canBe('TRUE'), canBe('FALSE')]
    const kind = isUnbridged ? 'never_has_value' : vacuityOf(answers[0]!, answers[1]!)
    if (kind !== null) {
      vacuous.set(index, kind)
      const isIntended = kind === 'never_false' && intended.has(inquiry.name(index))
      yield isIntended ? null : describeVacuity(inquiry, index, kind, answers)
    } else yield null
    if (inquiry.open.isSpent) break
  }
  return vacuous
}

function vacuityOf(canBeTrue: Answer, canBeFalse: Answer): Vacuity | null {
  if (canBeTrue.status === 'proved') return canBeFalse.status === 'proved' ? 'never_has_value' : 'never_true'
  return canBeFalse.status === 'proved' ? 'never_false' : null
}

/** @param answers whether it can be TRUE, and FALSE; empty if its units do not convert */
function describeVacuity(inquiry: Investigation, index: number, kind: Vacuity, answers: readonly Answer[]): Finding {
  const { ruleset } = inquiry
  const { expression, unbridged } = ruleset.assertions[index]!
  const condition = inquiry.conditions[index]!
  const name = inquiry.called(index)
  if (kind === 'never_has_value') {
    const where = everyCase(...answers.map((answer) => ({ answer, space: ruleset, condition })))
    const cause = whyNoValue(ruleset, expression)
    const why =
      unbridged.length > 0
        ? unbridgedInWords(unbridged)
        : `because ${cause} ${where}. Correct ${cause === DIVISION ? 'the divisor' : 'what has no value'}.`
    return inquiry.finding(kind, 'warning', `${name} never has a value, ${why}`, {
      assertions: [index],
      at: expression,
    })
  }
  const why = reasonOfVacuity(inquiry, index, kind === 'never_true')
  const at = why.conjuncts.length === 1 ? why.conjuncts[0]!.node : expression
  const warning = (fact: string) =>
    inquiry.finding(kind, 'warning', `${name} ${fact}: ${why.text}. Correct the condition, or remove the assertion.`, {
      assertions: [index],
      at,
    })
  if (kind === 'never_true') return warning('is never TRUE')
  // One that is TRUE or without a value tests for a division by zero.
  const hasValue = inquiry.quietly(ruleset, hasOutcome(condition, NONE))
  if (hasValue.status !== 'proved') return warning('is never FALSE')
  const { definitions, hasCase } = tablesIn(expression)
  if (definitions.length === 0 && !hasCase) return warning('is never FALSE, so it tests nothing')
  const where = everyCase(...[answers[1]!, hasValue].map((answer) => ({ answer, space: ruleset, condition })))
  const sentence = `${name} is proved: it is TRUE ${where}, because ${why.text}. If it is meant to prove this about ${tablesInWords(inquiry, definitions)}, leave it and write // @intended ${inquiry.name(index)} and the reason above it; otherwise correct the condition.`
  return inquiry.finding(kind, 'note', sentence, { assertions: [index], definitions, at })
}

function tablesIn(expression: Checked): { readonly definitions: readonly number[]; readonly hasCase: boolean } {
  const named = new Set<number>()
  let hasCase = false
  walkTree(expression, (node) => {
    if (node.kind === 'let') named.add(node.let)
    if (node.kind === 'case') hasCase = true
  })
  return { definitions: [...named].sort((a, b) => a - b), hasCase }
}

function tablesInWords(inquiry: Investigation, definitions: readonly number[]): string {
  if (definitions.length === 0) return 'its CASE'
  const names = definitions.map((index) => inquiry.ruleset.lets[index]!.name)
  return `the definition${names.length === 1 ? '' : 's'} ${joinSeries(names, 'and')}`
}

function unbridgedInWords(pairs: readonly UnbridgedPair[]): string {
  const compared = pairs.map(({ from, to, cause }) =>
    cause === 'missing'
      ? `it compares ${from} with ${to}, and no unit converter joins them`
      : `it compares ${from} with ${to}, and the conversion between them is ambiguous`,
  )
  return `because ${joinSeries([...new Set(compared)], 'and')}. Add a unit converter, or change the unit of the claim.`
}

function reasonOfVacuity(
  inquiry: Investigation,
  index: number,
  wanted: boolean,
): { conjuncts: readonly Conjunct[]; text: string } {
  const { ruleset } = inquiry
  const together = (some: readonly Conjunct[]) => inquiry.quietly(ruleset, conjunction(some.map(conjunctCondition)))
  const all = splitCondition(ruleset, inquiry.conditions[index]!, wanted)
  const needed = minimalSet(all, (some) => together(some).status === 'proved')
  const answer = together(needed)
  const read = inputsOf(ruleset, conjunction(needed.map(conjunctCondition)))
  const clauses = needed.map(({ node, wanted: truth }) => `${inquiry.text.quoted(node)} ${truth ? 'TRUE' : 'FALSE'}`)
  return { conjuncts: needed, text: `no ${caseInWords(inquiry, answer, read)} makes ${joinSeries(clauses, 'and')}` }
}

/** "case", "case within the range of rate", "member of the vocabulary of city". */
function caseInWords(inquiry: Investigation, answer: Answer, read: readonly number[]): string {
  if (answer.status === 'proved' && answer.holds === 'within ranges')
    return `case ${rangesInWords(inquiry.ruleset, read)}`
  const [only, ...others] = read
  const input = only === undefined || others.length > 0 ? undefined : inquiry.ruleset.inputs[only]
  return input?.type.kind === 'enum' ? `member of the vocabulary of ${input.name}` : 'case'
}
