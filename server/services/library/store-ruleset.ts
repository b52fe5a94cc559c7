import { Refusal } from '../../api/refusal'
import type { RulesetVerbs, StoredRevision, Storer } from '../../database/rulesets/rulesets'
import type { CallContext } from '../calls/call-context'
import type { RulesetText } from '../engine-pool/engine-job'
import { namespaceFullRefusal } from './store-refusal'

export type StoreRuleset = (request: {
  readonly namespaceId: string
  readonly text: RulesetText
  readonly parentHash: string | null
  /** Recorded only when the bytes are first stored. */
  readonly storedBy: Storer | null
}) => Promise<StoredRevision>

/**
 * Storing is idempotent. The parent of bytes is fixed when they are first stored.
 * @returns a function that throws Refusal BAD_REQUEST for an unknown parent and BUDGET_EXCEEDED for a full namespace
 */
export function createRulesetStorer(
  store: Pick<RulesetVerbs, 'putRuleset'>,
  now: () => Date,
  namespaceBytes: number,
): StoreRuleset {
  return async ({ namespaceId, text, parentHash, storedBy }) => {
    if (parentHash === text.hash)
      throw parentRefusal(
        parentHash,
        'A ruleset cannot be its own parent: `parent_hash` is the hash of the source itself.',
      )
    const at = now()
    const put = await store.putRuleset({ namespaceId, ...text, parentHash, storedBy, at, limitBytes: namespaceBytes })
    if (put.kind === 'stored') return put
    if (put.kind === 'parent_unknown')
      throw parentRefusal(
        parentHash ?? '',
        '`parent_hash` names no ruleset of this namespace. Compile the parent first, or leave the field out.',
      )
    throw namespaceFullRefusal(namespaceBytes, put.actual)
  }
}

function parentRefusal(received: string, message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {
    failures: [{ field: 'parent_hash', expected: 'the hash of an earlier revision', received }],
    failure_count: 1,
  })
}

/** The address matters only for the share of workers. */
export type Calling = Pick<CallContext, 'caller' | 'channel'> & Partial<Pick<CallContext, 'addressKey'>>

export function storerOf({ caller, channel }: Calling): Storer | null {
  const { grade, person, credentialId, label } = caller
  if (grade === 'evaluation' || grade === 'playground') return null
  return { personId: person?.id ?? null, credentialId, channel, label }
}
