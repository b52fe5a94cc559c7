/**
 * A topic without a published term is a proposal, once for each account with a full credential. Only a keyed hash is
 * stored, until the last needed proposal publishes its topic.
 */
import { createHmac } from 'node:crypto'
import type { VocabularyVerbs } from '../../database/rulesets/vocabulary'
import type { Caller } from '../calls/caller'
import type { Domain } from './domains'
import { SEED_VERSION } from './seeded-terms'
import { canBecomeTerm, formatTerm, normalizeTopic } from './topic'

/** Accounts that must propose a term. */
export const ACCOUNTS_TO_PROMOTE = 5
export const PROPOSAL_TTL_DAYS = 90

export const PROMOTION_RULE = [
  'A topic that matches no published term of its domain is a proposal, once for each account that has a full credential.',
  `When ${ACCOUNTS_TO_PROMOTE} accounts have proposed the same term within ${PROPOSAL_TTL_DAYS} days, it is published in the next version, as the submission that completed the number wrote it.`,
  'Until then a keyed hash of it is counted; the topic itself is dropped.',
].join(' ')

const DAY_MS = 86_400_000

export function earliestCountedProposal(now: Date): Date {
  return new Date(now.getTime() - PROPOSAL_TTL_DAYS * DAY_MS)
}

/** Purpose of the key (`deriveKey`). */
export const PROPOSAL_KEY_PURPOSE = 'vocabulary proposals'
/** Seeded terms have lower numbers. */
export const FIRST_PROMOTED_NUMBER = 10_000

export interface ProposalDependencies {
  readonly store: Pick<VocabularyVerbs, 'proposeTerm' | 'promoteTerm'>
  /** Derived from the deployment's secret. */
  readonly key: Uint8Array
  readonly now: () => Date
}

/** Returns the id of the published term; null if there is none yet. */
export async function proposeTopic(
  { store, key, now }: ProposalDependencies,
  caller: Caller,
  domain: Domain,
  topic: string,
): Promise<string | null> {
  const normal = normalizeTopic(topic)
  // Evaluation credentials need no sign-up and could be multiplied.
  if (caller.grade !== 'full' || caller.namespaceId === null || !canBecomeTerm(normal)) return null
  const topicKey = createHmac('sha256', key).update(`${domain}\0${normal}`).digest()
  const at = now()
  const counted = await store.proposeTerm({
    topicKey,
    namespaceId: caller.namespaceId,
    at,
    since: earliestCountedProposal(at),
  })
  if (counted.kind === 'published') return counted.term.id
  if (counted.accounts < ACCOUNTS_TO_PROMOTE) return null
  const promoted = await store.promoteTerm({
    topicKey,
    levelOne: domain,
    term: formatTerm(topic),
    at,
    firstNumber: FIRST_PROMOTED_NUMBER,
    firstVersion: SEED_VERSION + 1,
  })
  return promoted.id
}
