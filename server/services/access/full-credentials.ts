/** Callers must have checked permissions and schemas. */
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
  readonly expiresAt: Date | null
  /** By id, or a new one by display name. */
  readonly namespace: { readonly id: string } | { readonly newName: string }
}

export type FullCredentialIssue =
  | {
      readonly kind: 'issued'
      /** Returned only once. */
      readonly token: string
      readonly credentialId: string
      readonly namespaceId: string
    }
  | { readonly kind: 'namespace_unknown' }
  | { readonly kind: 'expires_too_early' }

/** The operator's name in the log. */
export const OPERATOR = 'operator'

export interface CredentialIssuer {
  readonly actor: string
  readonly issuedById: string | null
}

const BY_OPERATOR: CredentialIssuer = { actor: OPERATOR, issuedById: null }

/** Leak scanners recognise it. */
export const FULL_TOKEN_PREFIX = 'tst_full_'

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

/** An unknown name means a new namespace. */
export async function chooseNamespace(
  { store }: Pick<FullCredentialDependencies, 'store'>,
  idOrName: string,
): Promise<NamespaceChoice> {
  const namespaces = await store.findNamespaces(idOrName)
  if (namespaces.length > 1) return { kind: 'ambiguous', ids: namespaces.map(({ id }) => id) }
  if (namespaces.length === 1) return { kind: 'chosen', namespace: { id: namespaces[0]!.id } }
  return NAMESPACE_ID.test(idOrName) ? { kind: 'unknown' } : { kind: 'chosen', namespace: { newName: idOrName } }
}

const PAGE_ROWS = 500

/** Includes evaluation credentials, oldest first. */
export async function* listCredentials(
  { store }: Pick<FullCredentialDependencies, 'store'>,
  namespaceId: string | null,
): AsyncGenerator<ListedCredential> {
  for (let after: ListedCredential | null = null; ; ) {
    const page: ListedCredential[] = await store.listCredentials({ namespaceId, after, limit: PAGE_ROWS })
    yield* page
    if (page.length < PAGE_ROWS) return
    after = page[PAGE_ROWS - 1]!
  }
}

/** Keeps the first revocation. Returns false if it does not exist. */
export function revokeCredential(
  { store, now }: Pick<FullCredentialDependencies, 'store' | 'now'>,
  id: string,
): Promise<boolean> {
  return store.revokeCredential({ id, namespaceId: null, at: now(), actor: OPERATOR })
}
