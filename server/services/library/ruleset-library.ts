/** The cache is safe, because texts are immutable and the store verifies their hashes. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../api/refusal'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetText } from '../engine-pool/engine-job'
import type { ShareOfCaller } from '../engine-pool/worker-calls'

export interface RulesetReference {
  readonly ruleset_hash?: string | null | undefined
  readonly source?: string | null | undefined
}

export interface FoundRuleset {
  readonly text: RulesetText
  /** False if the bytes came with the request. */
  readonly stored: boolean
}

export class RulesetLibrary {
  private readonly cache = new LRUCache<string, RulesetText>({
    maxSize: 64_000_000,
    sizeCalculation: (text) => text.source.length + 200,
  })

  constructor(
    private readonly store: Pick<RulesetVerbs, 'findRuleset'>,
    private readonly engine: EngineDispatch,
  ) {}

  /**
   * Hash and source must agree if both are given (public/docs/api.md, "Check claims").
   * @param share of the caller, whose source may be read in a worker
   * @throws Refusal BAD_REQUEST if neither is given or both disagree; RULESET_NOT_FOUND; BUDGET_EXCEEDED
   */
  find(
    namespaceId: string | null,
    reference: RulesetReference,
    share?: ShareOfCaller,
  ): FoundRuleset | Promise<FoundRuleset> {
    const hash = reference.ruleset_hash ?? null
    if (reference.source !== null && reference.source !== undefined)
      return this.fromSource(reference.source, hash, share)
    if (hash === null)
      throw new Refusal('BAD_REQUEST', 'The request names no ruleset: give `ruleset_hash` or `source`.', {
        failures: [{ field: 'ruleset_hash', expected: 'a content hash, or `source` beside it', received: 'nothing' }],
        failure_count: 1,
      })
    const text = namespaceId === null ? undefined : this.cache.get(namespaceId + hash)
    return text === undefined ? this.fromStore(namespaceId, hash) : { text, stored: true }
  }

  /**
   * Reads past the cache, for a text that is shown, packed or signed.
   * @throws Refusal RULESET_NOT_FOUND; ENGINE_ERROR if the stored bytes do not have this hash
   */
  async findStored(namespaceId: string | null, hash: string): Promise<RulesetText> {
    try {
      return (await this.fromStore(namespaceId, hash)).text
    } catch (error) {
      if (namespaceId !== null) this.cache.delete(namespaceId + hash)
      throw error
    }
  }

  remember(namespaceId: string, text: RulesetText): void {
    this.cache.set(namespaceId + text.hash, text)
  }

  isKnown(namespaceId: string, hash: string): boolean {
    return this.cache.has(namespaceId + hash)
  }

  private async fromSource(source: string, hash: string | null, share?: ShareOfCaller): Promise<FoundRuleset> {
    const text = await this.engine.normalise(source, share)
    if (hash !== null && hash !== text.hash)
      throw new Refusal(
        'BAD_REQUEST',
        `\`ruleset_hash\` and \`source\` disagree: the source hashes to ${text.hash}. Send one of the two, or both of the same ruleset.`,
        {
          failures: [{ field: 'ruleset_hash', expected: text.hash, received: hash }],
          failure_count: 1,
        },
      )
    return { text, stored: false }
  }

  private async fromStore(namespaceId: string | null, hash: string): Promise<FoundRuleset> {
    const row = namespaceId === null ? null : await this.store.findRuleset(namespaceId, hash)
    if (row === null || namespaceId === null)
      throw new Refusal(
        'RULESET_NOT_FOUND',
        `No ruleset with the hash ${hash} is stored in this namespace. Compile its source first, or send \`source\` with the request.`,
      )
    const text = { hash, source: row.source }
    this.remember(namespaceId, text)
    return { text, stored: true }
  }
}
