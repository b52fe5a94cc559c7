import { Meter, StepsExceededError } from '../../engine/core/meter'
import { type Completion, TRUE, type Value } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { firstCandidate } from '../../engine/search/candidates'
import { NO_CODE } from '../../language/semantics/checked-input'
import type { Condition, Space } from '../condition'
import { questionRuleset } from '../question-ruleset'
import type { TableCases } from './table-cases'

const MAX_STEPS = 200_000

/**
 * A case with these atoms, confirmed by the evaluator. Null if some column is not a separate claim, so that not every
 * combination of atoms can be submitted.
 * @param choice the atom of every column
 */
export function caseOf(
  { atoms, form }: TableCases,
  choice: readonly number[],
  space: Space,
  condition: Condition,
): Completion | null {
  if (!atoms.areClaims) return null
  const values: Value[] = space.inputs.map(firstCandidate)
  for (const [column, key] of form.keys.entries()) {
    const atom = atoms.columns[column]?.[choice[column]!]
    if (key.kind !== 'input' || atom === undefined) return null
    const coded = space.inputs[key.input]?.form
    const isCode = coded?.kind === 'coded' && typeof atom.value === 'string'
    if (!isCode) values[key.input] = atom.value
    if (coded?.kind === 'coded') values[coded.code] = isCode ? atom.value : NO_CODE
  }
  return holdsAt(space, condition, values) ? values : null
}

function holdsAt(space: Space, condition: Condition, values: Completion): boolean {
  try {
    return compileProgram(questionRuleset(space, condition)).evaluate(0, values, new Meter(MAX_STEPS)) === TRUE
  } catch (error) {
    if (error instanceof StepsExceededError) return false
    throw error
  }
}
