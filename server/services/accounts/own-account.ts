/** People cannot change their own name, because it is printed under signatures (member-accounts.ts). */
import { Refusal } from '../../api/refusal'
import type { OwnAccountVerbs } from '../../database/accounts/own-account'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { Caller, CallingPerson } from '../calls/caller'
import type { Role } from '../calls/permissions'
import { passwordFailures, refuseFailures } from './account-details'
import { hashPassword } from './password'
import { type PasswordProofDependencies, provePassword, triesLeft } from './reauthentication'
import { type NewSession, newSession, type Session } from './session'
import type { SignInGate } from './sign-in-gate'

export interface OwnAccountDependencies extends PasswordProofDependencies {
  readonly store: PeopleVerbs & OwnAccountVerbs & PasswordProofDependencies['store']
  readonly gate: SignInGate
}

export interface AccountDescription {
  readonly name: string
  readonly email: string
  /** False for people who use only a provider or passkey. */
  readonly hasPassword: boolean
  readonly memberships: readonly {
    readonly namespaceId: string
    readonly namespaceName: string
    readonly roles: readonly Role[]
  }[]
}

export interface OwnAccount {
  describe(caller: Caller): Promise<AccountDescription>
  /**
   * Ends all sessions. @returns this browser's new session
   * @throws Refusal BAD_REQUEST naming `present` or `password`, CREDENTIAL_REQUIRED after too many tries
   */
  changePassword(caller: Caller, session: Session, addressKey: string, change: PasswordInput): Promise<NewSession>
  /** Includes this browser. */
  signOutEverywhere(caller: Caller): Promise<void>
}

export interface PasswordInput {
  readonly present: string
  readonly next: string
}

export function createOwnAccount(dependencies: OwnAccountDependencies): OwnAccount {
  const { store, gate, now } = dependencies
  return {
    describe: async (caller) => {
      const { id } = personOf(caller)
      const [person, holder] = await Promise.all([store.findMember(id), store.findPasswordHolder({ id })])
      if (person === null || holder === null) throw new Error(`the person ${id} of a caller is absent`)
      const memberships = person.memberships.map(({ namespaceId, namespaceName, roles }) => {
        return { namespaceId, namespaceName, roles }
      })
      return { name: person.name, email: person.email, hasPassword: holder.passwordHash !== null, memberships }
    },

    changePassword: async (caller, session, addressKey, { present, next }) => {
      const person = personOf(caller)
      const { id, email } = person
      const holder = await store.findPasswordHolder({ id })
      if (holder?.passwordHash === null)
        throw new Refusal('BAD_REQUEST', 'This account has no password: you sign in another way.')
      const left = await provePassword(dependencies, { person, session, addressKey, password: present })
      if (left !== null)
        throw new Refusal('BAD_REQUEST', `The current password is wrong. Nothing was changed.${triesLeft(left)}`, {
          failures: [{ field: 'present', expected: 'the password you sign in with now', received: 'another one' }],
        })
      refuseFailures(await passwordFailures(next, person))
      const passwordHash = await hashPassword(next, dependencies)
      const at = now()
      await store.changePassword({ personId: id, passwordHash, at, actor: caller.label })
      await gate.forgive(email)
      return newSession(id, session.namespaceId, 'password', at)
    },

    signOutEverywhere: (caller) => store.endSessions(personOf(caller).id, now()),
  }
}

function personOf({ person, grade }: Caller): CallingPerson {
  if (person === null) throw new Error(`a caller of grade ${grade} has no account`)
  return person
}
