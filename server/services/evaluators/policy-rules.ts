import { canonicalObject } from '../../api/canonical-json'
import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import { readJson, writeJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import { type EngineDispatch, NeedsSolverError } from '../engine-pool/dispatch'
import { isObject } from '../models/find-object'
import type { Model } from '../models/model'
import {
  type CheckedClaims,
  type ClaimDictionary,
  type CountedClaims,
  checkDictionary,
  readAnswer,
} from './claim-check'
import { type CheckMeans, checksOf, DictionaryRules, type DictionaryRulesDependencies } from './dictionary-rules'
import {
  concludedOutcome,
  type EvaluationJob,
  type ExtractedClaims,
  failedOutcome,
  lastingError,
  type Move,
  missingModelError,
  type Outcome,
} from './evaluation'
import { type AcceptedClaims, ExtractionTasks, extractClaims, type UndecidedClaims } from './extraction'
import { askInParallel, majorityOf, type Vote } from './votes'

type Configuration = Extract<GuardrailKind, { type: 'policy_rules' }>['configuration']

/** The confidence of claims that a model read once: nothing says how sure they are. */
const NOT_MEASURED = 0.5

export type PolicyRulesDependencies = Omit<DictionaryRulesDependencies, 'engine'> & {
  readonly engine: EngineDispatch
  readonly model: Model | null
}

export interface Turn extends Pick<EvaluationJob, 'lane' | 'pause'> {
  readonly extracted: ExtractedClaims | null
}

export interface RulesInput {
  readonly caller: Caller
  readonly configuration: Configuration
  readonly frame: FrameContent
  readonly turn: Turn
}

export class PolicyRules {
  private readonly rules: DictionaryRules
  private readonly tasks: ExtractionTasks

  constructor(private readonly dependencies: PolicyRulesDependencies) {
    this.rules = new DictionaryRules(dependencies)
    this.tasks = new ExtractionTasks(dependencies)
  }

  /**
   * A claim dictionary in A needs no model and has confidence 1. Otherwise `extraction_runs` runs extract claims in
   * parallel: the answers of more than half count, with their share as confidence; one run has {@link NOT_MEASURED}.
   * Without a majority the conclusion is
   * UNKNOWN with the proof of the largest group. Each decided dictionary counts as one check, and equal ones share it.
   * A move keeps the extracted claims and counts nothing.
   * @throws the reason of `signal` once it is aborted
   */
  async evaluate(input: RulesInput, signal: AbortSignal): Promise<Outcome | Move> {
    const { caller, configuration, frame, turn } = input
    const answer = readAnswer(frame.A)
    if (answer.kind === 'wrong') return failedOutcome(answer.error)
    try {
      if (answer.kind === 'text') return await this.evaluateText(input, signal)
      const check = { caller, rulesetHash: configuration.ruleset_hash, claims: answer.claims }
      return (await this.rules.evaluate(check, signal, this.meansOf(turn))).outcome
    } catch (error) {
      if (error instanceof NeedsSolverError) return { moves: 'solver', extracted: null }
      throw error
    }
  }

  private async evaluateText(input: RulesInput, signal: AbortSignal): Promise<Outcome | Move> {
    const { model } = this.dependencies
    const { extracted, lane } = input.turn
    const checks = new Checks({ ...this.dependencies, ...this.meansOf(input.turn) }, input)
    if (extracted !== null)
      return this.conclude(input.caller, await this.checkExtracted(extracted, checks, signal), signal)
    if (model === null)
      return failedOutcome(missingModelError('A is no claim dictionary, so the claims have to be extracted.'))
    if (lane !== undefined && lane !== 'model') return { moves: 'model', extracted: null }
    const answers = await this.extract(model, input, checks, signal)
    if (!Array.isArray(answers)) return answers
    const decided = answers.flatMap((vote) => decidedVote(vote) ?? [])
    if (decided.length === answers.length) return this.conclude(input.caller, decided, signal)
    await checks.refund()
    return { moves: 'solver', extracted: answers.map(storedVote) }
  }

  /** Returns an outcome if the ruleset cannot be used. */
  private async extract(
    model: Model,
    { caller, configuration, frame }: RulesInput,
    checks: Checks,
    signal: AbortSignal,
  ): Promise<Vote<AcceptedClaims>[] | Outcome> {
    const { ruleset_hash: rulesetHash, extraction_runs: runs, model: name, quotes = false } = configuration
    const task = await this.tasks.taskOf(caller, { rulesetHash, quotes }, signal)
    if (!task.ok) return failedOutcome(task.error)
    return askInParallel(runs, signal, (run, within) => {
      const check = (claims: ClaimDictionary) => checks.accept(claims, within)
      return extractClaims(model, { task: task.value, frame, model: name, run, runs, check }, within)
    })
  }

  private checkExtracted(
    extracted: ExtractedClaims,
    checks: Checks,
    signal: AbortSignal,
  ): Promise<Vote<CountedClaims>[]> {
    return askInParallel(extracted.length, signal, async (run, within): Promise<Vote<CountedClaims>> => {
      const stored = extracted[run - 1]
      if (stored === undefined || 'error' in stored)
        return { ok: false, error: stored?.error ?? lastingError('CLAIMS_REJECTED', 'Nothing was extracted.') }
      const checked = await checks.check(dictionaryOf(stored.claims), within)
      const { evidence } = stored
      return checked.ok ? { ok: true, value: { ...checked, ...(evidence && { evidence }) } } : checked
    })
  }

  private async conclude(caller: Caller, votes: readonly Vote<CountedClaims>[], signal: AbortSignal): Promise<Outcome> {
    const majority = majorityOf(votes, ({ result }) => checksOf(result).join())
    if (majority.kind === 'failed') return failedOutcome(majority.error)
    const confidence = votes.length === 1 ? NOT_MEASURED : majority.share
    const proved = await this.rules.prove(caller, majority.value, confidence, signal)
    const isUnknown = majority.kind === 'divided' && proved.Error === null
    return isUnknown ? concludedOutcome(proved.P, 'UNKNOWN', confidence) : proved
  }

  private meansOf({ lane, pause = this.dependencies.pause }: Turn): CheckMeans {
    const { engine } = this.dependencies
    return { pause, engine: lane === undefined || lane === 'solver' ? engine : engine.withoutSolver }
  }
}

/** Equal dictionaries of a frame share one check. */
class Checks {
  private readonly pending = new Map<string, Promise<CheckedClaims>>()

  constructor(
    private readonly dependencies: Parameters<typeof checkDictionary>[0],
    private readonly input: RulesInput,
  ) {}

  /** @throws NeedsSolverError */
  check(claims: ClaimDictionary, signal: AbortSignal): Promise<CheckedClaims> {
    const { caller, configuration } = this.input
    const key = canonicalText(claims)
    const input = { caller, rulesetHash: configuration.ruleset_hash, claims }
    const pending = this.pending.get(key) ?? checkDictionary(this.dependencies, input, signal)
    this.pending.set(key, pending)
    return pending
  }

  /** A solver is needed only for claims that fit their ruleset. */
  async accept(claims: ClaimDictionary, signal: AbortSignal): Promise<CheckedClaims | UndecidedClaims> {
    try {
      return await this.check(claims, signal)
    } catch (error) {
      if (error instanceof NeedsSolverError) return { ok: true, claims, result: null }
      throw error
    }
  }

  /** All checks are made again. */
  async refund(): Promise<void> {
    for (const check of await Promise.allSettled(this.pending.values()))
      if (check.status === 'fulfilled' && check.value.ok) check.value.result.refund()
  }
}

function decidedVote(vote: Vote<AcceptedClaims>): Vote<CountedClaims> | null {
  if (!vote.ok) return vote
  const { value } = vote
  return value.result === null ? null : { ok: true, value }
}

function storedVote(vote: Vote<AcceptedClaims>): ExtractedClaims[number] {
  if (!vote.ok) return { error: vote.error }
  const { claims, evidence } = vote.value
  return { claims: writeJson(claims), ...(evidence && { evidence }) }
}

/** @throws if this product did not write the row */
function dictionaryOf(text: string): ClaimDictionary {
  const read = readJson(text)
  if (!('value' in read) || !isObject(read.value)) throw new Error('the stored claims of a frame are no dictionary')
  return read.value
}

/** Gives equal dictionaries one text. */
function canonicalText(claims: ClaimDictionary): string {
  return canonicalObject(Object.fromEntries(Object.entries(claims).map(([claim, value]) => [claim, writeJson(value)])))
}
