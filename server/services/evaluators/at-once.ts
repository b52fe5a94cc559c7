/**
 * Frames whose answer is known before they are stored: a claim dictionary for a `policy_rules` guardrail that the event
 * loop decides.
 *
 * Promises: the answer is the one that {@link createFrameEvaluator} would come to. Nobody waits for a worker, a model or a
 * person; whatever is not certainly short is left to the evaluator, and counted there alone.
 */
import type { EvaluatedFrame, FrameContent } from '../../api/schemas/frame'
import { type EngineDispatch, NotAtOnce } from '../engine-pool/dispatch'
import { readAnswer } from './claim-dictionary'
import { DictionaryRules, type DictionaryRulesParts } from './dictionary-rules'
import { evaluatedFrom } from './evaluated-from'
import type { RunnableTarget } from './frame-evaluator'
import { NamespaceCallers, type NamespaceCallersParts } from './namespace-callers'

export interface AnswerAtOnce {
  readonly frame: EvaluatedFrame
  /** Takes back what was counted for it, where nothing comes of the answer. Once. */
  readonly refund: () => void
}

export interface AtOnceEvaluator {
  /** Null for a frame that is for the evaluator. @throws what the database or a bug throws */
  answer(namespaceId: string, target: RunnableTarget, frame: FrameContent): Promise<AnswerAtOnce | null>
}

export type AtOnceParts = Omit<DictionaryRulesParts, 'engine'> &
  NamespaceCallersParts & { readonly engine: Pick<EngineDispatch, 'atOnce'> }

/** Longer answers are read where they hold nobody else up. */
const MAX_ANSWER = 16_384

export function createAtOnceEvaluator(parts: AtOnceParts): AtOnceEvaluator {
  const rules = new DictionaryRules({ ...parts, engine: parts.engine.atOnce })
  const callers = new NamespaceCallers(parts)
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
