import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { bundledFile } from '../cli/bundle-server.mjs'
import type { SheetMeaning } from '../services/signing/read-meaning'
import type { Sheet } from '../services/signing/read-sheet'
import { freePort, type RunningServer, startServer } from './running-server'
import { sharedServer } from './shared-server'

const root = path.resolve(import.meta.dirname, '../..')

export const PASSWORD = 'a few words that are hard to guess'

export interface PeopleServer {
  readonly url: string
  readonly pid: number
  /** Address of the administrator, whose password is {@link PASSWORD}. */
  readonly email: string
  /** Cookie header of the administrator. */
  readonly administrator: string
  readonly dataDir: string
  call(cookie: string, procedure: string, input?: unknown): Promise<unknown>
  /** Returns any response of a page call. */
  ask(cookie: string, procedure: string, input?: unknown): Promise<Response>
  /** @returns the path of the link */
  invite(roles: readonly string[], email?: string | null): Promise<string>
  log(): string
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** @param environment or a function of the server's address */
export async function startPeopleServer(
  environment: Environment | ((url: string) => Environment) = {},
): Promise<PeopleServer> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const own = typeof environment === 'function' ? environment(url) : environment
  const server = await startServer({ PORT: port, PUBLIC_URL: url, ...own })
  return withAdministrator({ ...server, url }, 'ada@example.org')
}

/** Makes an administrator in a new namespace of the shared server (shared-server.ts). */
export async function sharedPeopleServer(): Promise<PeopleServer> {
  return withAdministrator(await sharedServer(), `ada-${randomUUID()}@example.org`)
}

async function withAdministrator(server: RunningServer, email: string): Promise<PeopleServer> {
  const { url } = server
  const ask = (cookie: string, procedure: string, input?: unknown) =>
    input === undefined
      ? fetch(`${url}/api/trpc/${procedure}`, { headers: { cookie } })
      : fetch(`${url}/api/trpc/${procedure}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, origin: url },
          body: JSON.stringify(input),
        })
  const call = async (cookie: string, procedure: string, input?: unknown) => {
    const answer = await ask(cookie, procedure, input)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { result: { data?: unknown } }).result.data
  }
  const token = await server.issueSetupLink()
  const entered = await ask('', 'session.setUp', {
    ...{ token, email },
    name: 'Ada',
    password: PASSWORD,
    namespaceName: 'Of Ada',
  })
  const administrator = sessionCookie(entered)
  if (administrator === '') throw new Error(`no administrator: ${entered.status} ${await entered.text()}`)
  return {
    ...{ url, email, administrator, ask, call },
    pid: server.process.pid ?? 0,
    dataDir: server.dataDir,
    invite: async (roles, address = null) => {
      const { link } = (await call(administrator, 'members.invite', { roles, email: address })) as { link: string }
      return new URL(link).pathname
    },
    log: server.log,
    stop: server.stop,
  }
}

export function adminLink(url: string, dataDir: string): string {
  const env = { ...process.env, PUBLIC_URL: url, DATA_DIR: dataDir }
  return execFileSync(process.execPath, [bundledFile(root, 'admin-link')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .toString()
    .trim()
}

export function sessionCookie(answer: Response): string {
  const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('touchstone.session='))
  return line?.split(';')[0] ?? ''
}

type Pages = Pick<PeopleServer, 'administrator' | 'ask' | 'call'>

/**
 * Signs a ruleset as the administrator, who has every role, as the page of the ruleset does.
 * @returns the id of the record
 */
export async function signRuleset(server: Pages, hash: string): Promise<string> {
  const sheet = await askPage<Sheet>(server, 'signing.sheet', { hash })
  const { comparison } = await askPage<SheetMeaning>(server, 'signing.meaning', { hash })
  const { reviewDigest, unitLibraryHash, engineVersion, citations } = sheet
  const input = {
    ...{ hash, meaning: 'approved', note: null, expiresAt: null, withdraws: null },
    ...{ reviewDigest, unitLibraryHash, engineVersion, comparisonDigest: comparison?.sha256 ?? null },
    citationsDigest: citations?.digest ?? null,
  }
  const prepared = await server.call(server.administrator, 'signing.prepare', input)
  const { ceremonyId } = prepared as { readonly ceremonyId: string }
  const proof = { kind: 'password', password: PASSWORD }
  const signed = await server.call(server.administrator, 'signing.sign', { ceremonyId, proof })
  return (signed as { readonly recordId: string }).recordId
}

/** Confirms a tool guard as the administrator, as the page of the guard does. */
export async function confirmGuard(server: Pages, id: string): Promise<void> {
  const { version, digest } = await askPage<ReadGuard>(server, 'calls.guard', { id })
  await server.call(server.administrator, 'calls.confirmGuard', { id, version, digest })
}

interface ReadGuard {
  readonly version: number
  readonly digest: string
}

async function askPage<Answer>(server: Pages, procedure: string, input: object): Promise<Answer> {
  const query = `${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await server.ask(server.administrator, query)
  if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { readonly result: { readonly data: Answer } }).result.data
}
