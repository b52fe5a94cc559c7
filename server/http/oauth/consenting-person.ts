/**
 * The person who is signed in where the consent page is open.
 *
 * Promises: read anew each time, from the session of the browser that asks.
 */
import type { ConsentingAccount, ConsentingPerson } from '../../api/consent-question'
import type { People } from '../../services/accounts/people'
import type { ReadSession } from '../session/read-session'
import { CONSENT_PATH } from './authorization-server'

export interface ConsentingPersonParts {
  readonly people: Pick<People, 'viewerOf'>
  readonly readSession: ReadSession
}

/** Null where nobody is signed in who is a member of anything. */
export async function consentingPerson(
  { people, readSession }: ConsentingPersonParts,
  cookieHeader: string | undefined,
): Promise<ConsentingPerson | null> {
  const viewer = await people.viewerOf(await readSession(cookieHeader))
  if (viewer === null) return null
  const { person, namespace, permissions } = viewer
  const { name, email } = person
  return { as: `${person.id}:${namespace.id}`, name, email, namespace: namespace.name, permissions }
}

/** What is offered beside a credential. */
export function accountOffered(person: ConsentingPerson | null, uid: string): ConsentingAccount {
  if (person !== null) return { name: person.name }
  return { signIn: `/sign-in?next=${encodeURIComponent(`${CONSENT_PATH}/${uid}`)}` }
}
