/**
 * Demands the password of a person who is signed in.
 *
 * Promises: a session allows {@link MAX_WRONG_PROOFS} wrong passwords and ends with the last of them, however many come at
 * once. What others try at the sign-in page counts for nothing here, and what is tried here counts for nothing there.
 */
import { Refusal } from '../../api/refusal'
import type { PeopleVerbs } from '../../database/accounts/people'
import type { SessionVerbs } from '../../database/accounts/sessions'
import { hashToken } from '../access/authenticate'
import type { CallingPerson } from '../access/caller'
import type { SecurityLog } from './security-log'
import type { Session } from './session'
import { isRight } from './sign-in'

export const MAX_WRONG_PROOFS = 5

export interface PasswordProofParts {
  readonly store: Pick<PeopleVerbs, 'findPasswordHolder' | 'renewPasswordHash'> &
    Pick<SessionVerbs, 'findSession' | 'countProof' | 'forgetProofs' | 'endSession'>
  readonly security: SecurityLog
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
}

export interface PasswordProof {
  readonly person: CallingPerson
  readonly session: Session
  readonly addressKey: string
  readonly password: string
}

/**
 * @returns the wrong passwords that the session still allows; null where the password is right
 * @throws Refusal CREDENTIAL_REQUIRED where the session is over, or ends with this try
 */
export async function provePassword(
  { store, security, now, randomBytes }: PasswordProofParts,
  { person, session, addressKey, password }: PasswordProof,
): Promise<number | null> {
  const found = await store.findSession(hashToken(session.token))
  if (found === null || found.personId !== person.id) throw sessionOver()
  const end = async () => {
    await store.endSession({ id: found.id, personId: person.id }, { at: now(), reason: 'wrong_passwords' })
    return sessionOver()
  }
  const tries = await store.countProof(found.id, MAX_WRONG_PROOFS)
  if (tries === null) throw await end()
  const holder = await store.findPasswordHolder({ id: person.id })
  if (await isRight({ store, randomBytes, now }, holder, password)) {
    await store.forgetProofs(found.id)
    return null
  }
  await security.count('wrong_password', { personId: person.id, email: person.email, addressKey })
  if (tries >= MAX_WRONG_PROOFS) throw await end()
  return MAX_WRONG_PROOFS - tries
}

function sessionOver(): Refusal {
  return new Refusal(
    'CREDENTIAL_REQUIRED',
    `Your session is over: a wrong password was entered ${MAX_WRONG_PROOFS} times. Sign in again.`,
  )
}
