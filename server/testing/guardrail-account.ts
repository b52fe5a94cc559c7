/** Makes a service account of the group `claims` with both secrets, and a credential of the same namespace. */
import { confirmGuard, type PeopleServer } from './people-server'

export interface GuardrailAccount {
  readonly username: string
  readonly serviceToken: string
  readonly apiKey: string
  readonly credential: string
}

export const GROUP = 'claims'

export async function makeGuardrailAccount(server: PeopleServer): Promise<GuardrailAccount> {
  const call = (procedure: string, input: unknown) => server.call(server.administrator, procedure, input)
  const username = 'claims-bot'
  await call('serviceAccounts.renameGroup', { name: GROUP })
  const { id } = (await call('serviceAccounts.add', { username, description: '' })) as { id: string }
  const secret = async (kind: string) => {
    const input = { accountId: id, kind, label: 'of the documentation', expiresAt: null }
    return ((await call('serviceAccounts.issueSecret', input)) as { secret: string }).secret
  }
  const { token } = (await call('credentials.issue', {
    label: 'of the documentation',
    tier: 'standard',
    expiresAt: null,
  })) as { token: string }
  return {
    username,
    serviceToken: await secret('service_token'),
    apiKey: await secret('api_key'),
    credential: token,
  }
}

/** Another service token of the same account, which a test may revoke. */
export async function issueServiceToken(
  server: PeopleServer,
): Promise<{ readonly id: string; readonly secret: string }> {
  const { accounts } = (await server.call(server.administrator, 'serviceAccounts.view')) as {
    accounts: readonly { readonly id: string }[]
  }
  const input = { accountId: accounts[0]?.id, kind: 'service_token', label: 'of a gateway', expiresAt: null }
  return (await server.call(server.administrator, 'serviceAccounts.issueSecret', input)) as {
    id: string
    secret: string
  }
}

const RECEIPTS = `declare has_receipt as boolean;
// @unit amount USD
declare amount as numeric;
assert receipt_attached { Implies(amount > 75 "USD", has_receipt) };
`

/** The ruleset has two claims, `amount` and `has_receipt`. @returns the guardrail's id */
export async function makeReceiptGuardrail(
  server: Pick<PeopleServer, 'url'>,
  account: GuardrailAccount,
): Promise<string> {
  const headers = { 'x-service-credential': account.credential }
  const { ruleset_hash } = await post(`${server.url}/v1/compile`, headers, { source: RECEIPTS })
  const configuration = { ruleset_hash }
  return makeGuardrail(server, account, { name: 'Receipts', type: 'policy_rules', configuration })
}

/** Uses a project of the same name. @returns the guardrail's id */
export async function makeGuardrail(
  { url }: Pick<PeopleServer, 'url'>,
  account: GuardrailAccount,
  guardrail: { readonly name: string; readonly type: string; readonly configuration: unknown },
): Promise<string> {
  const headers = await platformHeaders({ url }, account)
  const project = await post(`${url}/api/v1/projects`, headers, { name: guardrail.name })
  return String((await post(`${url}/api/v1/projects/${project.id}/guardrails`, headers, guardrail)).id)
}

/** @returns the request headers of the platform's API */
async function platformHeaders(
  { url }: Pick<PeopleServer, 'url'>,
  account: GuardrailAccount,
): Promise<Readonly<Record<string, string>>> {
  const grant = await fetch(`${url}/application/o/token/`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'touchstone',
      scope: 'openid profile email',
      username: account.username,
      password: account.apiKey,
    }),
  })
  const { access_token } = (await grant.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}`, 'x-service-active-group': GROUP }
}

/** A guard that a reviewer confirmed. @param guard as the API takes it */
export async function makeToolGuard(server: PeopleServer, account: GuardrailAccount, guard: unknown): Promise<void> {
  const { id } = await post(`${server.url}/api/v1/tool-guards`, await platformHeaders(server, account), guard)
  await confirmGuard(server, String(id))
}

async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
  return JSON.parse(text) as Readonly<Record<string, unknown>>
}

/** Replaces the secrets and the address that a page shows by those of an account and a server. */
export function asOwnLines(script: string, server: Pick<PeopleServer, 'url'>, account: GuardrailAccount): string {
  return script
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll('ws://localhost:3000', server.url.replace('http', 'ws'))
    .replaceAll('tst_service_of_your_account', account.serviceToken)
    .replaceAll('tst_apikey_of_your_account', account.apiKey)
    .replaceAll('ts_credential_of_your_namespace', account.credential)
}
