/**
 * Answers in turns (public/docs/meaning.md). The answer does not depend on where turns end or on the thread. The next
 * turn starts again but repeats no solver question.
 */
import { canonicalJson, type Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { CheckableRuleset, EngineLimits } from '../../engine/batch/check-compiled'
import { Meter } from '../../engine/core/meter'
import { Unfinished } from '../../engine/decide/decide-in-turns'
import type { DecideTools } from '../../engine/decide/decide-possible'
import { TURN, TurnOverError, TurnSolver } from '../../engine/decide/solver-in-turns'
import type { Solver } from '../../engine/solver/solver'
import type { AskTools } from '../../meaning/find-witness'
import { callMembers } from './answer-call'
import { analysisOf } from './describe-analysis'
import { comparisonOf } from './describe-comparison'
import { coverageOf, scenariosOf } from './describe-coverage'
import { explanationOf } from './describe-explanation'
import type { MeaningProgress, MeaningQuestion, RulesetUnder } from './engine-job'

export interface MeaningTools {
  readonly solver: Solver
  readonly mode: DecideTools['mode']
  readonly limits: EngineLimits
  /** @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED */
  readonly compile: (text: RulesetUnder) => CheckableRuleset
}

/**
 * @param before end of the previous turn
 * @returns members as canonical JSON, without `ok`
 * @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, VALIDATION_REJECTED
 */
export function answerMeaning(
  question: MeaningQuestion,
  { solver, mode, limits, compile }: MeaningTools,
  before: MeaningProgress | null,
): Readonly<Record<string, string>> | Unfinished<MeaningProgress> {
  const meter = new Meter(limits.evaluation_steps, limits.solver_steps_total)
  const inTurns = new TurnSolver(solver, [], before?.answered ?? [], meter, TURN)
  try {
    const members = answerOf(question, compile, { solver: inTurns, mode, budget: limits, meter })
    const all = { ...members, versions: { ...VERSIONS } }
    return Object.fromEntries(Object.entries(all).map(([name, member]) => [name, canonicalJson(member)]))
  } catch (error) {
    if (error instanceof TurnOverError) return new Unfinished({ answered: inTurns.answers() })
    throw error
  }
}

function answerOf(
  question: MeaningQuestion,
  compile: MeaningTools['compile'],
  tools: AskTools,
): Readonly<Record<string, Json>> {
  switch (question.kind) {
    case 'analysis':
      return analysisOf(compile(question.of).compiled, tools)
    case 'scenarios':
      return scenariosOf(compile(question.of).compiled, tools)
    case 'comparison': {
      const before = namingSide('before', () => compile(question.before))
      const after = namingSide('after', () => compile(question.after))
      return comparisonOf(before.compiled, after.compiled, question.pairs, tools)
    }
    case 'explanation':
      return explanationOf(compile(question.of), question, tools)
    case 'call':
      return callMembers(question, compile(question.of).compiled, tools)
    case 'coverage':
      return coverageOf(compile(question.of), question.cases, tools)
  }
}

/** A refusal names the side that it concerns. */
function namingSide<T>(side: string, compile: () => T): T {
  try {
    return compile()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, `In \`${side}\`: ${error.message}`, error.details)
  }
}
