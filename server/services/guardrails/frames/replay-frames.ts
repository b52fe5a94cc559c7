/**
 * Answers stored frames of a guardrail again: by other rules, by another model, or by another threshold. Nothing is
 * stored or sent.
 */
import { Refusal } from '../../../api/refusal'
import { MAX_REPLAYED_BY_MODEL } from '../../../api/schemas/frames/replay'
import { guardrailRequest } from '../../../api/schemas/guardrail'
import type { GuardrailVerbs } from '../../../database/guardrails/guardrails'
import type { AnsweredFrame, TargetFrameVerbs } from '../../../database/guardrails/target-frames'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import type { RunnableGuardrail } from '../../evaluators/evaluation'
import type { FrameEvaluatorDependencies } from '../../evaluators/frame-evaluator'
import { type PageInput, readPage, writeCursor } from '../targets/pages'
import { storedId, targetNotFound } from '../targets/target-changes'
import { readEvaluated } from './claims-of-frame'
import { atThreshold, compareOutcomes, type OutcomeDifference, storedOutcome } from './compare-outcomes'
import {
  type AnswerAgain,
  addCosts,
  answerAsStored,
  answersOfModel,
  answersOfRules,
  NO_COST,
  type ReplayCost,
  type ReplayTurns,
} from './replay-answers'

export interface DifferingFrame extends OutcomeDifference {
  readonly traceId: string
  readonly sentAt: string
}

export interface SkippedFrame {
  readonly traceId: string
  readonly sentAt: string
  /** Completes "It was not replayed: …". */
  readonly reason: string
}

export interface Replay {
  /** Frames that were answered again. */
  readonly replayed: number
  readonly differing: readonly DifferingFrame[]
  readonly skipped: readonly SkippedFrame[]
  /** Claims that the rules of the guardrail do not have: no model was asked for them, and a program may not send them. */
  readonly newClaims: readonly string[]
  readonly cost: ReplayCost
  /** Null after the oldest frame. */
  readonly next: string | null
}

export interface ReplayDependencies extends Omit<FrameEvaluatorDependencies, 'model' | 'accountOf' | 'now'> {
  readonly store: Pick<GuardrailVerbs, 'findGuardrail'> &
    TargetFrameVerbs & { readonly findAccount: FrameEvaluatorDependencies['accountOf'] }
  readonly now: () => Date
  /** Null without a model. */
  readonly turns: ReplayTurns | null
}

export interface ReplayRequest extends PageInput {
  readonly guardrailId: string
  /** Null keeps the rules of the guardrail. */
  readonly rulesetHash: string | null
  /** Null asks no model. */
  readonly model: string | null
  /** A decimal: conclusions with a lower confidence become UNKNOWN. Null keeps them. */
  readonly threshold: string | null
}

export interface Replays {
  /**
   * Each frame that is checked by rules counts as one check.
   * @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST for an unknown guardrail (404), one of another type, an unknown ruleset,
   * a missing model or a wrong cursor; ENGINE_BUSY, ENTITLEMENT_EXCEEDED; the reason of `signal`
   */
  replay(caller: Caller, request: ReplayRequest, signal?: AbortSignal): Promise<Replay>
}

/** A caller waits for the answer, so a slow ruleset or model gives shorter pages. */
const MAX_MS = 5_000
const MAX_MODEL_MS = 30_000
const NEVER = new AbortController().signal

export function createReplays(dependencies: ReplayDependencies): Replays {
  return { replay: (caller, request, signal = NEVER) => replayFrames(dependencies, caller, request, signal) }
}

async function replayFrames(
  dependencies: ReplayDependencies,
  caller: Caller,
  request: ReplayRequest,
  signal: AbortSignal,
): Promise<Replay> {
  demandPermission(caller, 'send_frames')
  const { now, store } = dependencies
  const namespaceId = namespaceOf(caller)
  const guardrail = await guardrailOf(dependencies, namespaceId, request)
  const { answerAgain, newClaims } = await answersFor(dependencies, caller, guardrail, request, signal)
  const read = store.readAnsweredFrames.bind(null, namespaceId, guardrail.id)
  const page = { cursor: request.cursor, limit: limitOf(request) }
  const { items, next } = await readPage('replays', page, read, (rows) => rows)
  const until = now().getTime() + (request.model === null ? MAX_MS : MAX_MODEL_MS)
  const differing: DifferingFrame[] = []
  const skipped: SkippedFrame[] = []
  let replayed = 0
  let cost = NO_COST
  let last: AnsweredFrame | null = null
  for (const frame of items) {
    signal.throwIfAborted()
    if (last !== null && now().getTime() > until) break
    last = frame
    const named = { traceId: frame.traceId, sentAt: frame.sentAt.toISOString() }
    const evaluated = readEvaluated(frame)
    const again = await answerAgain(frame, evaluated)
    if (again.kind === 'skipped') {
      skipped.push({ ...named, reason: again.reason })
      continue
    }
    replayed++
    cost = addCosts(cost, again.cost)
    const difference = compareOutcomes(storedOutcome(evaluated), atThreshold(again.outcome, request.threshold))
    if (difference !== null) differing.push({ ...named, ...difference })
  }
  const isCut = last !== null && last !== items.at(-1)
  return {
    ...{ replayed, differing, skipped, newClaims, cost },
    next: isCut && last !== null ? writeCursor('replays', { at: last.sentAt, id: last.id }) : next,
  }
}

async function guardrailOf(
  { store }: Pick<ReplayDependencies, 'store'>,
  namespaceId: string,
  { guardrailId: id, rulesetHash, model, threshold }: ReplayRequest,
): Promise<RunnableGuardrail> {
  const stored = await store.findGuardrail(namespaceId, storedId('guardrail', id))
  if (stored === null) throw targetNotFound('guardrail', id)
  const { name, type, configuration } = stored
  const guardrail = { ...guardrailRequest.parse({ name, type, configuration }), id: stored.id }
  if (rulesetHash === null && model === null && threshold === null)
    throw new Refusal('BAD_REQUEST', 'Say what is different in the replay: ruleset_hash, model or threshold.')
  if (rulesetHash !== null && type !== 'policy_rules')
    throw new Refusal(
      'BAD_REQUEST',
      'Only frames of a guardrail of the type policy_rules can be replayed by a ruleset: the others ask a model or a person.',
    )
  if (model !== null && type === 'human_review')
    throw new Refusal('BAD_REQUEST', 'Frames of a guardrail of the type human_review ask a person, and not a model.')
  return guardrail
}

async function answersFor(
  dependencies: ReplayDependencies,
  caller: Caller,
  guardrail: RunnableGuardrail,
  { rulesetHash, model }: ReplayRequest,
  signal: AbortSignal,
): Promise<{ readonly newClaims: readonly string[]; readonly answerAgain: AnswerAgain }> {
  const { turns, store, now } = dependencies
  if (model !== null) {
    if (turns === null)
      throw new Refusal(
        'BAD_REQUEST',
        'No language model is configured here. Ask the operator to set MODEL_BASE_URL and MODEL_NAME.',
      )
    const evaluation = { ...dependencies, turns, accountOf: store.findAccount, now: () => now().getTime() }
    const changed = changedGuardrail(guardrail, rulesetHash, model)
    return { newClaims: [], answerAgain: answersOfModel(evaluation, caller, changed, signal) }
  }
  if (rulesetHash === null || guardrail.type !== 'policy_rules') return { newClaims: [], answerAgain: answerAsStored }
  const hashes = { candidate: rulesetHash, configured: guardrail.configuration.ruleset_hash }
  return answersOfRules(dependencies, caller, hashes)
}

function changedGuardrail(guardrail: RunnableGuardrail, rulesetHash: string | null, model: string): RunnableGuardrail {
  switch (guardrail.type) {
    case 'policy_rules': {
      const { ruleset_hash: own } = guardrail.configuration
      return { ...guardrail, configuration: { ...guardrail.configuration, model, ruleset_hash: rulesetHash ?? own } }
    }
    case 'consistency':
      return { ...guardrail, configuration: { ...guardrail.configuration, model } }
    case 'consensus':
      return { ...guardrail, configuration: { ...guardrail.configuration, model } }
    case 'llm_judge':
    case 'critique':
      return { ...guardrail, configuration: { ...guardrail.configuration, model } }
    case 'human_review':
      return guardrail
  }
}

function limitOf({ model, limit }: ReplayRequest): number {
  return model === null ? limit : Math.min(limit, MAX_REPLAYED_BY_MODEL)
}
