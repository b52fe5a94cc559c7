import { LRUCache } from 'lru-cache'
import type { Caller } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetUnder, StatedPair } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { ShareOfCaller } from '../engine-pool/worker-calls'

/** Members of an answer as canonical JSON, without `ok`. */
export type Members = Readonly<Record<string, string>>

/** In characters. */
const MAX_CACHED_CHARACTERS = 16_000_000

export class Comparisons {
  private readonly cache = new LRUCache<string, Members>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (members) => Object.values(members).reduce((sum, text) => sum + text.length, 1),
  })
  private readonly running = new Map<string, Promise<Members>>()

  constructor(private readonly engine: Pick<EngineDispatch, 'meaning'>) {}

  /**
   * Caches recent answers; concurrent equal calls share one computation.
   * @throws Refusal COMPILE_FAILED, BUDGET_EXCEEDED, ENGINE_BUSY
   */
  async between(
    caller: Caller,
    before: RulesetUnder,
    after: RulesetUnder,
    pairs: readonly StatedPair[] = [],
    share: ShareOfCaller = () => shareOf({ caller }),
  ): Promise<Members> {
    // A key of hashes reveals nothing about the texts of another namespace.
    const key = JSON.stringify([nameOf(before), nameOf(after), pairs])
    const known = this.cache.get(key) ?? this.running.get(key)
    if (known !== undefined) return known
    const computing = this.engine.meaning({ kind: 'comparison', before, after, pairs }, share)
    this.running.set(key, computing)
    try {
      const members = await computing
      this.cache.set(key, members)
      return members
    } finally {
      this.running.delete(key)
    }
  }
}

function nameOf({ ruleset, library }: RulesetUnder): string {
  return `${ruleset.hash}:${library.hash ?? ''}`
}
