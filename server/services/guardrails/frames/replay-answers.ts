/** The three ways in which a replay answers a stored frame: by other rules, by another model, or by the stored answer. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { Refusal } from '../../../api/refusal'
import type { EvaluatedFrame } from '../../../api/schemas/frame'
import type { AnsweredFrame } from '../../../database/guardrails/target-frames'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type CheckDependencies, checkAssertions } from '../../checks/check-claims'
import type { EngineDispatch } from '../../engine-pool/dispatch'
import type { ClaimDictionary } from '../../evaluators/claim-check'
import type { Outcome, RunnableGuardrail } from '../../evaluators/evaluation'
import { type FrameEvaluatorDependencies, guardrailEvaluator } from '../../evaluators/frame-evaluator'
import { addTokens, type TokenUse } from '../../models/completion'
import type { Model } from '../../models/model'
import { refuseRuleset } from '../targets/target-changes'
import { claimsFor, claimsOfFrame } from './claims-of-frame'
import { checkedOutcome, failedReplay, type ReplayedOutcome, storedOutcome } from './compare-outcomes'

export interface ReplayCost {
  readonly modelCalls: number
  /** Null if the endpoint did not report the tokens of every call. */
  readonly tokens: TokenUse | null
}

export const NO_COST: ReplayCost = { modelCalls: 0, tokens: { input: 0, output: 0 } }

export function addCosts(one: ReplayCost, other: ReplayCost): ReplayCost {
  return { modelCalls: one.modelCalls + other.modelCalls, tokens: addTokens(one.tokens, other.tokens) }
}

export type FrameReplay =
  | { readonly kind: 'answered'; readonly outcome: ReplayedOutcome; readonly cost: ReplayCost }
  /** `reason` completes "It was not replayed: …". */
  | { readonly kind: 'skipped'; readonly reason: string }

export type AnswerAgain = (frame: AnsweredFrame, evaluated: EvaluatedFrame) => Promise<FrameReplay>

export interface RulesReplayDependencies extends Omit<CheckDependencies, 'engine'> {
  readonly engine: CheckDependencies['engine'] & Pick<EngineDispatch, 'reads'>
}

/** Shares of the model that live frames leave, by group. */
export interface ReplayTurns {
  /** @throws Refusal ENGINE_BUSY if the group has too many calls; the reason of `signal` */
  run<T>(namespaceId: string, signal: AbortSignal, work: (calls: ReplayCalls) => Promise<T>): Promise<T>
}

interface ReplayCalls {
  /** Completions so far. */
  readonly count: number
  readonly tokens: TokenUse | null
  asModel(): Model
}

/** The stored answer, to be judged by another threshold. */
export const answerAsStored: AnswerAgain = async (_frame, evaluated) => answered(storedOutcome(evaluated))

/**
 * @param hashes of the other rules, and of those of the guardrail
 * @throws Refusal BAD_REQUEST for an unknown ruleset; the answers throw ENGINE_BUSY and ENTITLEMENT_EXCEEDED
 */
export async function answersOfRules(
  dependencies: RulesReplayDependencies,
  caller: Caller,
  hashes: { readonly candidate: string; readonly configured: string },
): Promise<{ readonly newClaims: readonly string[]; readonly answerAgain: AnswerAgain }> {
  const candidate = await claimsRead(dependencies, caller, hashes.candidate).catch((error: unknown) =>
    refuseRuleset('replay', error),
  )
  const known = await claimsRead(dependencies, caller, hashes.configured).catch(noneIfUnusable)
  const answerAgain: AnswerAgain = async (frame, evaluated) => {
    const claims = claimsOfFrame(frame, evaluated)
    if (claims.kind === 'none') return { kind: 'skipped', reason: claims.reason }
    // Checks that need no worker would hold the event loop for the whole page.
    await yieldToOthers()
    if (claims.kind === 'rejected') return answered(failedReplay('CLAIMS_REJECTED'))
    const dictionary = claims.kind === 'given' ? claims.claims : claimsFor(candidate, claims.claims)
    const outcome = await checkAgain(dependencies, caller, hashes.candidate, dictionary)
    // The claims come from the same reading, so its confidence is the same.
    return answered({ ...outcome, confidence: outcome.conclusion === null ? null : (evaluated.E?.confidence ?? null) })
  }
  return { newClaims: candidate.filter((claim) => !known.includes(claim)), answerAgain }
}

/**
 * Asks the model again, one call at a time, within the turns that drafts have too.
 * @throws the answers throw Refusal ENGINE_BUSY and the reason of `signal`
 */
export function answersOfModel(
  dependencies: Omit<FrameEvaluatorDependencies, 'model'> & { readonly turns: ReplayTurns },
  caller: Caller,
  guardrail: RunnableGuardrail,
  signal: AbortSignal,
): AnswerAgain {
  const namespaceId = namespaceOf(caller)
  return (frame, { C, Q, A }) =>
    dependencies.turns.run(namespaceId, signal, async (calls) => {
      const evaluate = guardrailEvaluator({ ...dependencies, model: calls.asModel() })
      const input = { namespaceId, guardrail, frame: { C, Q, A }, turn: { extracted: null } }
      const outcome = await evaluate(input, signal)
      if (outcome === 'waits' || 'moves' in outcome) throw new Error(`the frame ${frame.id} was not answered`)
      const cost = { modelCalls: calls.count, tokens: calls.tokens }
      return { kind: 'answered', outcome: replayedOutcome(outcome), cost }
    })
}

function answered(outcome: ReplayedOutcome): FrameReplay {
  return { kind: 'answered', outcome, cost: NO_COST }
}

function replayedOutcome({ P, E, Error: error }: Outcome): ReplayedOutcome {
  return storedOutcome({ P: P.map((step) => ({ ...step })), E, Error: error })
}

/** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED */
async function claimsRead(
  { rulesets, engine, libraryOf }: Pick<RulesReplayDependencies, 'rulesets' | 'engine' | 'libraryOf'>,
  caller: Caller,
  hash: string,
): Promise<readonly string[]> {
  const { text } = await rulesets.find(namespaceOf(caller), { ruleset_hash: hash })
  const { inputs } = await engine.reads(text, await libraryOf(caller))
  return inputs.flatMap((input) => input?.claim ?? [])
}

function noneIfUnusable(error: unknown): readonly string[] {
  if (error instanceof Refusal && ['RULESET_NOT_FOUND', 'COMPILE_FAILED'].includes(error.code)) return []
  throw error
}

/** @throws Refusal for everything that is not about these claims */
async function checkAgain(
  dependencies: RulesReplayDependencies,
  caller: Caller,
  rulesetHash: string,
  claims: ClaimDictionary,
): Promise<ReplayedOutcome> {
  const request = { ruleset_hash: rulesetHash, claims: { from: 'value', value: claims } } as const
  try {
    return checkedOutcome(await checkAssertions(dependencies, { caller, channel: 'program' }, request))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'VALIDATION_REJECTED') return failedReplay('CLAIMS_REJECTED')
    if (error instanceof Refusal && error.code === 'BUDGET_EXCEEDED') return failedReplay('BUDGET_EXCEEDED')
    throw error
  }
}
