/**
 * The proof of a policy_rules guardrail: one step for each assertion.
 *
 * Promises: a step tells the rule, the assertion, its answer, and the claims that it read, each with the question that was
 * asked and the value that was submitted. What does not depend on the claims is asked of the engine once for each ruleset
 * and unit library.
 */
import { LRUCache } from 'lru-cache'
import type { LosslessJson } from '../../contract/lossless-json'
import { writeJson } from '../../contract/write-json'
import type { ReadClaim } from '../../engine/describe/assertion-reads'
import { JsonNumber } from '../../exact/json-number'
import { after } from '../after'
import type { Caller } from '../caller'
import type { EngineDispatch } from '../engine/dispatch'
import type { RulesetLibrary } from '../ruleset-library'
import type { LibrarySource } from '../unit-libraries'
import type { CheckResult } from './claim-check'
import type { ClaimDictionary } from './claim-dictionary'
import type { ProofStep } from './frame-evaluator'

export interface ProofParts extends Pick<LibrarySource, 'libraryOf'> {
  readonly engine: Pick<EngineDispatch, 'reads'>
  readonly rulesets: Pick<RulesetLibrary, 'find'>
}

/** By the assertion's name. */
type Reads = ReadonlyMap<string, readonly ReadClaim[]>

/** Characters of what is kept. */
const KEPT = 16_000_000

export class ProofSteps {
  private readonly kept = new LRUCache<string, Reads>({ maxSize: KEPT, sizeCalculation: sizeOf })

  constructor(private readonly parts: ProofParts) {}

  /** At once where the ruleset was met before. @throws Refusal ENGINE_BUSY and what else the engine refuses */
  stepsOf(caller: Caller, claims: ClaimDictionary, result: CheckResult): ProofStep[] | Promise<ProofStep[]> {
    return after(this.readsOf(caller, result), (reads) =>
      result.rules.flatMap(({ rule, assertions }) =>
        assertions.map(({ name, ...found }) => ({
          rule,
          assertion: name,
          ...found,
          claims: (reads.get(name) ?? []).map(({ claim, question }) => ({
            claim,
            question,
            value: Object.hasOwn(claims, claim) ? plainValue(claims[claim]) : null,
          })),
        })),
      ),
    )
  }

  private readsOf(caller: Caller, result: CheckResult): Reads | Promise<Reads> {
    const key = `${result.ruleset_hash}:${result.unit_library_hash ?? ''}`
    return this.kept.get(key) ?? this.ask(key, caller, result.ruleset_hash)
  }

  private async ask(key: string, caller: Caller, rulesetHash: string): Promise<Reads> {
    const { text } = await this.parts.rulesets.find(caller.namespaceId, { ruleset_hash: rulesetHash })
    const asked = await this.parts.engine.reads(text, await this.parts.libraryOf(caller))
    const reads = new Map(asked.map(({ assertion, claims }) => [assertion, claims]))
    this.kept.set(key, reads)
    return reads
  }
}

function sizeOf(reads: Reads): number {
  let size = 1
  for (const [name, claims] of reads)
    for (const { claim, question } of claims) size += name.length + claim.length + question.length
  return size
}

/** As many digits as a double carries exactly. */
const EXACT = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d+)?$/

/** A value as JSON carries it: a number that a double would round is told as its text. */
function plainValue(value: LosslessJson | undefined): unknown {
  if (value instanceof JsonNumber) return EXACT.test(value.text) ? Number(value.text) : value.text
  if (typeof value === 'object' && value !== null) return writeJson(value)
  return value ?? null
}
