/** Roles are read on every call, so a change takes effect on the next request (public/docs/workbench.md, "Roles"). */
import { Refusal } from '../../api/refusal'
import { VIEWER_PERMISSIONS, type Viewer } from '../../api/viewer'
import type { MemberPerson, MembershipInForce, PeopleVerbs } from '../../database/accounts/people'
import { actorsOf, type Caller, personLabel } from '../calls/caller'
import { hasPermission } from '../calls/permissions'
import { type ReauthenticationDependencies, type ReauthenticationProof, reauthenticatePerson } from './reauthentication'
import { noteUse, type Session, type SessionReading, type SignInMethod, sessionState } from './session'

export interface PeopleDependencies extends ReauthenticationDependencies {
  readonly store: PeopleVerbs & ReauthenticationDependencies['store'] & SessionReading['store']
}

export interface People {
  /**
   * @throws Refusal CREDENTIAL_REQUIRED without an open session, CREDENTIAL_INVALID if the person is disabled or has no
   * namespace
   */
  callerOf(session: Session | null): Promise<Caller>
  /** Null if {@link callerOf} refuses, because pages have their own copy of Refusal. */
  viewerOf(session: Session | null): Promise<Viewer | null>
  /** @throws Refusal CREDENTIAL_SCOPE if the person is not a member */
  inNamespace(session: Session, namespaceId: string): Promise<Session>
  /**
   * @throws Refusal CREDENTIAL_INVALID for a wrong password or old sign-in, CREDENTIAL_REQUIRED after too many tries,
   * which end the session
   */
  reauthenticate(
    caller: Caller,
    session: Session,
    addressKey: string,
    proof: ReauthenticationProof,
  ): Promise<{ readonly method: SignInMethod }>
}

export function createPeople(dependencies: PeopleDependencies): People {
  const find = async (session: Session | null) => {
    if (session === null) throw signedOut('You are not signed in.')
    const state = await sessionState(dependencies, session)
    if (state.kind === 'ended') throw signedOut(`Your session is over. ${state.reason}`)
    await noteUse(dependencies, session, state.row)
    const { person } = state.row
    if (person.disabledAt !== null)
      throw new Refusal('CREDENTIAL_INVALID', 'This account was disabled. Ask an administrator.')
    const { memberships } = person
    // Changes are meant for the namespace that the page shows.
    const chosen =
      session.namespaceId === null
        ? memberships[0]
        : memberships.find(({ namespaceId }) => namespaceId === session.namespaceId)
    if (chosen === undefined)
      throw new Refusal(
        'CREDENTIAL_INVALID',
        'You are no member of this namespace any more. Ask an administrator to invite you, or sign in again for another one.',
      )
    return { person, chosen }
  }
  return {
    reauthenticate: (caller, session, addressKey, proof) =>
      reauthenticatePerson(dependencies, { caller, session, addressKey }, proof),
    inNamespace: async (session, namespaceId) => {
      const { person } = await find({ ...session, namespaceId: null })
      if (person.memberships.some((membership) => membership.namespaceId === namespaceId))
        return { ...session, namespaceId }
      throw new Refusal(
        'CREDENTIAL_SCOPE',
        'You are no member of this namespace. Ask one of its administrators to invite you.',
      )
    },
    callerOf: async (session) => {
      const { person, chosen } = await find(session)
      return personCaller(person, chosen, session?.method ?? null)
    },
    viewerOf: async (session) => {
      const signedIn = await find(session).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      })
      if (signedIn === null) return null
      const { person, chosen } = signedIn
      const { id, name, email, memberships } = person
      const actors = actorsOf(personCaller(person, chosen, session?.method ?? null))
      return {
        person: { id, name, email },
        namespace: { id: chosen.namespaceId, name: chosen.namespaceName },
        changedAloneAt: chosen.changedAloneAt?.toISOString() ?? null,
        namespaces: memberships.map(({ namespaceId, namespaceName }) => ({ id: namespaceId, name: namespaceName })),
        roles: chosen.roles,
        permissions: VIEWER_PERMISSIONS.filter((permission) => hasPermission(actors, permission)),
      }
    },
  }
}

function signedOut(reason: string): Refusal {
  return new Refusal('CREDENTIAL_REQUIRED', `${reason} Sign in again.`)
}

/** @param signedInBy null for an agent */
export function personCaller(
  person: MemberPerson,
  { namespaceId, roles, account }: MembershipInForce,
  signedInBy: SignInMethod | null,
): Caller {
  const { id, name, email } = person
  return {
    grade: 'person',
    tier: 'standard',
    namespaceId,
    credentialId: null,
    person: { id, name, email, roles, signedInBy },
    label: personLabel(person),
    expiresAt: null,
    caps: { perDay: null, total: null },
    account,
  }
}
