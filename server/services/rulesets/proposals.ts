/**
 * Topics that match no published term: proposals for the vocabulary.
 *
 * Promises: only accounts with a full credential count, each once for a term; a keyed hash is counted, and the
 * topic leaves this process in one case only: as the published term, when it completes the number.
 */
import { createHmac } from 'node:crypto'
import type { VocabularyVerbs } from '../../database/rulesets/vocabulary'
import type { Caller } from '../access/caller'
import type { Domain } from './domains'
import { SEED_VERSION } from './seeded-terms'
import { mayBecomeTerm, normalForm, termText } from './topic'

/** Distinct accounts that must propose a term; the vocabulary publishes this number and {@link PROPOSAL_TTL_DAYS}. */
export const PROMOTION_K = 5
/** Days for which a proposal counts. */
export const PROPOSAL_TTL_DAYS = 90

export const PROMOTION_RULE = [
  'A topic that matches no published term of its domain is a proposal, once for each account that has a full credential.',
  `When ${PROMOTION_K} accounts have proposed the same term within ${PROPOSAL_TTL_DAYS} days, it is published in the next version, as the submission that completed the number wrote it.`,
  'Until then a keyed hash of it is counted; the topic itself is dropped.',
].join(' ')

const DAY = 86_400_000

/** Earlier proposals do not count. */
export function proposalsSince(now: Date): Date {
  return new Date(now.getTime() - PROPOSAL_TTL_DAYS * DAY)
}

/** Purpose of the key (`deriveKey`). */
export const PROPOSAL_KEY_PURPOSE = 'vocabulary proposals'
/** Seeded terms of this and every later release are numbered below it. */
export const FIRST_PROMOTED_NUMBER = 10_000

export interface ProposalDependencies {
  readonly store: Pick<VocabularyVerbs, 'proposeTerm' | 'promoteTerm'>
  /** 32 bytes, derived from the deployment's secret. */
  readonly key: Uint8Array
  readonly now: () => Date
}

/**
 * Counts the topic for the caller's account and promotes it when that completes the number. Returns the id of the
 * published term; null while the topic is not published.
 */
export async function proposeTopic(
  { store, key, now }: ProposalDependencies,
  caller: Caller,
  domain: Domain,
  topic: string,
): Promise<string | null> {
  const normal = normalForm(topic)
  // Evaluation credentials need no sign-up, so their proposals could be multiplied at will.
  if (caller.grade !== 'full' || caller.namespaceId === null || !mayBecomeTerm(normal)) return null
  const topicKey = createHmac('sha256', key).update(`${domain}\0${normal}`).digest()
  const at = now()
  const counted = await store.proposeTerm({ topicKey, namespaceId: caller.namespaceId, at, since: proposalsSince(at) })
  if (counted.kind === 'published') return counted.term.id
  if (counted.accounts < PROMOTION_K) return null
  const promoted = await store.promoteTerm({
    topicKey,
    levelOne: domain,
    term: termText(topic),
    at,
    firstNumber: FIRST_PROMOTED_NUMBER,
    firstVersion: SEED_VERSION + 1,
  })
  return promoted.id
}
