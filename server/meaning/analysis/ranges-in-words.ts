import { joinSeries } from '../../engine/explain/english/clause'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Answer } from '../answer'
import type { Condition, Space } from '../condition'
import { inputsOf } from '../question-ruleset'

/** "within the range of rate", "within the ranges of rate and nights". */
export function rangesInWords({ inputs }: Pick<CheckedRuleset, 'inputs'>, read: readonly number[]): string {
  const ranged = read.flatMap((index) => {
    const input = inputs[index]
    return input === undefined || input.range === null ? [] : [input.name]
  })
  const names = [...new Set(ranged)]
  return `within the range${names.length === 1 ? '' : 's'} of ${joinSeries(names, 'and')}`
}

interface Asked {
  readonly answer: Answer
  readonly space: Space
  readonly condition: Condition
}

/** "in every case", or "in every case within the range of rate". */
export function everyCase(...proofs: readonly Asked[]): string {
  const limited = proofs.filter(({ answer }) => answer.status === 'proved' && answer.holds === 'within ranges')
  const [first] = limited
  if (first === undefined) return 'in every case'
  // Added inputs are named like the ones they replace.
  const inputs = limited.flatMap(({ space, condition }) =>
    inputsOf(space, condition).map((index) => space.inputs[index]!),
  )
  return `in every case ${rangesInWords({ inputs }, [...inputs.keys()])}`
}
