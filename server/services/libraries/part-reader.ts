/** Reads the libraries of stored texts. Texts never change, so what was read is kept. */
import { LRUCache } from 'lru-cache'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import { readParts, type TextParts } from '../../language/syntax/sharing/read-parts'
import { splitIntoPieces } from '../library/ruleset-outlines'

/** Memory of an entry besides its texts. */
const OVERHEAD_BYTES = 400

export class PartReader {
  private readonly cache = new LRUCache<string, TextParts>({
    maxSize: 16_000_000,
    sizeCalculation: ({ own, uses }) => (own?.lines.length ?? 0) * 2 + uses.length * OVERHEAD_BYTES + OVERHEAD_BYTES,
  })

  constructor(private readonly store: Pick<RulesetVerbs, 'findSources' | 'sizesOf'>) {}

  /** Damaged and missing texts are left out. */
  async read(namespaceId: string, hashes: readonly string[]): Promise<ReadonlyMap<string, TextParts>> {
    const result = new Map<string, TextParts>()
    const missing: string[] = []
    for (const hash of new Set(hashes)) {
      const known = this.cache.get(namespaceId + hash)
      if (known === undefined) missing.push(hash)
      else result.set(hash, known)
    }
    const sizes = missing.length === 0 ? [] : await this.store.sizesOf(namespaceId, missing)
    // Between two pieces, other calls have their turn.
    for (const piece of splitIntoPieces(sizes)) {
      const hashesOfPiece = piece.map(({ hash }) => hash)
      const { sources } = await this.store.findSources(namespaceId, hashesOfPiece)
      for (const [hash, source] of sources) {
        const sharedParts = readParts(source)
        this.cache.set(namespaceId + hash, sharedParts)
        result.set(hash, sharedParts)
      }
    }
    return result
  }
}
