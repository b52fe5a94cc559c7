/** The store decides who may answer, under a lock. Times are ISO 8601 in UTC. */

import { Refusal } from '../../api/refusal'
import type { ProposedChange } from '../../api/terms/proposed-change'
import type {
  AnswerOutcome,
  ChangeAnswer,
  PendingChangeVerbs,
  WaitingChange,
} from '../../database/accounts/pending-changes'
import { MAX_OPEN_CHANGES, type ProposalOutcome, type Proposer } from '../../database/accounts/propose-change'
import { demandPermission, demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'

export interface ChangeResult {
  /** Null if the change is in force. */
  readonly pendingChange: string | null
}

/** Only people have the permission demanded before. */
export function proposerOf({ person, label }: Caller, changeId: string): Proposer {
  if (person === null) throw new Error('only people administer a namespace')
  return { changeId, personId: person.id, label }
}

/** @throws Refusal BAD_REQUEST if no pending change was made */
export function changeResult(outcome: { readonly kind: 'done' } | ProposalOutcome): ChangeResult {
  switch (outcome.kind) {
    case 'done':
      return { pendingChange: null }
    case 'pending':
      return { pendingChange: outcome.changeId }
    case 'waits':
      throw conflictingProposal(
        'The same change waits already for another administrator. See Settings, Pending changes.',
      )
    case 'too_many':
      throw conflictingProposal(
        `${MAX_OPEN_CHANGES} changes wait already for another administrator. Withdraw one under Settings, Pending changes.`,
      )
  }
}

function conflictingProposal(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

export interface PendingChangesDependencies {
  readonly store: PendingChangeVerbs
  readonly forget: (namespaceId: string) => Promise<void>
  readonly now: () => Date
}

export interface PendingChangeRow {
  readonly id: string
  readonly change: ProposedChange
  readonly digest: string
  readonly proposedBy: string
  readonly proposedAt: string
  /** From then on the proposer may apply it without a second administrator. */
  readonly aloneFrom: string
  readonly expiresAt: string
  readonly mine: boolean
  /** Names of administrators. */
  readonly confirmers: readonly string[]
  readonly may: { readonly confirm: boolean; readonly withdraw: boolean; readonly applyAlone: boolean }
}

export interface AnswerInput {
  readonly id: string
  /** Another change than the one shown is not answered. */
  readonly digest: string
  readonly answer: ChangeAnswer
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller may not manage members */
export interface PendingChanges {
  /** Oldest first. */
  list(caller: Caller): Promise<readonly PendingChangeRow[]>
  /** @throws Refusal BAD_REQUEST, CREDENTIAL_SCOPE for an answer this administrator may not give */
  answer(caller: Caller, input: AnswerInput): Promise<void>
}

export function createPendingChanges({ store, forget, now }: PendingChangesDependencies): PendingChanges {
  return {
    list: async (caller) => {
      demandReading(caller, 'manage_members')
      const at = now()
      const rows = await store.listPendingChanges(namespaceOf(caller), at)
      return rows.map((row) => rowOf(row, caller.person?.id ?? null, at))
    },

    answer: async (caller, input) => {
      demandPermission(caller, 'manage_members')
      const namespaceId = namespaceOf(caller)
      const { personId, label } = proposerOf(caller, input.id)
      const outcome = await store.answerChange({ namespaceId, ...input, personId, actor: label, at: now() })
      await forget(namespaceId)
      if (outcome !== 'done') throw REFUSALS[outcome]()
    },
  }
}

function rowOf(row: WaitingChange, personId: string | null, at: Date): PendingChangeRow {
  const { id, change, digest, proposerId, proposedBy, proposedAt, aloneFrom, expiresAt, confirmers } = row
  const mine = proposerId === personId
  return {
    id,
    change,
    digest,
    proposedBy,
    mine,
    proposedAt: proposedAt.toISOString(),
    aloneFrom: aloneFrom.toISOString(),
    expiresAt: expiresAt.toISOString(),
    confirmers: confirmers.map(({ name }) => name),
    may: {
      confirm: confirmers.some((each) => each.personId === personId),
      withdraw: mine,
      applyAlone: mine && aloneFrom <= at,
    },
  }
}

const REFUSALS: Readonly<Record<Exclude<AnswerOutcome, 'done'>, () => Refusal>> = {
  unknown: () =>
    new Refusal('BAD_REQUEST', 'This namespace has no such pending change. Load the list again.', {}, { status: 404 }),
  ended: () =>
    answerConflict('This change waits no more: it was answered or withdrawn, or it expired. Load the list again.'),
  own: () =>
    answerBarred('You proposed this change. Another administrator confirms or declines it; you may withdraw it.'),
  too_new: () =>
    answerBarred(
      'You became an administrator after this change was proposed. An administrator who was one before confirms or declines it.',
    ),
  not_proposer: () => answerBarred('Only the administrator who proposed this change may do this.'),
  too_early: () =>
    answerBarred('You may apply this change alone 72 hours after you proposed it, if it has no answer by then.'),
  different: () =>
    answerConflict('This change is not the one that the page showed. Nothing was changed. Load the list again.'),
  outdated: () =>
    answerConflict(
      'What this change was made from has changed since. It was not applied and is void. Propose it again.',
    ),
}

function answerBarred(message: string): Refusal {
  return new Refusal('CREDENTIAL_SCOPE', message)
}

function answerConflict(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}
