import { Refusal } from '../../api/refusal'
import type { Preset } from '../../api/terms/namespace-rules'
import type { NamespaceVerbs } from '../../database/accounts/namespaces'
import type { SetupLinkVerbs } from '../../database/accounts/setup-links'
import { hashToken, newToken } from '../access/secrets'
import { type AccountDetails, nameFailures, readAccountDetails, readName, refuseFailures } from './account-details'
import { type HashDependencies, hashPassword } from './password'
import { type NewSession, newSession } from './session'

export interface SetupDependencies extends HashDependencies {
  readonly store: SetupLinkVerbs & Pick<NamespaceVerbs, 'findNamespaces'>
  readonly now: () => Date
  readonly newId: () => string
}

export const SETUP_LINK_LIFE_MS = 24 * 3_600_000

export interface SetupQuestion {
  /** Null if the link makes a new namespace. */
  readonly namespaceName: string | null
}

export interface SetupAnswer extends AccountDetails {
  /** Ignored if the link has a namespace. */
  readonly namespaceName: string
  /** Ignored if the link has a namespace. */
  readonly preset?: Preset
}

export interface Setup {
  isFirstRun(): Promise<boolean>
  /** Null if the link is unknown, used or expired. */
  setupQuestion(token: string): Promise<SetupQuestion | null>
  /** @throws Refusal BAD_REQUEST, CREDENTIAL_INVALID for a closed link */
  setUp(token: string, answer: SetupAnswer): Promise<NewSession>
}

/** @returns the link's token */
export async function issueSetupLink(
  { store, now, randomBytes }: Pick<SetupDependencies, 'store' | 'now' | 'randomBytes'>,
  { atStart, namespaceId }: { readonly atStart: boolean; readonly namespaceId: string | null },
): Promise<string> {
  const token = newToken(randomBytes)
  const at = now()
  const expiresAt = new Date(at.getTime() + SETUP_LINK_LIFE_MS)
  await store.addSetupLink({ tokenSha256: hashToken(token), at, expiresAt, atStart, namespaceId })
  return token
}

export function setupAddress(publicUrl: string, token: string): string {
  return `${publicUrl}/setup/${token}`
}

export function createSetup(dependencies: SetupDependencies): Setup {
  const { store, now } = dependencies
  const find = (token: string) => store.findSetupLink(hashToken(token), now())
  return {
    isFirstRun: async () => !(await store.hasPeople()),

    setupQuestion: async (token) => {
      const link = await find(token)
      return link && { namespaceName: link.namespace?.displayName ?? null }
    },

    setUp: async (token, answer) => {
      const link = await find(token)
      if (link === null) throw linkClosed()
      const displayName = readName(answer.namespaceName)
      if (link.namespace === null)
        refuseFailures(nameFailures('namespaceName', displayName, 'a name for the namespace'))
      const { name, email, password } = await readAccountDetails(answer)
      const passwordHash = await hashPassword(password, dependencies)
      const at = now()
      const person = { id: dependencies.newId(), name, email, passwordHash, at }
      const chosen = answer.preset === undefined ? {} : { preset: answer.preset }
      const newNamespace = { id: dependencies.newId(), displayName, ...chosen }
      const outcome = await store.applySetupLink({ tokenSha256: hashToken(token), at, person, newNamespace })
      if (outcome.kind !== 'used') throw outcome.kind === 'closed' ? linkClosed() : emailTakenRefusal()
      return newSession(person.id, outcome.namespaceId, 'password', at)
    },
  }
}

function linkClosed(): Refusal {
  return new Refusal(
    'CREDENTIAL_INVALID',
    'This link is no longer valid: it was used, replaced or is older than a day. Make another one with npm run admin-link.',
  )
}

export function emailTakenRefusal(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'An account with this e-mail address already exists. Sign in with it, or use another address.',
    {
      failures: [{ field: 'email', expected: 'an address without an account', received: 'one that has an account' }],
    },
  )
}
