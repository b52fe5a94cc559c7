/**
 * The ranges on which a proof rests, in words.
 */
import { series } from '../../engine/explain/english/clause'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Answer } from '../answer'
import type { Condition, Space } from '../condition'
import { inputsOf } from '../question-ruleset'

/** "within the range of rate", "within the ranges of rate and nights". */
export function rangesInWords({ inputs }: Pick<CheckedRuleset, 'inputs'>, read: readonly number[]): string {
  const names = read.flatMap((index) => {
    const input = inputs[index]
    return input === undefined || input.range === null ? [] : [input.name]
  })
  return `within the range${names.length === 1 ? '' : 's'} of ${series([...new Set(names)], 'and')}`
}

/** "in every case", or "in every case within the range of rate" where the proof rests on ranges. */
export function everyCase(answer: Answer, space: Space, condition: Condition): string {
  if (answer.status !== 'proved' || answer.holds === 'everywhere') return 'in every case'
  return `in every case ${rangesInWords(space, inputsOf(space, condition))}`
}
