/**
 * `policy_rules`: the claims of a ruleset, given or extracted, checked by the engine.
 *
 * Promises: where A is a claim dictionary no model is asked, and the confidence is 1. Else the claims are extracted
 * `extraction_runs` times in parallel: the answers that more than half of the runs came to are the guardrail's, with their
 * share as the confidence. Where no more than half agree the conclusion is UNKNOWN, and the proof is that of a run of the
 * largest share. Each dictionary that is decided is counted as one check; runs that extracted the same share one.
 */
import { canonicalObject } from '../../api/canonical-json'
import type { FrameContent } from '../../api/schemas/frame'
import type { GuardrailKind } from '../../api/schemas/guardrail'
import { writeJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../access/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { Model } from '../models/model'
import { type CheckedClaims, type ClaimDictionary, checkDictionary, readAnswer } from './claim-check'
import { checksOf, DictionaryRules, type DictionaryRulesDependencies } from './dictionary-rules'
import { concluded, failed, modelMissing, type Outcome } from './evaluation'
import { ExtractionTasks, extract } from './extraction'
import { inParallel, majorityOf } from './votes'

type Configuration = Extract<GuardrailKind, { type: 'policy_rules' }>['configuration']

export type PolicyRulesDependencies = Omit<DictionaryRulesDependencies, 'engine'> & {
  readonly engine: EngineDispatch
  readonly model: Model | null
}

export class PolicyRules {
  private readonly rules: DictionaryRules
  private readonly tasks: ExtractionTasks

  constructor(private readonly dependencies: PolicyRulesDependencies) {
    this.rules = new DictionaryRules(dependencies)
    this.tasks = new ExtractionTasks(dependencies)
  }

  /** @throws the reason of `signal` once that is aborted */
  async evaluate(
    caller: Caller,
    configuration: Configuration,
    frame: FrameContent,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const answer = readAnswer(frame.A)
    if (answer.kind === 'wrong') return failed(answer.error)
    if (answer.kind === 'text') return this.extracted(caller, configuration, frame, signal)
    const input = { caller, rulesetHash: configuration.ruleset_hash, claims: answer.claims }
    return (await this.rules.evaluate(input, signal)).outcome
  }

  private async extracted(
    caller: Caller,
    { ruleset_hash: rulesetHash, extraction_runs: runs, model: name }: Configuration,
    frame: FrameContent,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { model } = this.dependencies
    if (model === null) return failed(modelMissing('A is no claim dictionary, so the claims have to be extracted.'))
    const task = await this.tasks.taskOf(caller, rulesetHash, signal)
    if (!task.ok) return failed(task.error)
    const checks = new Map<string, Promise<CheckedClaims>>()
    const answers = await inParallel(runs, signal, (run, within) => {
      const check = (claims: ClaimDictionary) => {
        const key = canonicalText(claims)
        const pending = checks.get(key) ?? checkDictionary(this.dependencies, { caller, rulesetHash, claims }, within)
        checks.set(key, pending)
        return pending
      }
      return extract(model, { task: task.value, frame, model: name, run, runs, check }, within)
    })
    const majority = majorityOf(answers, ({ result }) => checksOf(result).join())
    if (majority.kind === 'failed') return failed(majority.error)
    const proved = await this.rules.prove(caller, majority.value, majority.share, signal)
    const isUnknown = majority.kind === 'divided' && proved.Error === null
    return isUnknown ? concluded(proved.P, 'UNKNOWN', majority.share) : proved
  }
}

/** One text for one dictionary, in whatever order a model wrote it. */
function canonicalText(claims: ClaimDictionary): string {
  return canonicalObject(Object.fromEntries(Object.entries(claims).map(([claim, value]) => [claim, writeJson(value)])))
}
