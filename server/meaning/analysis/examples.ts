import { Meter } from '../../engine/core/meter'
import { type Completion, FALSE, TRUE } from '../../engine/core/value'
import { compileProgram } from '../../engine/evaluate/program'
import { Boundaries, type Side } from '../boundaries/boundary-cases'
import { negation } from '../condition'
import { type AskTools, limitOf } from '../find-witness'
import type { WrittenRuleset } from '../parts/source-text'
import { questionRuleset } from '../question-ruleset'
import type { WrittenWitness } from '../written-witness'
import type { Example } from './analysis-result'
import type { Investigation } from './investigation'

/** Per assertion. */
const MAX_STEPS = 200_000

export function findExamples(input: WrittenRuleset, inquiry: Investigation, tools: AskTools): readonly Example[] {
  const boundaries = new Boundaries(input, tools, inquiry.open)
  return inquiry.conditions.map((_, index) => {
    const sides = inquiry.open.isSpent ? null : atThreshold(inquiry, boundaries, index)
    return {
      assertion: inquiry.name(index),
      trueWhen: writeExample(inquiry, index, sides?.isTrue ?? anyCase(inquiry, index, TRUE)),
      falseWhen: writeExample(inquiry, index, sides?.isFalse ?? anyCase(inquiry, index, FALSE)),
    }
  })
}

function atThreshold(inquiry: Investigation, boundaries: Boundaries, index: number) {
  const program = compileProgram(questionRuleset(inquiry.ruleset, inquiry.conditions[index]!))
  const meter = new Meter(MAX_STEPS)
  const at = (cases: Side, outcome: number) =>
    cases.find(({ values }) => program.evaluate(0, values, meter) === outcome)?.values
  try {
    for (const cases of boundaries.of(index)) {
      const [isTrue, isFalse] = [at(cases, TRUE), at(cases, FALSE)]
      if (isTrue !== undefined && isFalse !== undefined) return { isTrue, isFalse }
    }
  } catch (error) {
    // Any two cases serve as examples then.
    if (limitOf(error) === null) throw error
  }
  return null
}

function anyCase(inquiry: Investigation, index: number, outcome: typeof TRUE | typeof FALSE): Completion | null {
  const condition = inquiry.conditions[index]!
  const wanted = outcome === TRUE ? condition : negation(condition)
  const question = () => `which case makes ${inquiry.called(index)} ${outcome === TRUE ? 'TRUE' : 'FALSE'}`
  const answer = inquiry.open.isSpent ? null : inquiry.ask(inquiry.ruleset, wanted, [index], question)
  return answer?.status === 'witness' ? answer.witness.values : null
}

function writeExample(inquiry: Investigation, index: number, values: Completion | null): WrittenWitness | null {
  return values === null ? null : inquiry.writer.write(values, inquiry.ruleset, inquiry.conditions[index]!)
}
