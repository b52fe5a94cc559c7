/**
 * Serves the administrator's page and the operator's command; callers check the permission. A secret is returned once
 * and stored as its sha256.
 */
import { type FieldFailure, Refusal } from '../../../api/refusal'
import type { ChangedBy } from '../../../database/accounts/namespaces'
import type { ServiceAccountVerbs, ServiceSecretKind } from '../../../database/guardrails/service-accounts'
import { hashToken } from '../../access/secrets'
import { readName, refuseFailures } from '../../accounts/account-details'
import { descriptionFailures, secretFailures, usernameFailures } from './account-forms'

export interface ServiceAccountChangeDependencies {
  readonly store: Pick<ServiceAccountVerbs, 'addServiceAccount' | 'addServiceSecret'>
  readonly newId: () => string
  readonly randomBytes: (count: number) => Uint8Array
}

export interface HomeChange extends ChangedBy {
  readonly namespaceId: string
}

export interface NewAccountInput {
  readonly username: string
  readonly description: string
}

export interface NewSecretInput {
  readonly kind: ServiceSecretKind
  readonly label: string
  /** Null: it does not expire. */
  readonly expiresAt: Date | null
}

/** In one home. */
export const MAX_ACCOUNTS = 1_000
/** Valid secrets of one account. */
export const MAX_SECRETS = 50

/** These let a person or a scanner for leaked secrets recognise them. */
const SECRET_PREFIXES: Readonly<Record<ServiceSecretKind, string>> = {
  service_token: 'tst_service_',
  api_key: 'tst_apikey_',
}

export function newAccountFailures(
  { username, description }: NewAccountInput,
  secret: NewSecretInput | null,
  at: Date,
): FieldFailure[] {
  return [
    ...usernameFailures(username),
    ...descriptionFailures(description.trim()),
    ...(secret === null ? [] : secretFailures(readName(secret.label), secret.expiresAt, at)),
  ]
}

/** @throws Refusal BAD_REQUEST: 400 with every wrong entry, 409 if the username is taken or the home is full */
export async function addServiceAccount(
  { store, newId }: Pick<ServiceAccountChangeDependencies, 'store' | 'newId'>,
  by: HomeChange,
  input: NewAccountInput,
): Promise<{ readonly id: string }> {
  refuseFailures(newAccountFailures(input, null, by.at))
  const { username } = input
  const id = newId()
  const description = input.description.trim()
  const outcome = await store.addServiceAccount({ ...by, id, username, description, limit: MAX_ACCOUNTS })
  if (outcome === 'taken')
    throw refusalOfTaken('username', username, 'Another service account of this deployment has this username.')
  if (outcome === 'full') throw refusalOfFull(`A namespace has at most ${MAX_ACCOUNTS} service accounts.`)
  return { id }
}

/** @throws Refusal BAD_REQUEST: 400 with every wrong entry, 404 for an unknown account, 409 if it has too many */
export async function issueServiceSecret(
  { store, newId, randomBytes }: ServiceAccountChangeDependencies,
  by: HomeChange,
  accountId: string,
  { kind, label: given, expiresAt }: NewSecretInput,
): Promise<{ readonly id: string; readonly secret: string }> {
  const label = readName(given)
  refuseFailures(secretFailures(label, expiresAt, by.at))
  const secret = SECRET_PREFIXES[kind] + Buffer.from(randomBytes(32)).toString('base64url')
  const id = newId()
  const issued = { ...by, id, accountId, kind, sha256: hashToken(secret), label, expiresAt, limit: MAX_SECRETS }
  const outcome = await store.addServiceSecret(issued)
  if (outcome === 'unknown') throw refusalOfUnknownAccount()
  if (outcome === 'full')
    throw refusalOfFull(`A service account has at most ${MAX_SECRETS} valid secrets. Revoke one that is not used.`)
  return { id, secret }
}

export function refusalOfTaken(field: string, given: string, message: string): Refusal {
  const failure: FieldFailure = { field, expected: 'one that is not taken', received: JSON.stringify(given) }
  return new Refusal('BAD_REQUEST', message, { failures: [failure], failure_count: 1 }, { status: 409 })
}

export function refusalOfFull(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

export function refusalOfUnknownAccount(): Refusal {
  return refusalOfNotFound('This namespace does not own such a service account. Load the list again.')
}

export function refusalOfNotFound(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message, {}, { status: 404 })
}
