/**
 * Whether saving a text makes the saver's own approval of the same bytes stop counting: asked before a save.
 *
 * Promises: stores nothing; true only where the namespace demands an approver who is no author, the caller's approval is
 * in force and counts now, and the save would bind a name.
 */

import type { NameVerbs } from '../../database/rulesets/names'
import type { ApprovalFactVerbs } from '../../database/signing/approval-facts'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import { demandPermission } from '../access/permit'
import { authorsOfBytes } from '../signing/authors-of-bytes'
import type { RulesetLibrary } from './ruleset-library'

export interface OwnApprovalParts {
  readonly store: ApprovalFactVerbs & Pick<NameVerbs, 'findName'>
  readonly rulesets: RulesetLibrary
  readonly now: () => Date
}

export interface IntendedSave {
  /** Null for a name that is not chosen yet. */
  readonly name: string | null
  readonly source: string
}

/** @throws Refusal CREDENTIAL_SCOPE, BUDGET_EXCEEDED */
export async function endsOwnApproval(parts: OwnApprovalParts, caller: Caller, save: IntendedSave): Promise<boolean> {
  demandPermission(caller, 'save')
  const { person, account } = caller
  if (person === null || !account.separateApprover) return false
  const namespaceId = namespaceOf(caller)
  const { text } = await parts.rulesets.find(namespaceId, { source: save.source })
  const facts = (await parts.store.approvalFacts(namespaceId, [text.hash], parts.now())).get(text.hash)
  if (facts === undefined || authorsOfBytes(facts).people.has(person.id)) return false
  if (!facts.signed.some(({ personId }) => personId === person.id)) return false
  const bound = save.name === null ? null : await parts.store.findName(namespaceId, save.name)
  return bound?.hash !== text.hash
}
