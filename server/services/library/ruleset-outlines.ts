/**
 * Summaries and counts for lists. Each ruleset is compiled once for each unit library, in small pieces of work between
 * which workers serve other calls. Concurrent lists of one namespace compile nothing twice.
 */
import { LRUCache } from 'lru-cache'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { Passage } from '../engine-pool/passages-of'
import type { ContentIntegrity } from './content-integrity'

export interface ListedRuleset {
  readonly hash: string
  readonly sourceBytes: number
}

/** About ten milliseconds of a worker. */
const PIECE_BYTES = 65_536
const PIECE_RULESETS = 100

/** Memory of an outline besides its texts. */
const OVERHEAD_BYTES = 400

const MISSING: RulesetOutline = {
  summary:
    'The stored bytes of this ruleset are missing or damaged: they do not match its hash. Report it to the operator.',
  words: '',
  counts: null,
  changes: [],
}

export class RulesetOutlines {
  /** Room for about 80,000 small rulesets. A longer list finds none of them here the next time. */
  private readonly cache = new LRUCache<string, RulesetOutline>({
    maxSize: 48_000_000,
    sizeCalculation: ({ summary, words }) => summary.length + words.length + OVERHEAD_BYTES,
  })
  /** The last compiling list of each namespace and library. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(
    private readonly store: Pick<RulesetVerbs, 'findSources'>,
    private readonly engine: Pick<EngineDispatch, 'outline' | 'passages'>,
    private readonly integrity: Pick<ContentIntegrity, 'isDamaged'>,
  ) {}

  /** @throws Refusal ENGINE_BUSY; outlines so far stay cached */
  async of(
    namespaceId: string,
    rulesets: readonly ListedRuleset[],
    library: LibraryText,
  ): Promise<ReadonlyMap<string, RulesetOutline>> {
    const result = new Map<string, RulesetOutline>()
    if (this.collect(result, namespaceId, rulesets, library).length === 0) return result
    const turn = `${namespaceId}:${library.hash ?? ''}`
    const before = this.turns.get(turn)
    const mine = (async () => {
      await before
      await this.compileMissing(result, namespaceId, this.collect(result, namespaceId, rulesets, library), library)
    })()
    const over = mine.catch(() => {})
    this.turns.set(turn, over)
    try {
      await mine
    } finally {
      if (this.turns.get(turn) === over) this.turns.delete(turn)
    }
    return result
  }

  /**
   * Splits the texts into what a search finds, in pieces, because together they are as long as the sources. Missing and
   * damaged texts have no passages.
   * @throws Refusal ENGINE_BUSY
   */
  async *passages(
    namespaceId: string,
    rulesets: readonly ListedRuleset[],
  ): AsyncGenerator<ReadonlyMap<string, readonly Passage[]>> {
    for (const piece of splitIntoPieces(rulesets)) {
      const hashes = piece.map(({ hash }) => hash)
      const texts = [...(await this.store.findSources(namespaceId, hashes)).sources]
      const passages = texts.length === 0 ? [] : await this.engine.passages(texts.map(([, source]) => source))
      const found = new Map(texts.map(([hash], index) => [hash, passages[index]!]))
      yield new Map(hashes.map((hash) => [hash, found.get(hash) ?? []]))
    }
  }

  /** Fills `result` from the cache and returns the distinct rulesets without an outline. */
  private collect(
    result: Map<string, RulesetOutline>,
    namespaceId: string,
    rulesets: readonly ListedRuleset[],
    library: LibraryText,
  ): ListedRuleset[] {
    const missing = new Map<string, ListedRuleset>()
    for (const ruleset of rulesets) {
      if (result.has(ruleset.hash)) continue
      const damaged = this.integrity.isDamaged(namespaceId, ruleset.hash)
      const outline = damaged ? undefined : this.cache.get(keyOf(ruleset.hash, library))
      if (outline === undefined) missing.set(ruleset.hash, ruleset)
      else result.set(ruleset.hash, outline)
    }
    return [...missing.values()]
  }

  private async compileMissing(
    result: Map<string, RulesetOutline>,
    namespaceId: string,
    missing: readonly ListedRuleset[],
    library: LibraryText,
  ): Promise<void> {
    for (const piece of splitIntoPieces(missing)) {
      const { sources } = await this.store.findSources(
        namespaceId,
        piece.map(({ hash }) => hash),
      )
      const texts = [...sources].map(([hash, source]) => ({ hash, source }))
      const outlines = await this.engine.outline(texts, library)
      for (const { hash } of piece) result.set(hash, MISSING)
      for (const [index, { hash }] of texts.entries()) {
        const outline = outlines[index]!
        result.set(hash, outline)
        this.cache.set(keyOf(hash, library), outline)
      }
    }
  }
}

function keyOf(hash: string, { hash: libraryHash }: LibraryText): string {
  return `${hash}:${libraryHash ?? ''}`
}

export function* splitIntoPieces(rulesets: readonly ListedRuleset[]): Generator<readonly ListedRuleset[]> {
  let piece: ListedRuleset[] = []
  let bytes = 0
  for (const ruleset of rulesets) {
    if (piece.length === PIECE_RULESETS || (piece.length > 0 && bytes + ruleset.sourceBytes > PIECE_BYTES)) {
      yield piece
      piece = []
      bytes = 0
    }
    piece.push(ruleset)
    bytes += ruleset.sourceBytes
  }
  if (piece.length > 0) yield piece
}
