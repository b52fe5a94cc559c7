import type { PublishedTerm, VocabularyVerbs } from '../../database/rulesets/vocabulary'
import type { ProcessGroup } from '../access/process-group'
import { describeVocabulary, vocabularyVersionWith } from './describe-vocabulary'
import type { Domain } from './domains'
import { earliestCountedProposal } from './proposals'
import { SEEDED_TERMS } from './seeded-terms'
import { normalizeTopic } from './topic'

export const VOCABULARY_CACHE_MS = 1_000

export interface VocabularySnapshot {
  readonly version: string
  /** The payload of GET /v1/vocabulary. */
  readonly body: string
  /** Finds the id of the term by the normal form of its name or alias. */
  find(domain: Domain, normal: string): string | null
}

type Index = ReadonlyMap<string, string>

export class Vocabulary {
  private known: { readonly snapshot: VocabularySnapshot; readonly until: number } | null = null
  private loading: Promise<VocabularySnapshot> | null = null
  private readonly seeded = seededIndex()

  constructor(
    private readonly store: Pick<VocabularyVerbs, 'listPromotedTerms' | 'countPendingTerms'>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    private readonly group: ProcessGroup,
  ) {
    group.subscribe('promoted_term', () => this.forget())
  }

  /** Returns no promise while the cache is fresh. Promotions on other machines are seen after {@link VOCABULARY_CACHE_MS}. */
  current(): VocabularySnapshot | Promise<VocabularySnapshot> {
    if (this.known !== null && this.now() < this.known.until) return this.known.snapshot
    return this.load()
  }

  /** Reads the vocabulary again after a promotion. */
  async renewed(): Promise<VocabularySnapshot> {
    this.forget()
    await this.group.publish('promoted_term', '')
    return this.load()
  }

  private forget(): void {
    // A running load may have read before the promotion.
    this.known = null
    this.loading = null
  }

  private load(): Promise<VocabularySnapshot> {
    if (this.loading !== null) return this.loading
    const loading = this.read()
      .then((snapshot) => {
        if (this.loading === loading) this.known = { snapshot, until: this.now() + VOCABULARY_CACHE_MS }
        return snapshot
      })
      .finally(() => {
        if (this.loading === loading) this.loading = null
      })
    this.loading = loading
    return loading
  }

  private async read(): Promise<VocabularySnapshot> {
    const [promoted, pending] = await Promise.all([
      this.store.listPromotedTerms(),
      this.store.countPendingTerms(earliestCountedProposal(new Date(this.now()))),
    ])
    const added = promotedIndex(promoted)
    return {
      version: vocabularyVersionWith(promoted),
      body: describeVocabulary(promoted, pending),
      find: (domain, normal) => {
        const key = keyOf(domain, normal)
        return this.seeded.get(key) ?? added.get(key) ?? null
      },
    }
  }
}

function keyOf(domain: string, normal: string): string {
  return `${domain}:${normal}`
}

function seededIndex(): Index {
  return new Map(
    Object.entries(SEEDED_TERMS).flatMap(([domain, terms]) =>
      terms.flatMap(([id, ...names]) => names.map((name) => [keyOf(domain, normalizeTopic(name)), id] as const)),
    ),
  )
}

function promotedIndex(promoted: readonly PublishedTerm[]): Index {
  return new Map(promoted.map(({ id, levelOne, term }) => [keyOf(levelOne, normalizeTopic(term)), id]))
}
