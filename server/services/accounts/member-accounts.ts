/**
 * An account belongs to the person, so the administrator must administer all their namespaces. One person cannot
 * disable an administrator. A disabled account loses its sessions and agents at once.
 */
import { Refusal } from '../../api/refusal'
import type { AdmissionVerbs, ConfirmationOutcome } from '../../database/accounts/admissions'
import type { AccountOutcome, MemberAccountVerbs } from '../../database/accounts/member-accounts'
import type { PeopleVerbs } from '../../database/accounts/people'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { nameFailures, readName, refuseFailures } from './account-details'

export interface MemberAccountDependencies {
  readonly store: MemberAccountVerbs & Pick<PeopleVerbs, 'findMember'> & Pick<AdmissionVerbs, 'confirmMember'>
  readonly now: () => Date
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller may not manage the whole account */
export interface MemberAccounts {
  /** @throws Refusal BAD_REQUEST */
  rename(caller: Caller, personId: string, name: string): Promise<void>
  /** @throws Refusal BAD_REQUEST, CREDENTIAL_SCOPE for an administrator */
  disable(caller: Caller, personId: string): Promise<void>
  enable(caller: Caller, personId: string): Promise<void>
  /**
   * Vouches for an account as a second administrator, in this namespace.
   * @throws Refusal BAD_REQUEST; CREDENTIAL_SCOPE if the caller is that person or invited them
   */
  confirm(caller: Caller, personId: string): Promise<void>
}

export function createMemberAccounts({ store, now }: MemberAccountDependencies): MemberAccounts {
  const changeOf = async (caller: Caller, personId: string) => {
    demandPermission(caller, 'manage_members')
    const self = caller.person === null ? null : await store.findMember(caller.person.id)
    if (self === null) throw new Refusal('CREDENTIAL_SCOPE', 'Only an administrator who is signed in changes accounts.')
    const mine = self.memberships.filter(({ roles }) => roles.includes('administrator'))
    const administered = mine.map(({ namespaceId }) => namespaceId)
    return { personId, actor: caller.label, at: now(), administered }
  }
  return {
    rename: async (caller, personId, text) => {
      const change = await changeOf(caller, personId)
      const name = readName(text)
      refuseFailures(nameFailures('name', name, 'the name as it is printed under what the person signs'))
      demandDone(await store.renameAccount(change, name))
    },
    disable: async (caller, personId) =>
      demandDone(await store.setAccountDisabled(await changeOf(caller, personId), true)),
    enable: async (caller, personId) =>
      demandDone(await store.setAccountDisabled(await changeOf(caller, personId), false)),
    confirm: async (caller, personId) => {
      demandPermission(caller, 'manage_members')
      if (caller.person === null) throw new Error('only people administer a namespace')
      const by = { personId: caller.person.id, label: caller.label }
      const outcome = await store.confirmMember({ namespaceId: namespaceOf(caller), personId, by, at: now() })
      if (outcome !== 'done') throw CONFIRMATION_REFUSALS[outcome]()
    },
  }
}

const CONFIRMATION_REFUSALS: Readonly<Record<Exclude<ConfirmationOutcome, 'done'>, () => Refusal>> = {
  unknown: unknownMember,
  own: () => new Refusal('CREDENTIAL_SCOPE', 'Nobody confirms their own account. Ask another administrator.'),
  inviter: () =>
    new Refusal(
      'CREDENTIAL_SCOPE',
      'You invited this person. An administrator who did not invite them confirms the account.',
    ),
  not_administrator: () => new Refusal('CREDENTIAL_SCOPE', 'You are no longer an administrator of this namespace.'),
}

function unknownMember(): Refusal {
  return new Refusal('BAD_REQUEST', 'This person is no longer a member of the namespace.', {}, { status: 404 })
}

function demandDone(outcome: AccountOutcome): void {
  switch (outcome) {
    case 'done':
      return
    case 'unknown':
      throw unknownMember()
    case 'elsewhere':
      throw new Refusal(
        'CREDENTIAL_SCOPE',
        'This account is also used outside the namespaces that you administer. The operator changes it: npm run person.',
      )
    case 'administrator':
      throw new Refusal(
        'CREDENTIAL_SCOPE',
        'One person cannot disable or enable an administrator. Remove the role first, or ask the operator: npm run person.',
      )
  }
}
