/** Administrators, service accounts and gates over one real database. Each gate acts as a separate server process. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { ServiceSecretKind } from '../../../database/guardrails/service-accounts'
import { createSoloGroup } from '../../access/process-group'
import type { Caller } from '../../calls/caller'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { type ClientGate, type ClientGateDependencies, createClientGate } from '../machine-accounts/client-gate'
import { createServiceAccounts, type ServiceAccounts } from '../machine-accounts/service-accounts'

export const PUBLIC_URL = 'https://rules.example.org'
export const AUTH_SECRET = 'a secret of these tests, long enough'

export interface IssuedAccount {
  readonly id: string
  readonly username: string
  readonly secretId: string
  readonly secret: string
}

export interface AccountsUnderTest {
  readonly tested: ServicesUnderTest
  readonly accounts: ServiceAccounts
  gate(options?: Partial<ClientGateDependencies>): ClientGate
  /** A new account of the administrator's namespace with one secret. */
  account(administrator: Caller, kind: ServiceSecretKind, expiresAt?: Date | null): Promise<IssuedAccount>
  stop(): Promise<void>
}

export async function startAccounts(clock?: () => number): Promise<AccountsUnderTest> {
  const tested = await startServices(1, clock === undefined ? {} : { clock })
  const dependencies = {
    store: tested.store,
    now: () => new Date(tested.now()),
    randomBytes,
    group: createSoloGroup(tested.now),
  }
  const accounts = createServiceAccounts({ ...dependencies, newId: randomUUID })
  return {
    tested,
    accounts,
    gate: (options) =>
      createClientGate({
        ...dependencies,
        ...{ publicUrl: PUBLIC_URL, authSecret: AUTH_SECRET, clientAuth: 'required', identityProvider: null },
        ...options,
      }),
    account: async (administrator, kind, expiresAt = null) => {
      const username = `robot-${randomUUID().slice(0, 13)}`
      const { id } = await accounts.add(administrator, { username, description: '' })
      const issued = await accounts.issueSecret(administrator, id, { kind, label: 'of a test', expiresAt })
      return { id, username, secretId: issued.id, secret: issued.secret }
    },
    stop: tested.stop,
  }
}
