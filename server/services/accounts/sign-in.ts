/** All failures get the same refusal after the same work. */
import { Refusal } from '../../api/refusal'
import type { PasswordHolder, PeopleVerbs } from '../../database/accounts/people'
import { normalEmail } from './account-details'
import { checkPassword, type HashDependencies, hashPassword } from './password'
import type { SecurityLog } from './security-events'
import { type NewSession, newSession } from './session'
import type { SignInGate } from './sign-in-gate'

export interface SignInDependencies extends HashDependencies {
  readonly store: Pick<PeopleVerbs, 'findMember' | 'findPasswordHolder' | 'renewPasswordHash'>
  readonly gate: SignInGate
  readonly security: SecurityLog
  readonly now: () => Date
}

export interface SignIn {
  /** @throws Refusal CREDENTIAL_INVALID, EVALUATION_LIMIT after too many tries */
  signInByPassword(addressKey: string, email: string, password: string): Promise<NewSession>
}

export function createSignIn(dependencies: SignInDependencies): SignIn {
  return {
    signInByPassword: async (addressKey, given, password) => {
      const { id } = await provePasswordHolder(dependencies, addressKey, given, password)
      return newSession(id, await findFirstNamespace(dependencies.store, id), 'password', dependencies.now())
    },
  }
}

/** @throws Refusal CREDENTIAL_INVALID, EVALUATION_LIMIT */
export async function provePasswordHolder(
  dependencies: SignInDependencies,
  addressKey: string,
  given: string,
  password: string,
): Promise<{ readonly id: string; readonly email: string }> {
  const email = normalEmail(given)
  const holder = await dependencies.store.findPasswordHolder({ email })
  const failed = { personId: holder?.id ?? null, email, addressKey }
  try {
    await dependencies.gate.admit(addressKey, email)
  } catch (error) {
    if (error instanceof Refusal) await dependencies.security.count('sign_in_delayed', failed)
    throw error
  }
  // Takes the same time without an account.
  const right = await isRightPassword(dependencies, holder, password)
  if (!right || holder === null) {
    await dependencies.security.count('sign_in_failed', failed)
    throw new Refusal('CREDENTIAL_INVALID', 'The e-mail address or the password is wrong.')
  }
  await dependencies.gate.succeed(addressKey, email)
  return { id: holder.id, email }
}

/** The person's oldest membership. @throws Refusal CREDENTIAL_INVALID without a membership */
export async function findFirstNamespace(store: Pick<PeopleVerbs, 'findMember'>, personId: string): Promise<string> {
  const first = (await store.findMember(personId))?.memberships[0]
  if (first !== undefined) return first.namespaceId
  throw new Refusal(
    'CREDENTIAL_INVALID',
    'You are no longer a member of any namespace. Ask an administrator to invite you.',
  )
}

/** Takes the same time without a holder. */
export async function isRightPassword(
  dependencies: HashDependencies &
    Pick<SignInDependencies, 'now'> & { readonly store: Pick<PeopleVerbs, 'renewPasswordHash'> },
  holder: PasswordHolder | null,
  password: string,
): Promise<boolean> {
  const stored = holder?.passwordHash ?? null
  const check = await checkPassword(password, stored, dependencies.passwordCost)
  if (check === 'wrong' || holder === null || holder.disabledAt !== null) return false
  if (check === 'right_but_outdated')
    await dependencies.store.renewPasswordHash(
      holder.id,
      stored!,
      await hashPassword(password, dependencies),
      dependencies.now(),
    )
  return true
}
