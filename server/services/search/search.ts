/** Full-text search over the newest revisions of a namespace, for pages. */
import { DOMAINS } from '../../api/schemas/fields'
import {
  HITS_A_PAGE,
  type HitKind,
  MAX_HIT_PAGES,
  MAX_QUERY_CHARS,
  MAX_QUERY_WORDS,
} from '../../api/terms/ruleset-terms'
import type { FoundText, FoundTextVerbs } from '../../database/rulesets/found-texts'
import { searchWords } from '../../language/text/search-words'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import { type OutliningDependencies, outlineMissing } from '../rulesets/outline-missing'
import { excerptOf, type MarkedExcerpt } from './marked-excerpt'

export interface SearchQuery {
  readonly query: string
  /** From 1. */
  readonly page: number
}

export interface SearchHit {
  readonly kind: HitKind
  /** Name of the ruleset. */
  readonly name: string
  /** The assertion, definition or claim; for a label, its level-one id. */
  readonly subject: string | null
  /** Line of the excerpt in the newest revision; null for a name or a label. */
  readonly line: number | null
  readonly excerpt: MarkedExcerpt
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[]
  /** Whether the next page has hits. */
  readonly hasMore: boolean
  /** The search was stopped after its time limit, so `hits` is empty. */
  readonly tookTooLong: boolean
  /** Rulesets whose text is not searched yet; ask again soon. */
  readonly unsearched: number
}

export interface Search {
  find(caller: Caller, query: SearchQuery): Promise<SearchAnswer>
}

export interface SearchDependencies extends OutliningDependencies {
  readonly store: OutliningDependencies['store'] & FoundTextVerbs
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
}

const TIMEOUT_MS = 2_000

export function createSearch(dependencies: SearchDependencies): Search {
  return {
    find: async (caller, { query, page }) => {
      demandPermission(caller, 'read')
      const words = searchWords(query.slice(0, MAX_QUERY_CHARS)).slice(0, MAX_QUERY_WORDS)
      if (words.length === 0 || page > MAX_HIT_PAGES)
        return { hits: [], hasMore: false, tookTooLong: false, unsearched: 0 }
      const namespaceId = namespaceOf(caller)
      const unsearched = await outlineMissing(dependencies, namespaceId, await dependencies.libraryOf(caller))
      const domains = caller.account.labelingAllowed ? DOMAINS.filter((id) => hasWords(id, words)) : []
      const search = { words, domains, offset: (page - 1) * HITS_A_PAGE, limit: HITS_A_PAGE + 1 }
      const found = await dependencies.store.findTexts(namespaceId, search, TIMEOUT_MS)
      const hits = (found ?? []).slice(0, HITS_A_PAGE).map((text) => toHit(text, words))
      const hasMore = (found ?? []).length > HITS_A_PAGE && page < MAX_HIT_PAGES
      return { hits, hasMore, tookTooLong: found === null, unsearched }
    },
  }
}

function hasWords(id: string, words: readonly string[]): boolean {
  const own = searchWords(id)
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

function toHit({ kind, name, subject, line, text }: FoundText, words: readonly string[]): SearchHit {
  const { excerpt, lineOffset } = excerptOf(text, words)
  return { kind, name, subject, line: line === null ? null : line + lineOffset, excerpt }
}
