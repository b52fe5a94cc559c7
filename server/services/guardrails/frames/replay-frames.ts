/** Answers stored frames of a guardrail again by other rules. Nothing is stored or sent, and no model is asked. */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { Refusal } from '../../../api/refusal'
import type { GuardrailVerbs } from '../../../database/guardrails/guardrails'
import type { AnsweredFrame, TargetFrameVerbs } from '../../../database/guardrails/target-frames'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { type CheckDependencies, checkAssertions } from '../../checks/check-claims'
import type { EngineDispatch } from '../../engine-pool/dispatch'
import type { ClaimDictionary } from '../../evaluators/claim-check'
import { type PageInput, readPage, writeCursor } from '../targets/pages'
import { refuseRuleset, storedId, targetNotFound } from '../targets/target-changes'
import { claimsFor, claimsOfFrame, readEvaluated } from './claims-of-frame'
import {
  checkedOutcome,
  compareOutcomes,
  failedReplay,
  type OutcomeDifference,
  type ReplayedOutcome,
  storedOutcome,
} from './compare-outcomes'

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
  /** Null after the oldest frame. */
  readonly next: string | null
}

export interface ReplayDependencies extends Omit<CheckDependencies, 'engine'> {
  readonly store: Pick<GuardrailVerbs, 'findGuardrail'> & TargetFrameVerbs
  readonly engine: CheckDependencies['engine'] & Pick<EngineDispatch, 'reads'>
  readonly now: () => Date
}

export interface ReplayRequest extends PageInput {
  readonly guardrailId: string
  readonly rulesetHash: string
}

export interface Replays {
  /**
   * Each frame counts as one check.
   * @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST for an unknown guardrail (404), one of another type, an unknown ruleset
   * or a wrong cursor; ENGINE_BUSY, ENTITLEMENT_EXCEEDED
   */
  replay(caller: Caller, request: ReplayRequest): Promise<Replay>
}

/** A caller waits for the answer, so a slow ruleset gives shorter pages. */
const MAX_MS = 5_000

export function createReplays(dependencies: ReplayDependencies): Replays {
  return { replay: (caller, request) => replayFrames(dependencies, caller, request) }
}

async function replayFrames(dependencies: ReplayDependencies, caller: Caller, request: ReplayRequest): Promise<Replay> {
  demandPermission(caller, 'send_frames')
  const namespaceId = namespaceOf(caller)
  const configured = await configuredHash(dependencies, namespaceId, request.guardrailId)
  const candidate = await claimsRead(dependencies, caller, request.rulesetHash).catch((error: unknown) =>
    refuseRuleset('replay', error),
  )
  const known = await claimsRead(dependencies, caller, configured).catch(noneIfUnusable)
  const read = dependencies.store.readAnsweredFrames.bind(null, namespaceId, request.guardrailId.toLowerCase())
  const { items, next } = await readPage('replays', request, read, (rows) => rows)
  const until = dependencies.now().getTime() + MAX_MS
  const differing: DifferingFrame[] = []
  const skipped: SkippedFrame[] = []
  let replayed = 0
  let last: AnsweredFrame | null = null
  for (const frame of items) {
    if (last !== null && dependencies.now().getTime() > until) break
    last = frame
    const named = { traceId: frame.traceId, sentAt: frame.sentAt.toISOString() }
    const evaluated = readEvaluated(frame)
    const claims = claimsOfFrame(frame, evaluated)
    if (claims.kind === 'none') {
      skipped.push({ ...named, reason: claims.reason })
      continue
    }
    replayed++
    // Checks that need no worker would hold the event loop for the whole page.
    await yieldToOthers()
    const after =
      claims.kind === 'rejected'
        ? failedReplay('CLAIMS_REJECTED')
        : await answerAgain(
            dependencies,
            caller,
            request.rulesetHash,
            claims.kind === 'given' ? claims.claims : claimsFor(candidate, claims.claims),
          )
    const difference = compareOutcomes(storedOutcome(evaluated), after)
    if (difference !== null) differing.push({ ...named, ...difference })
  }
  const isCut = last !== null && last !== items.at(-1)
  return {
    ...{ replayed, differing, skipped },
    newClaims: candidate.filter((claim) => !known.includes(claim)),
    next: isCut && last !== null ? writeCursor('replays', { at: last.sentAt, id: last.id }) : next,
  }
}

async function configuredHash(
  { store }: Pick<ReplayDependencies, 'store'>,
  namespaceId: string,
  id: string,
): Promise<string> {
  const guardrail = await store.findGuardrail(namespaceId, storedId('guardrail', id))
  if (guardrail === null) throw targetNotFound('guardrail', id)
  const { ruleset_hash: hash } = guardrail.configuration as { readonly ruleset_hash?: unknown }
  if (guardrail.type !== 'policy_rules' || typeof hash !== 'string')
    throw new Refusal(
      'BAD_REQUEST',
      'Only frames of a guardrail of the type policy_rules can be replayed: the others ask a model or a person.',
    )
  return hash
}

/** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED */
async function claimsRead(
  { rulesets, engine, libraryOf }: Pick<ReplayDependencies, 'rulesets' | 'engine' | 'libraryOf'>,
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
async function answerAgain(
  dependencies: ReplayDependencies,
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
