import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import { type EngineDispatch, NotImmediateError } from '../engine-pool/dispatch'
import { readAnswer } from './claim-check'
import { DictionaryRules, type DictionaryRulesDependencies } from './dictionary-rules'
import { evaluatedFrom, type RunnableTarget } from './evaluation'
import { NamespaceCallers, type NamespaceCallersDependencies } from './namespace-callers'

export interface AnswerAtOnce {
  readonly frame: EvaluatedFrame
  /** Refunds the count if the answer is not stored. Call it only once. */
  readonly refund: () => void
}

export interface AtOnceEvaluator {
  /**
   * Answers a claim dictionary before its frame is stored, if the event loop can decide it; otherwise null. @throws
   * database errors
   */
  answer(namespaceId: string, target: RunnableTarget, frame: FrameContent): Promise<AnswerAtOnce | null>
}

export type AtOnceDependencies = Omit<DictionaryRulesDependencies, 'engine'> &
  NamespaceCallersDependencies & { readonly engine: Pick<EngineDispatch, 'atOnce'> }

/** Workers read longer answers. */
const MAX_ANSWER_CHARACTERS = 16_384

export function createAtOnceEvaluator(dependencies: AtOnceDependencies): AtOnceEvaluator {
  const rules = new DictionaryRules({ ...dependencies, engine: dependencies.engine.atOnce })
  const callers = new NamespaceCallers(dependencies)
  const { signal } = new AbortController()
  return {
    answer: async (namespaceId, target, frame) => {
      if (target.kind !== 'guardrail' || target.guardrail.type !== 'policy_rules') return null
      if (frame.A === null || frame.A.length > MAX_ANSWER_CHARACTERS) return null
      const answer = readAnswer(frame.A)
      if (answer.kind !== 'dictionary') return null
      const caller = await callers.callerOf(namespaceId)
      if (caller === null) return null
      const rulesetHash = target.guardrail.configuration.ruleset_hash
      try {
        const { outcome, refund } = await rules.evaluate({ caller, rulesetHash, claims: answer.claims }, signal)
        return { frame: evaluatedFrom(frame, outcome), refund }
      } catch (error) {
        if (error instanceof NotImmediateError) return null
        throw error
      }
    },
  }
}
