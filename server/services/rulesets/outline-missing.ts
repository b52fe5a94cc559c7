/** Makes the copies that lists and searches read, within a time limit, if this engine and unit library have not made them. */
import { VERSIONS } from '../../api/terms/versions'
import type { ListedNameVerbs, NewOutline, NewPassage } from '../../database/rulesets/listed-names'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutlines } from '../library/ruleset-outlines'

export interface OutliningDependencies {
  readonly store: Pick<ListedNameVerbs, 'countUnsearchable' | 'unsearchable' | 'storeOutlines'>
  readonly outlines: RulesetOutlines
  readonly now: () => Date
}

/** Rulesets outlined between two looks at the clock. */
const OUTLINED_AT_ONCE = 200
/** The time limit of one call. */
const OUTLINING_LIMIT_MS = 300

/** @returns how many are left */
export async function outlineMissing(
  { store, outlines, now }: OutliningDependencies,
  namespaceId: string,
  library: LibraryText,
): Promise<number> {
  const madeBy = `${VERSIONS.engine_version} ${library.hash ?? ''}`
  const until = now().getTime() + OUTLINING_LIMIT_MS
  const seen = new Set<string>()
  // Counted once, because it reads every name.
  for (let left = await store.countUnsearchable(namespaceId, madeBy); ; ) {
    if (left <= 0 || now().getTime() >= until) return Math.max(left, 0)
    const unsearchable = await store.unsearchable(namespaceId, madeBy, OUTLINED_AT_ONCE)
    const rulesets = unsearchable.filter(({ hash }) => !seen.has(hash))
    // Others outlined the rest, or its words cannot be stored.
    if (rulesets.length === 0) return unsearchable.length === 0 ? 0 : left
    for (const { hash } of rulesets) seen.add(hash)
    left -= rulesets.length
    const outlined = await outlines.of(namespaceId, rulesets, library)
    for await (const passages of outlines.passages(namespaceId, rulesets)) {
      const made = [...passages.keys()].map((hash): NewOutline => {
        const { summary, words, counts } = outlined.get(hash)!
        const text = `${summary} ${words}`.toLowerCase().replaceAll('\0', '')
        return { hash, words: text, claims: counts?.claims ?? null, assertions: counts?.rules ?? null }
      })
      const texts = [...passages].flatMap(([hash, found]) => found.map((each): NewPassage => ({ hash, ...each })))
      await store.storeOutlines(namespaceId, madeBy, made, texts)
    }
  }
}
