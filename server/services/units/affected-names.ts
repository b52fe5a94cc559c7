import { LRUCache } from 'lru-cache'
import type { NameVerbs } from '../../database/rulesets/names'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { UnitUse } from '../engine-pool/unit-use'
import { type ListedRuleset, splitIntoPieces } from '../library/ruleset-outlines'

/** Source bytes for one call, a few seconds of worker time. */
export const MAX_COMPILED_BYTES = 16_000_000
/** Rulesets in one piece of work. */
const KNOWN_RULESETS_AT_ONCE = 200
/** Bytes for a unit or a pair of units, with the texts. */
const UNIT_SIZE_BYTES = 400

interface ComparedRuleset extends ListedRuleset {
  readonly use: UnitUse | undefined
}

export class AffectedNames {
  private readonly uses = new LRUCache<string, UnitUse>({
    maxSize: 32_000_000,
    sizeCalculation: ({ pairs, measured }) => UNIT_SIZE_BYTES * (1 + 2 * pairs.length + measured.length),
  })

  constructor(
    private readonly store: Pick<NameVerbs, 'listNames'> & Pick<RulesetVerbs, 'findSources'>,
    private readonly engine: Pick<EngineDispatch, 'unitChanges'>,
    private readonly now: () => Date,
  ) {}

  /**
   * Lists exactly the names whose compile or check can differ (services/engine-pool/unit-use.ts), and rulesets beyond
   * {@link MAX_COMPILED_BYTES}, in order. Units stay cached until another library connects them differently.
   * @throws Refusal ENGINE_BUSY
   */
  async of(namespaceId: string, before: LibraryText, after: LibraryText): Promise<string[]> {
    if (before.hash === after.hash) return []
    const names = await this.store.listNames(namespaceId, this.now())
    const rulesets = new Map(names.map(({ hash, sourceBytes }) => [hash, { hash, sourceBytes }]))
    const compared = [...rulesets.values()].map(
      (one): ComparedRuleset => ({ ...one, use: this.uses.get(keyOf(one.hash, before)) }),
    )
    const affected = new Set<string>()
    const known = compared.filter(({ use }) => use !== undefined)
    for (let from = 0; from < known.length; from += KNOWN_RULESETS_AT_ONCE) {
      const piece = known.slice(from, from + KNOWN_RULESETS_AT_ONCE)
      await this.compare(
        piece.map(({ hash, use }) => [hash, use!]),
        before,
        after,
        affected,
      )
    }
    let compiled = 0
    for (const piece of splitIntoPieces(compared.filter(({ use }) => use === undefined))) {
      if (compiled > MAX_COMPILED_BYTES) for (const { hash } of piece) affected.add(hash)
      else await this.compare(await this.sourcesOf(namespaceId, piece), before, after, affected)
      compiled += piece.reduce((sum, { sourceBytes }) => sum + sourceBytes, 0)
    }
    return names.filter(({ hash }) => affected.has(hash)).map(({ name }) => name)
  }

  private async sourcesOf(namespaceId: string, piece: readonly ListedRuleset[]): Promise<[string, RulesetText][]> {
    const { sources } = await this.store.findSources(
      namespaceId,
      piece.map(({ hash }) => hash),
    )
    return [...sources].map(([hash, source]) => [hash, { hash, source }])
  }

  private async compare(
    rulesets: readonly (readonly [hash: string, RulesetText | UnitUse])[],
    before: LibraryText,
    after: LibraryText,
    affected: Set<string>,
  ): Promise<void> {
    if (rulesets.length === 0) return
    const findings = await this.engine.unitChanges(
      rulesets.map(([, ruleset]) => ruleset),
      before,
      after,
    )
    for (const [index, [hash]] of rulesets.entries()) {
      const { use, compile, affected: isAffected } = findings[index]!
      this.uses.set(keyOf(hash, before), use)
      // The compile is unchanged, so its units are too.
      if (!compile) this.uses.set(keyOf(hash, after), use)
      if (isAffected) affected.add(hash)
    }
  }
}

function keyOf(hash: string, { hash: libraryHash }: LibraryText): string {
  return `${hash}:${libraryHash ?? ''}`
}
