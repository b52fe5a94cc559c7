/**
 * Global setup of the ASVS suite: one server for all files, like a deployment behind a TLS proxy, with people of two
 * namespaces.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openStoreForCommand } from '../../../database/open-store-for-command'
import { silentLog } from '../../../database/testing/fresh-database'
import { issueSetupLink } from '../../../services/accounts/setup'
import { freePort, startServer } from '../../running-server'
import { callPage, sessionCookieOf } from './page-calls'

export interface PersonUnderTest {
  readonly name: string
  readonly email: string
  readonly password: string
  /** Cookie header of a session that tests never end. */
  readonly cookie: string
}

export interface DeploymentUnderTest {
  /** The server's address without TLS, for a proxy. */
  readonly listensAt: string
  readonly publicUrl: string
  readonly dataDir: string
  /** File with the server's standard error. */
  readonly logFile: string
  /** Port for the outside provider, which a test may start. */
  readonly providerPort: number
  readonly administrator: PersonUnderTest
  readonly author: PersonUnderTest
  readonly reviewer: PersonUnderTest
  /** Administrator of another namespace. */
  readonly stranger: PersonUnderTest
  /** Full credential of the first namespace. */
  readonly credential: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    deployment: DeploymentUnderTest
  }
}

export const PUBLIC_URL = 'https://rules.example.org'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'asvs-'))
  const logFile = path.join(folder, 'log')
  const providerPort = await freePort()
  const server = await startServer({
    PORT: String(await freePort()),
    PUBLIC_URL,
    LOG_LEVEL: 'info',
    // Tests use different addresses, as behind a proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    OIDC_CLIENT_ID: 'touchstone',
    OIDC_CLIENT_SECRET: 'a secret of the provider',
    EVALUATION_ISSUED_PER_HOUR: '1000',
  })
  appendFileSync(logFile, server.log())
  server.process.stderr?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk))
  const administrator = await makeAdministrator(server.url, server.dataDir, 'Ada Administrator')
  project.provide('deployment', {
    listensAt: server.url,
    publicUrl: PUBLIC_URL,
    dataDir: server.dataDir,
    logFile,
    providerPort,
    administrator,
    author: await join(server.url, administrator, 'Ann Author', ['author']),
    reviewer: await join(server.url, administrator, 'Rob Reviewer', ['reviewer']),
    stranger: await makeAdministrator(server.url, server.dataDir, 'Stan Stranger'),
    credential: await server.issueCredential({ namespace: namespaceNameOf('Ada Administrator') }),
  })
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function namespaceNameOf(name: string): string {
  return `Namespace of ${name}`
}

function details(name: string) {
  const [first = ''] = name.toLowerCase().split(' ')
  return { name, email: `${first}@example.org`, password: randomBytes(18).toString('base64url') }
}

/** Works like the operator's command. */
async function makeAdministrator(url: string, dataDir: string, name: string): Promise<PersonUnderTest> {
  const store = await openStoreForCommand({ databaseUrl: null, dataDir, log: silentLog })
  try {
    const dependencies = { store, now: () => new Date(), newId: randomUUID, randomBytes }
    const token = await issueSetupLink(dependencies, { atStart: false, namespaceId: null })
    const person = details(name)
    const input = { token, ...person, namespaceName: namespaceNameOf(name) }
    return { ...person, cookie: sessionCookieOf(await callPage(url, PUBLIC_URL, '', 'session.setUp', input)) }
  } finally {
    await store.close()
  }
}

async function join(url: string, administrator: PersonUnderTest, name: string, roles: readonly string[]) {
  const invited = await callPage(url, PUBLIC_URL, administrator.cookie, 'members.invite', { roles, email: null })
  const { link } = ((await invited.json()) as { result: { data: { link: string } } }).result.data
  const person = details(name)
  const input = { token: link.split('/').pop(), as: { kind: 'new', ...person } }
  return { ...person, cookie: sessionCookieOf(await callPage(url, PUBLIC_URL, '', 'session.join', input)) }
}
