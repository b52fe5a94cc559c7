/**
 * What people see and change of their own account.
 *
 * Promises: of the caller alone, whatever their roles. Another password demands the present one, which may be tried no
 * more often than at sign-in, and ends every session that began before; the browser that changes it gets a new one.
 */
import { Refusal } from '../../contract/refusal'
import type { OwnAccountVerbs } from '../../store/own-account'
import type { PeopleVerbs } from '../../store/people'
import type { Caller, CallingPerson } from '../caller'
import type { Role } from '../permissions'
import { nameFailures, passwordFailures, readName, refuseFailures } from './account-details'
import { hashPassword } from './password'
import type { Session } from './session'
import { isRight, type SignInParts } from './sign-in'

export interface OwnAccountParts extends Omit<SignInParts, 'store'> {
  readonly store: PeopleVerbs & OwnAccountVerbs
}

export interface AccountDescription {
  readonly name: string
  readonly email: string
  /** Without one the person signs in elsewhere, or by passkey alone. */
  readonly hasPassword: boolean
  readonly memberships: readonly {
    readonly namespaceId: string
    readonly namespaceName: string
    readonly roles: readonly Role[]
  }[]
}

export interface OwnAccount {
  describe(caller: Caller): Promise<AccountDescription>
  /** @throws Refusal BAD_REQUEST */
  rename(caller: Caller, name: string): Promise<void>
  /**
   * @returns the session by which this browser stays signed in
   * @throws Refusal BAD_REQUEST naming `present` or `password`, EVALUATION_LIMIT after too many tries
   */
  changePassword(caller: Caller, session: Session, addressKey: string, change: PasswordWish): Promise<Session>
  /** Of every browser, this one too. */
  signOutEverywhere(caller: Caller): Promise<void>
}

export interface PasswordWish {
  readonly present: string
  readonly next: string
}

export function createOwnAccount(parts: OwnAccountParts): OwnAccount {
  const { store, gate, now, randomBytes } = parts
  return {
    describe: async (caller) => {
      const { id } = personOf(caller)
      const [person, holder] = await Promise.all([store.findMember(id), store.findPasswordHolder({ id })])
      if (person === null || holder === null) throw new Error(`the person ${id} of a caller is gone`)
      const memberships = person.memberships.map(({ namespaceId, namespaceName, roles }) => {
        return { namespaceId, namespaceName, roles }
      })
      return { name: person.name, email: person.email, hasPassword: holder.passwordHash !== null, memberships }
    },

    rename: async (caller, text) => {
      const name = readName(text)
      refuseFailures(nameFailures('name', name, 'your name as it is printed under what you sign'))
      await store.renamePerson(personOf(caller).id, name, now())
    },

    changePassword: async (caller, session, addressKey, { present, next }) => {
      const { id, email } = personOf(caller)
      gate.admit(addressKey, email)
      const holder = await store.findPasswordHolder({ id })
      if (holder?.passwordHash === null)
        throw new Refusal('BAD_REQUEST', 'This account has no password: you sign in another way.')
      if (!(await isRight(parts, holder, present)))
        throw new Refusal('BAD_REQUEST', 'The present password is wrong. Nothing was changed.', {
          failures: [{ field: 'present', expected: 'the password you sign in with now', received: 'another one' }],
        })
      gate.forgive(email)
      refuseFailures(passwordFailures(next, email))
      const passwordHash = await hashPassword(next, randomBytes)
      const at = now()
      await store.changePassword({ personId: id, passwordHash, at, actor: caller.label })
      return { ...session, startedAt: at, authenticatedAt: at, method: 'password' }
    },

    signOutEverywhere: (caller) => store.endSessions(personOf(caller).id, now()),
  }
}

function personOf({ person, grade }: Caller): CallingPerson {
  if (person === null) throw new Error(`a caller of grade ${grade} has no account`)
  return person
}
