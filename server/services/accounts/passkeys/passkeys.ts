import { Refusal } from '../../../api/refusal'
import type { PasskeyVerbs } from '../../../database/accounts/passkeys'
import type { PeopleVerbs } from '../../../database/accounts/people'
import type { ProcessGroup } from '../../access/process-group'
import { type Caller, type CallingPerson, personLabel } from '../../calls/caller'
import {
  demandFreshSignIn,
  type ReauthenticationDependencies,
  type ReauthenticationProof,
  reauthenticatePerson,
} from '../reauthentication'
import type { NewSession, Session } from '../session'
import { type AddingAnswer, type AddingQuestion, beginAddingPasskey, endAddingPasskey, readLabel } from './add-passkey'
import { createPasskeyQuestion, findAddressProblem } from './passkey-challenge'
import type { PasskeyAssertion, PasskeyQuestion, ProvenPasskey } from './passkey-proof'
import {
  beginPasskeySignIn,
  PASSKEY_QUESTION_ALLOWANCE,
  type PasskeySignInDependencies,
  type SignInAnswer,
  signInByPasskey,
} from './sign-in-by-passkey'
import { verifyPasskey } from './verify-passkey'

export interface PasskeyDependencies
  extends Omit<PasskeySignInDependencies, 'questions'>,
    Omit<ReauthenticationDependencies, 'store'> {
  readonly store: PasskeySignInDependencies['store'] &
    PasskeyVerbs &
    PeopleVerbs &
    ReauthenticationDependencies['store']
  readonly group: ProcessGroup
}

export interface PasskeyRow {
  readonly id: string
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export interface OwnPasskeys {
  /** Oldest first. */
  readonly passkeys: readonly PasskeyRow[]
  /** Why this deployment's address allows no passkeys. */
  readonly problem: string | null
  readonly proof: ReauthenticationProof['kind']
}

export interface Passkeys {
  ownPasskeys(caller: Caller): Promise<OwnPasskeys>
  /** @throws Refusal CREDENTIAL_INVALID for a wrong proof, EVALUATION_LIMIT, BAD_REQUEST */
  beginAdding(
    caller: Caller,
    session: Session,
    addressKey: string,
    proof: ReauthenticationProof,
  ): Promise<AddingQuestion>
  /** @throws Refusal BAD_REQUEST */
  endAdding(caller: Caller, answer: AddingAnswer): Promise<{ readonly id: string }>
  /** @throws Refusal BAD_REQUEST */
  renamePasskey(caller: Caller, renamed: { readonly id: string; readonly label: string }): Promise<void>
  /**
   * @throws Refusal BAD_REQUEST for an unknown passkey or the last way to sign in, CREDENTIAL_INVALID after an old
   * sign-in
   */
  removePasskey(caller: Caller, session: Session, removed: { readonly id: string }): Promise<void>
  /** @throws Refusal EVALUATION_LIMIT, BAD_REQUEST */
  beginSignIn(addressKey: string): Promise<{ readonly ceremonyId: string; readonly question: PasskeyQuestion }>
  /** @throws Refusal CREDENTIAL_INVALID, BAD_REQUEST after a timeout */
  signInByPasskey(answer: SignInAnswer): Promise<NewSession>
  /** Null if the person has no passkey. @param challenge base64url */
  questionFor(personId: string, challenge: string): Promise<PasskeyQuestion | null>
  /** The caller ensures single use of the challenge (base64url). @throws Refusal CREDENTIAL_INVALID */
  verify(personId: string, assertion: PasskeyAssertion, challenge: string): Promise<ProvenPasskey>
}

export function createPasskeys(shared: PasskeyDependencies): Passkeys {
  const { store, now, publicUrl, group } = shared
  const dependencies = { ...shared, questions: group.gate('passkey_questions', PASSKEY_QUESTION_ALLOWANCE) }
  return {
    ownPasskeys: async (caller) => {
      const { id } = personOf(caller)
      const [passkeys, holder] = [await store.listPasskeys(id), await store.findPasswordHolder({ id })]
      return {
        passkeys: passkeys.map(({ id, label, createdAt, lastUsedAt }) => ({
          id,
          label,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        problem: findAddressProblem(publicUrl),
        proof: holder === null || holder.passwordHash === null ? 'session' : 'password',
      }
    },
    beginAdding: async (caller, session, addressKey, proof) => {
      const person = personOf(caller)
      await reauthenticatePerson(dependencies, { caller, session, addressKey }, proof)
      return beginAddingPasskey(dependencies, person)
    },
    endAdding: async (caller, answer) => ({ id: await endAddingPasskey(dependencies, personOf(caller), answer) }),
    renamePasskey: async (caller, { id, label }) => {
      if (!(await store.renamePasskey(personOf(caller).id, id, readLabel(label), now()))) throw noSuchPasskey()
    },
    removePasskey: async (caller, session, { id }) => {
      const person = personOf(caller)
      demandFreshSignIn(session, now())
      const outcome = await store.removePasskey({ personId: person.id, id, at: now(), actor: personLabel(person) })
      if (outcome === 'unknown') throw noSuchPasskey()
      if (outcome === 'last')
        throw new Refusal('BAD_REQUEST', 'This is your only way to sign in. Add another passkey before it goes.')
    },
    beginSignIn: (addressKey) => beginPasskeySignIn(dependencies, addressKey),
    signInByPasskey: (answer) => signInByPasskey(dependencies, answer),
    questionFor: async (personId, challenge) => {
      const passkeys = await store.listPasskeys(personId)
      return passkeys.length === 0 ? null : createPasskeyQuestion(publicUrl, challenge, passkeys)
    },
    verify: async (personId, assertion, challenge) => {
      const proven = await verifyPasskey(dependencies, assertion, challenge)
      if (proven?.personId === personId) return proven
      throw new Refusal('CREDENTIAL_INVALID', 'This was not answered by one of your passkeys. Try again.')
    },
  }
}

function personOf({ person }: Caller): CallingPerson {
  if (person === null) throw new Refusal('CREDENTIAL_SCOPE', 'Only a person who is signed in has passkeys.')
  return person
}

function noSuchPasskey(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'You have no such passkey. It may have been removed in another window.',
    {},
    { status: 404 },
  )
}
