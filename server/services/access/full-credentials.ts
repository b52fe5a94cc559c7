/**
 * Full credentials, which the operator issues, lists and revokes: on the command line and in the workbench.
 *
 * Promises: the token is returned once, when it is issued, and only its sha256 is stored; a revocation is in force
 * within a second on every server (public/docs/api.md, "Get a credential"). Trusts its callers to be the operator's
 * or to have asked the permission matrix, and texts to have passed their schemas.
 */
import type { CredentialVerbs, ListedCredential } from '../../database/access/credentials'
import { NAMESPACE_ID, type NamespaceVerbs } from '../../database/accounts/namespaces'
import { hashToken, newToken } from './secrets'

export interface FullCredentialDependencies {
  readonly store: Pick<CredentialVerbs, 'issueFullCredential' | 'listCredentials' | 'revokeCredential'> &
    Pick<NamespaceVerbs, 'ensureNamespace' | 'findNamespaces'>
  readonly now: () => Date
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export interface FullCredentialRequest {
  readonly label: string
  readonly tier: 'standard' | 'read_only'
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
  /** One that exists, by its id, or a new one under a name for people. */
  readonly namespace: { readonly id: string } | { readonly newName: string }
}

export type FullCredentialIssue =
  | {
      readonly kind: 'issued'
      /** Returned by this call alone. */
      readonly token: string
      readonly credentialId: string
      readonly namespaceId: string
    }
  | { readonly kind: 'namespace_unknown' }
  /** The moment at which it should expire is not in the future. */
  | { readonly kind: 'expires_too_early' }

/** Who acts on the command line, as the log names them. */
export const OPERATOR = 'operator'

/** Who issues a credential: a person on a page, or the operator. */
export interface CredentialIssuer {
  /** Label of the person, or {@link OPERATOR}. */
  readonly actor: string
  /** Null for the operator. */
  readonly issuedById: string | null
}

const BY_OPERATOR: CredentialIssuer = { actor: OPERATOR, issuedById: null }

/** Before 256 random bits, so that a person, or a scanner for leaked secrets, knows what it is. */
export const FULL_TOKEN_PREFIX = 'tst_full_'

/** Issues a full credential, in an existing namespace or in a new one. */
export async function issueFullCredential(
  dependencies: FullCredentialDependencies,
  { label, tier, expiresAt, namespace }: FullCredentialRequest,
  issuer: CredentialIssuer = BY_OPERATOR,
): Promise<FullCredentialIssue> {
  const at = dependencies.now()
  if (expiresAt !== null && expiresAt <= at) return { kind: 'expires_too_early' }
  const namespaceId = await namespaceFor(dependencies, namespace, at)
  if (namespaceId === null) return { kind: 'namespace_unknown' }
  const token = FULL_TOKEN_PREFIX + newToken(dependencies.randomBytes)
  const credentialId = dependencies.newId()
  const caps = { callsPerDay: null, callsTotal: null }
  const tokenSha256 = hashToken(token)
  const issued = { credentialId, namespaceId, tokenSha256, label, tier, expiresAt, at, ...issuer, ...caps }
  await dependencies.store.issueFullCredential(issued)
  return { kind: 'issued', token, credentialId, namespaceId }
}

async function namespaceFor(
  { store, newId }: FullCredentialDependencies,
  namespace: FullCredentialRequest['namespace'],
  at: Date,
): Promise<string | null> {
  if ('id' in namespace) {
    const namespaces = await store.findNamespaces(namespace.id)
    return namespaces.some(({ id }) => id === namespace.id) ? namespace.id : null
  }
  const id = newId()
  await store.ensureNamespace({ id, displayName: namespace.newName, at })
  return id
}

export type NamespaceChoice =
  | { readonly kind: 'chosen'; readonly namespace: FullCredentialRequest['namespace'] }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }

/** What an operator means by an id or a name: a name that no namespace has is that of a new one. */
export async function chooseNamespace(
  { store }: Pick<FullCredentialDependencies, 'store'>,
  idOrName: string,
): Promise<NamespaceChoice> {
  const namespaces = await store.findNamespaces(idOrName)
  if (namespaces.length > 1) return { kind: 'ambiguous', ids: namespaces.map(({ id }) => id) }
  if (namespaces.length === 1) return { kind: 'chosen', namespace: { id: namespaces[0]!.id } }
  return NAMESPACE_ID.test(idOrName) ? { kind: 'unknown' } : { kind: 'chosen', namespace: { newName: idOrName } }
}

const PAGE = 500

/** Every credential of one namespace or of all, evaluation credentials among them, in the order of their making. */
export async function* listCredentials(
  { store }: Pick<FullCredentialDependencies, 'store'>,
  namespaceId: string | null,
): AsyncGenerator<ListedCredential> {
  for (let after: ListedCredential | null = null; ; ) {
    const page: ListedCredential[] = await store.listCredentials({ namespaceId, after, limit: PAGE })
    yield* page
    if (page.length < PAGE) return
    after = page[PAGE - 1]!
  }
}

/** Of either grade and any namespace; the first revocation remains. False when there is no such credential. */
export function revokeCredential(
  { store, now }: Pick<FullCredentialDependencies, 'store' | 'now'>,
  id: string,
): Promise<boolean> {
  return store.revokeCredential({ id, namespaceId: null, at: now(), actor: OPERATOR })
}
