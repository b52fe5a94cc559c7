/**
 * Topics that match no published term: proposals for the vocabulary.
 *
 * Promises: only accounts with a full credential count, each once for a term; what is counted is a keyed hash, and the
 * topic leaves this process in one case alone: as the published term, when it completes the number (service.md, "Bodies
 * not shown").
 */
import { createHmac } from 'node:crypto'
import type { VocabularyVerbs } from '../../database/rulesets/vocabulary'
import type { Caller } from '../access/caller'
import { SEED_VERSION } from './describe-vocabulary'
import type { Domain } from './domains'
import { PROMOTION_K, proposalsSince } from './promotion'
import { mayBecomeTerm, normalForm, termText } from './topic'

/** Purpose of the key (`deriveKey`). */
export const PROPOSAL_KEY_PURPOSE = 'vocabulary proposals'
/** Seeded terms of this and every later release are numbered below it. */
export const FIRST_PROMOTED_NUMBER = 10_000

export interface ProposalParts {
  readonly store: Pick<VocabularyVerbs, 'proposeTerm' | 'promoteTerm'>
  /** 32 bytes, derived from the deployment's secret. */
  readonly key: Uint8Array
  readonly now: () => Date
}

/**
 * Counts the topic for the caller's account and promotes it when that completes the number. Returns the id of the
 * published term, or null while it is none.
 */
export async function proposeTopic(
  { store, key, now }: ProposalParts,
  caller: Caller,
  domain: Domain,
  topic: string,
): Promise<string | null> {
  const normal = normalForm(topic)
  // Anybody gets an evaluation credential, and another, without sign-up: those would be votes for the asking.
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
