/**
 * The outline of each ruleset in a list: its summary and its counts.
 *
 * Promises: a ruleset is compiled for it once under each unit library, in a worker, and cached within bounds; work goes
 * to the workers in small pieces, so that other calls run between them. Lists of one namespace at the same time compile
 * nothing twice.
 */
import { LRUCache } from 'lru-cache'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { ContentIntegrity } from './content-integrity'

/** A stored ruleset that a list shows. */
export interface ListedRuleset {
  readonly hash: string
  readonly sourceBytes: number
}

/** Source bytes of one piece of work: some ten milliseconds of a worker. */
const PIECE_BYTES = 65_536
const PIECE_RULESETS = 100

/** Memory of an outline beside its texts. */
const OVERHEAD = 400

const MISSING: RulesetOutline = {
  summary:
    'The stored bytes of this ruleset are missing or damaged: they do not match its hash. Report it to the operator.',
  words: '',
  counts: null,
  changes: [],
}

export class RulesetOutlines {
  /** Room for some 80,000 small rulesets: a list that goes through more than fit finds none of them here the next time. */
  private readonly cache = new LRUCache<string, RulesetOutline>({
    maxSize: 48_000_000,
    sizeCalculation: ({ summary, words }) => summary.length + words.length + OVERHEAD,
  })
  /** The last list that compiles, for each namespace and library; it is done once the promise settles. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(
    private readonly store: Pick<RulesetVerbs, 'findSources'>,
    private readonly engine: Pick<EngineDispatch, 'outline'>,
    private readonly integrity: Pick<ContentIntegrity, 'isDamaged'>,
  ) {}

  /** @throws Refusal ENGINE_BUSY; outlines compiled until then stay cached */
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

  /** Fills `result` from the cache and returns the rulesets without an outline, each once. */
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
    for (const piece of piecesOf(missing)) {
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

/** Pieces of work for one worker at a time. */
export function* piecesOf(rulesets: readonly ListedRuleset[]): Generator<readonly ListedRuleset[]> {
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
