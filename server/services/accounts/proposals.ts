/**
 * What an administrator is told where a change waits for a second one.
 */
import { Refusal } from '../../api/refusal'
import type { ProposalOutcome, Proposer } from '../../database/accounts/propose-change'
import { MAX_OPEN_CHANGES } from '../../database/accounts/propose-change'
import type { Caller } from '../access/caller'

/** What became of a change that was asked for. */
export interface ChangeResult {
  /** Id of the pending change; null where it is in force already. */
  readonly pendingChange: string | null
}

/** Trusts that only people have the permission that was demanded before. */
export function proposerOf({ person, label }: Caller, changeId: string): Proposer {
  if (person === null) throw new Error('only people administer a namespace')
  return { changeId, personId: person.id, label }
}

/** @throws Refusal BAD_REQUEST where no pending change was made */
export function changeResult(outcome: { readonly kind: 'done' } | ProposalOutcome): ChangeResult {
  switch (outcome.kind) {
    case 'done':
      return { pendingChange: null }
    case 'pending':
      return { pendingChange: outcome.changeId }
    case 'waits':
      throw refused('The same change waits already for another administrator. See Settings, Pending changes.')
    case 'too_many':
      throw refused(
        `${MAX_OPEN_CHANGES} changes wait already for another administrator. Withdraw one under Settings, Pending changes.`,
      )
  }
}

function refused(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}
