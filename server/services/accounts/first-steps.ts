/** Contains no name or link, so every member may see it. */
import type { FirstStepState, FirstSteps } from '../../api/viewer'
import type { InvitationVerbs } from '../../database/accounts/invitations'
import type { MemberRow, MemberVerbs } from '../../database/accounts/members'
import type { FirstResultVerbs } from '../../database/accounts/namespaces'
import { demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { Role } from '../calls/permissions'

export interface FirstStepsDependencies {
  readonly store: FirstResultVerbs & Pick<InvitationVerbs, 'listInvitations'> & Pick<MemberVerbs, 'listMembers'>
  readonly now: () => Date
}

export interface FirstStepsReport {
  /** @throws Refusal CREDENTIAL_SCOPE */
  describe(caller: Caller): Promise<FirstSteps>
}

export function createFirstSteps({ store, now }: FirstStepsDependencies): FirstStepsReport {
  return {
    describe: async (caller) => {
      demandReading(caller, 'read')
      const namespaceId = namespaceOf(caller)
      const [members, invitations, { latestHash, hasSignature }] = await Promise.all([
        store.listMembers(namespaceId),
        store.listInvitations(namespaceId, now()),
        store.findFirstResults(namespaceId),
      ])
      const active = members.filter(({ disabledAt }) => disabledAt === null)
      const founder = firstMember(members)
      const stateOf = (role: Role, isPast: boolean): FirstStepState => {
        const others = active.filter(({ personId, roles }) => personId !== founder?.personId && roles.includes(role))
        if (isPast || others.length > 0) return 'done'
        return invitations.some(({ roles }) => roles.includes(role)) ? 'invited' : 'open'
      }
      return {
        author: stateOf('author', latestHash !== null),
        reviewer: stateOf('reviewer', hasSignature),
        ruleset: latestHash === null ? 'open' : 'done',
        signature: hasSignature ? 'done' : 'open',
        latestHash,
        approver: approverOf(active, caller.account.separateApprover),
      }
    },
  }
}

/** The administrator who set up the namespace. */
function firstMember(members: readonly MemberRow[]): MemberRow | undefined {
  return members.toSorted((one, other) => one.since.getTime() - other.since.getTime())[0]
}

function approverOf(active: readonly MemberRow[], fourEyes: boolean): FirstSteps['approver'] {
  const holders = (role: Role) => active.filter(({ roles }) => roles.includes(role)).map(({ personId }) => personId)
  const [authors, reviewers] = [holders('author'), holders('reviewer')]
  if (reviewers.length === 0) return 'no_reviewer'
  const isOnlyAuthor = authors.length > 0 && [...authors, ...reviewers].every((person) => person === authors[0])
  return fourEyes && isOnlyAuthor ? 'only_author' : 'available'
}
