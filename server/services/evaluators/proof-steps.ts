import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { ReadClaim } from '../../engine/explain/manifest'
import { JsonNumber, type LosslessJson, writeJson } from '../../language/numeric/lossless-json'
import type { Caller } from '../calls/caller'
import type { CheckedAssertions } from '../checks/check-claims'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetLibrary } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'
import type { ClaimDictionary } from './claim-check'
import type { ClaimEvidence, ProofStep } from './evaluation'

export interface ProofDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly engine: Pick<EngineDispatch, 'reads'>
  readonly rulesets: Pick<RulesetLibrary, 'find'>
}

type Reads = ReadonlyMap<string, readonly ReadClaim[]>

/** Characters of questions and values, as often as steps show them. */
export const MAX_PROOF_CHARACTERS = 8_000_000
/** Characters and references to claims. */
const MAX_CACHED_SIZE = 16_000_000

export class ProofSteps {
  private readonly cached = new LRUCache<string, Reads>({ maxSize: MAX_CACHED_SIZE, sizeCalculation: sizeOf })

  constructor(private readonly dependencies: ProofDependencies) {}

  /**
   * Makes a step for each assertion. Refuses a proof over {@link MAX_PROOF_CHARACTERS} early, because short texts add up when
   * every assertion reads them.
   * @throws Refusal BUDGET_EXCEEDED, ENGINE_BUSY and others of the engine
   */
  async stepsOf(
    caller: Caller,
    { claims, evidence }: { readonly claims: ClaimDictionary; readonly evidence: ClaimEvidence | undefined },
    result: CheckedAssertions,
  ): Promise<ProofStep[]> {
    const reads = await this.readsOf(caller, result)
    let length = 0
    const withValue = ({ claim, question }: ReadClaim) => {
      const value = plainValue(valueAt(claims, claim))
      // A field has the quote of the record or list that it is part of.
      const [named = claim] = claim.split(/[.[]/, 1)
      const quote = evidence?.quotes[named]
      length += question.length + (typeof value === 'string' ? value.length : 0) + (quote?.text.length ?? 0)
      if (length > MAX_PROOF_CHARACTERS) throw proofTooLong()
      const isUnquoted = evidence?.unquoted.includes(named) ?? false
      return { claim, question, value, ...(quote && { quote }), ...(isUnquoted && { unquoted: true }) }
    }
    return result.assertions.map((answer) => ({
      ...answer,
      claims: (reads.get(answer.assertion) ?? []).map(withValue),
    }))
  }

  private readsOf(caller: Caller, { rulesetHash, unitLibraryHash }: CheckedAssertions): Reads | Promise<Reads> {
    const key = `${rulesetHash}:${unitLibraryHash ?? ''}`
    return this.cached.get(key) ?? this.ask(key, caller, rulesetHash)
  }

  private async ask(key: string, caller: Caller, rulesetHash: string): Promise<Reads> {
    const { text } = await this.dependencies.rulesets.find(caller.namespaceId, { ruleset_hash: rulesetHash })
    const { inputs, assertions } = await this.dependencies.engine.reads(text, await this.dependencies.libraryOf(caller))
    const reads = new Map(
      assertions.map(({ assertion, reads: indexes }) => [assertion, indexes.flatMap((index) => inputs[index] ?? [])]),
    )
    this.cached.set(key, reads)
    return reads
  }
}

function sizeOf(reads: Reads): number {
  const known = new Set<ReadClaim>()
  let size = 1
  for (const [name, claims] of reads) {
    size += name.length + claims.length
    for (const claim of claims) known.add(claim)
  }
  for (const { claim, question } of known) size += claim.length + question.length
  return size
}

function proofTooLong(): Refusal {
  return new Refusal(
    'BUDGET_EXCEEDED',
    `The proof would be longer than ${MAX_PROOF_CHARACTERS} characters: too many assertions read claims with long questions or values. Split the ruleset.`,
    { budget: 'proof_chars', limit: MAX_PROOF_CHARACTERS },
  )
}

/** As many digits as a double represents exactly. */
const EXACT_AS_DOUBLE = /^-?(?=[\d.]{1,16}$)\d{1,15}(\.\d+)?$/

/** A number that a double would round becomes text. */
function plainValue(value: LosslessJson | undefined): unknown {
  if (value instanceof JsonNumber) return EXACT_AS_DOUBLE.test(value.text) ? Number(value.text) : value.text
  if (typeof value === 'object' && value !== null) return writeJson(value)
  return value ?? null
}

/** The value of a claim, or of a field by its path: `driver[].age` has one value for each entry. */
function valueAt(claims: ClaimDictionary, path: string): LosslessJson | undefined {
  return Object.hasOwn(claims, path) ? claims[path] : follow(claims, path.split(/\.|(?=\[\])/))
}

function follow(value: LosslessJson | undefined, [step, ...rest]: readonly string[]): LosslessJson | undefined {
  // A record or list that is unknown or absent says so for its fields.
  if (step === undefined || value === undefined || typeof value === 'string') return value
  if (Array.isArray(value)) return step === '[]' ? value.map((entry) => follow(entry, rest) ?? null) : undefined
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return undefined
  return Object.hasOwn(value, step) ? follow((value as ClaimDictionary)[step], rest) : undefined
}
