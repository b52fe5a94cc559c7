/**
 * Assertions that are TRUE wherever others are, so that they never fail alone.
 *
 * Promises: with a smallest set of others, one where one is enough. Two that mean the same are reported once, at the
 * later one. An assertion that the author marked as intended is left out.
 */
import { series } from '../../engine/explain/english/clause'
import { ALWAYS, type Condition, conjunction, difference } from '../condition'
import { minimalSet } from '../minimal-set'
import type { Finding } from './analysis-result'
import { groupsSharingInputs, shareInputs } from './components'
import type { Investigation, Steps } from './investigation'
import { everyCase } from './ranges-in-words'

/**
 * @param consistent assertions that are neither vacuous nor part of a contradiction
 * @param intended names that the author marked
 */
export function* findImplied(
  inquiry: Investigation,
  consistent: readonly number[],
  intended: ReadonlySet<string>,
): Steps {
  for (const group of groupsSharingInputs(inquiry.ruleset, consistent))
    for (const index of group) {
      if (inquiry.open.isSpent) return
      if (group.length < 2 || intended.has(inquiry.name(index))) continue
      const others = group.filter((other) => other !== index)
      const premises = premisesOf(inquiry, others, index)
      const isSame = premises?.length === 1 && implies(inquiry, [index], premises[0]!).status === 'proved'
      yield premises === null || (isSame && premises[0]! > index) ? null : describe(inquiry, premises, index, isSame)
    }
}

/** A smallest set of the others that implies the assertion; null where they do not, or where it is not decided. */
function premisesOf(inquiry: Investigation, others: readonly number[], index: number): readonly number[] | null {
  const whole = inquiry.open.note(
    implies(inquiry, others, index),
    [inquiry.name(index)],
    () => `whether the other assertions imply ${inquiry.called(index)}`,
  )
  if (whole.status === 'witness') return null
  const alone = others.find(
    (other) => shareInputs(inquiry.ruleset, other, index) && implies(inquiry, [other], index).status === 'proved',
  )
  if (alone !== undefined) return [alone]
  if (whole.status !== 'proved') return null
  return minimalSet(others, (some) => implies(inquiry, some, index).status === 'proved')
}

function implies(inquiry: Investigation, premises: readonly number[], index: number) {
  return inquiry.quietly(inquiry.ruleset, counterexampleTo(inquiry.conditions, premises, index))
}

/** What fails comes first: a search that starts there has the least to do. */
function counterexampleTo(conditions: readonly Condition[], premises: readonly number[], index: number): Condition {
  return conjunction([difference(conditions[index]!, ALWAYS), ...premises.map((premise) => conditions[premise]!)])
}

function describe(inquiry: Investigation, premises: readonly number[], index: number, isSame: boolean): Finding {
  const { ruleset, conditions } = inquiry
  const name = inquiry.called(index)
  const others = series(
    premises.map((premise) => inquiry.called(premise)),
    'and',
  )
  const condition = counterexampleTo(conditions, premises, index)
  const answer = implies(inquiry, premises, index)
  const back = isSame ? counterexampleTo(conditions, [index], premises[0]!) : condition
  const where = everyCase(
    { answer, space: ruleset, condition },
    { answer: inquiry.quietly(ruleset, back), space: ruleset, condition: back },
  )
  const title = `Where the assertions ${series(inquiry.names(premises), 'and')} are TRUE, the assertion ${inquiry.name(index)} is TRUE.`
  // Of one premise it is a fact of its own.
  const proofs =
    premises.length === 1 || answer.status !== 'proved' ? [] : [{ title, space: ruleset, condition, answer }]
  const fact = isSame
    ? `${name} is TRUE exactly where ${others} is TRUE, ${where}`
    : `${name} is TRUE wherever ${others} ${premises.length === 1 ? 'is' : 'are'} TRUE, ${where}, so it never fails alone`
  const sentence = `${fact}. If that is intended, write // @intended ${inquiry.name(index)} and the reason above it; otherwise correct it or remove it.`
  const assertions = [...premises, index].sort((a, b) => a - b)
  return inquiry.finding('implied_by_others', 'note', sentence, {
    assertions,
    at: ruleset.assertions[index]!.expression,
    proofs,
  })
}
