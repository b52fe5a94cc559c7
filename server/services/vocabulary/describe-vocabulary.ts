/** The body of GET /v1/vocabulary. A version contains everything of earlier ones, and only the number of proposals. */
import { canonicalJson } from '../../api/canonical-json'
import { DOMAINS } from '../../api/schemas/fields'
import { VERSIONS } from '../../api/terms/versions'
import type { PublishedTerm } from '../../database/rulesets/vocabulary'
import { DOMAIN_TEXTS, type Domain } from './domains'
import { ACCOUNTS_TO_PROMOTE, PROMOTION_RULE, PROPOSAL_TTL_DAYS } from './proposals'
import { SEED_VERSION, SEEDED_TERMS } from './seeded-terms'

const SEED_PUBLISHED_AT = '2026-11-22T00:00:00.000Z'

const DESCRIPTION =
  'Application domains for labelling rulesets, and the terms of each. A label is inert: it never changes a result.'

const CONFIDENCE = [
  { id: 'high', description: 'The policy clearly belongs to this domain and topic.' },
  { id: 'medium', description: 'The label fits, but another domain or topic would fit too.' },
  { id: 'low', description: 'A guess based on little evidence.' },
] as const

const SEEDED = DOMAINS.flatMap((domain) =>
  SEEDED_TERMS[domain].map(([id, term, ...aliases]) => ({
    id,
    domain,
    term,
    aliases,
    provenance: 'seeded',
    since_version: String(SEED_VERSION),
    promoted_at: null,
  })),
)

/** @param promoted in the order of promotion */
export function vocabularyVersionWith(promoted: readonly PublishedTerm[]): string {
  return String(promoted.at(-1)?.sinceVersion ?? SEED_VERSION)
}

export function describeVocabulary(promoted: readonly PublishedTerm[], pendingProposals: number): string {
  return canonicalJson({
    ok: true,
    version: vocabularyVersionWith(promoted),
    published_at: promoted.at(-1)?.promotedAt.toISOString() ?? SEED_PUBLISHED_AT,
    description: DESCRIPTION,
    level_one: DOMAINS.map((id) => ({ id, ...DOMAIN_TEXTS[id] })),
    level_two: [...SEEDED, ...promoted.map(promotedTerm)],
    promotion: { k: ACCOUNTS_TO_PROMOTE, proposal_ttl_days: PROPOSAL_TTL_DAYS, rule: PROMOTION_RULE },
    version_history: [
      {
        version: String(SEED_VERSION),
        published_at: SEED_PUBLISHED_AT,
        description: `${DOMAINS.length} domains and ${SEEDED.length} seeded terms.`,
        added: SEEDED.map(({ id }) => id),
      },
      ...promoted.map(promotedVersion),
    ],
    confidence_buckets: CONFIDENCE,
    counts: {
      level_one: DOMAINS.length,
      level_two: SEEDED.length + promoted.length,
      seeded: SEEDED.length,
      promoted: promoted.length,
      pending_proposals: pendingProposals,
    },
    versions: VERSIONS,
  })
}

function promotedTerm({ id, levelOne, term, sinceVersion, promotedAt }: PublishedTerm) {
  return {
    id,
    domain: levelOne,
    term,
    aliases: [],
    provenance: 'promoted',
    since_version: String(sinceVersion),
    promoted_at: promotedAt.toISOString(),
  }
}

function promotedVersion({ id, levelOne, term, sinceVersion, promotedAt }: PublishedTerm) {
  return {
    version: String(sinceVersion),
    published_at: promotedAt.toISOString(),
    description: `“${term}” (${DOMAIN_TEXTS[levelOne as Domain].name}), proposed by ${ACCOUNTS_TO_PROMOTE} accounts.`,
    added: [id],
  }
}
