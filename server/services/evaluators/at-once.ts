/**
 * Frames whose answer is known before they are stored: a claim dictionary for a `policy_rules` guardrail that the event
 * loop decides.
 *
 * Promises: the answer is the one that {@link createFrameEvaluator} would come to. No request waits for a worker, a
 * model or a person. What is not certainly short is left to the evaluator, and counted there alone.
 */
import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import { type EngineDispatch, NotAtOnce } from '../engine-pool/dispatch'
import { readAnswer } from './claim-check'
import { DictionaryRules, type DictionaryRulesDependencies } from './dictionary-rules'
import { evaluatedFrom, type RunnableTarget } from './evaluation'
import { NamespaceCallers, type NamespaceCallersDependencies } from './namespace-callers'

export interface AnswerAtOnce {
  readonly frame: EvaluatedFrame
  /** Refunds what was counted for it, where the answer is not stored. Once. */
  readonly refund: () => void
}

export interface AtOnceEvaluator {
  /** Null for a frame that is for the evaluator. @throws what the database or a bug throws */
  answer(namespaceId: string, target: RunnableTarget, frame: FrameContent): Promise<AnswerAtOnce | null>
}

export type AtOnceDependencies = Omit<DictionaryRulesDependencies, 'engine'> &
  NamespaceCallersDependencies & { readonly engine: Pick<EngineDispatch, 'atOnce'> }

/** Longer answers are read by a worker, where they block no other request. */
const MAX_ANSWER = 16_384

export function createAtOnceEvaluator(dependencies: AtOnceDependencies): AtOnceEvaluator {
  const rules = new DictionaryRules({ ...dependencies, engine: dependencies.engine.atOnce })
  const callers = new NamespaceCallers(dependencies)
  // What answers at once has nothing to break off.
  const { signal } = new AbortController()
  return {
    answer: async (namespaceId, target, frame) => {
      if (target.kind !== 'guardrail' || target.guardrail.type !== 'policy_rules') return null
      if (frame.A === null || frame.A.length > MAX_ANSWER) return null
      const answer = readAnswer(frame.A)
      if (answer.kind !== 'dictionary') return null
      const caller = await callers.callerOf(namespaceId)
      if (caller === null) return null
      const rulesetHash = target.guardrail.configuration.ruleset_hash
      try {
        const { outcome, refund } = await rules.evaluate({ caller, rulesetHash, claims: answer.claims }, signal)
        return { frame: evaluatedFrom(frame, outcome), refund }
      } catch (error) {
        if (error instanceof NotAtOnce) return null
        throw error
      }
    },
  }
}
