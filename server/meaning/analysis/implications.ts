import { joinSeries } from '../../engine/explain/english/clause'
import type { Finding } from './analysis-result'
import { counterexampleTo, FewestPremises } from './fewest-premises'
import { groupsSharingInputs, type Investigation, type Steps, shareInputs } from './investigation'
import { everyCase } from './ranges-in-words'

/**
 * @param consistent assertions that are neither vacuous nor contradictory
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
      yield premises === null ? null : describeImplication(inquiry, premises, index)
    }
}

/** The fewest; null if the others do not imply it, or that is not decided. */
function premisesOf(inquiry: Investigation, all: readonly number[], index: number): readonly number[] | null {
  const askWhole = (premises: readonly number[]) =>
    inquiry.open.note(
      askImplication(inquiry, premises, index),
      [inquiry.name(index)],
      () => `whether the other assertions imply ${inquiry.called(index)}`,
    )
  let whole = askWhole(all)
  if (whole.status === 'witness') return null
  // Two with the same meaning are reported at the later one.
  const others = all.filter((other) => other < index || !isSame(inquiry, other, index))
  if (others.length === 0) return null
  if (others.length < all.length) whole = askWhole(others)
  if (whole.status === 'witness') return null
  const search = new FewestPremises(inquiry, index, others)
  const alone = search.one()
  if (alone !== null || whole.status !== 'proved') return alone
  return search.several()
}

function isSame(inquiry: Investigation, one: number, other: number): boolean {
  if (!shareInputs(inquiry.ruleset, one, other)) return false
  return (
    askImplication(inquiry, [one], other).status === 'proved' &&
    askImplication(inquiry, [other], one).status === 'proved'
  )
}

function askImplication(inquiry: Investigation, premises: readonly number[], index: number) {
  return inquiry.quietly(inquiry.ruleset, counterexampleTo(inquiry.conditions, premises, index))
}

function describeImplication(inquiry: Investigation, premises: readonly number[], index: number): Finding {
  const { ruleset, conditions } = inquiry
  const both = premises.length === 1 && isSame(inquiry, premises[0]!, index)
  const name = inquiry.called(index)
  const others = joinSeries(
    premises.map((premise) => inquiry.called(premise)),
    'and',
  )
  const condition = counterexampleTo(conditions, premises, index)
  const answer = askImplication(inquiry, premises, index)
  const back = both ? counterexampleTo(conditions, [index], premises[0]!) : condition
  const where = everyCase(
    { answer, space: ruleset, condition },
    { answer: inquiry.quietly(ruleset, back), space: ruleset, condition: back },
  )
  const title = `Where the assertions ${joinSeries(inquiry.names(premises), 'and')} are TRUE, the assertion ${inquiry.name(index)} is TRUE.`
  const proofs =
    premises.length === 1 || answer.status !== 'proved' ? [] : [{ title, space: ruleset, condition, answer }]
  const fact = both
    ? `${name} is TRUE exactly where ${others} is TRUE, ${where}`
    : `${name} is TRUE wherever ${others} ${premises.length === 1 ? 'is' : 'are'} TRUE, ${where}, so it never fails alone`
  const sentence = `${fact}. If that is intended, write // @intended ${inquiry.name(index)} and the reason above it; otherwise correct it or remove it.`
  const assertions = [...premises, index].sort((a, b) => a - b)
  return inquiry.finding('implied_by_others', 'note', sentence, {
    assertions,
    implication: { implied: index, by: premises },
    at: ruleset.assertions[index]!.expression,
    proofs,
  })
}
