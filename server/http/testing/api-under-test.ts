import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Budgets } from '../../config/budgets'
import type { Caller } from '../../services/calls/caller'
import type { Platform } from '../../services/guardrails/platform'
import { type ServicesUnderTest, startServices } from '../../services/testing/services-under-test'
import { createPlatformHandler, type PlatformHandlerDependencies } from '../guardrail-admin/platform-handler'
import { answerWithId } from '../requests/protective-headers'

/** The address that the services under test use. */
export const PUBLIC_URL = 'https://rules.example.org'
export const BODY_BYTES = 100_000

export interface GroupUnderTest {
  readonly name: string
  readonly namespaceId: string
  readonly token: string
  /** A person with all roles. */
  readonly person: Caller
}

export interface Ask {
  readonly token?: string | null
  readonly group?: string | null
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent unchanged. */
  readonly bytes?: string | Uint8Array<ArrayBuffer>
}

export interface ApiUnderTest {
  readonly tested: ServicesUnderTest
  readonly platform: Platform
  readonly ours: GroupUnderTest
  readonly theirs: GroupUnderTest
  /** Addresses of the processes, which share one database. */
  readonly urls: readonly string[]
  /** Calls the first process, for `ours` unless `ask` says otherwise. */
  call(method: string, path: string, ask?: Ask): Promise<Response>
  /** Reported bugs. */
  readonly bugs: readonly { readonly error: unknown; readonly requestId: string }[]
  stop(): Promise<void>
}

/** @param override dependencies of the handler that replace the platform's own */
export async function startApi(
  override: Partial<PlatformHandlerDependencies> = {},
  budgets: Partial<Budgets> = {},
  processes = 1,
): Promise<ApiUnderTest> {
  const tested = await startServices(processes, { platform: {}, budgets })
  const platform = tested.platforms[0]!.platform
  const bugs: { error: unknown; requestId: string }[] = []
  const handlerOf = ({ platform: of }: (typeof tested.platforms)[number]) =>
    createPlatformHandler({
      ...{
        gate: of.gate,
        answerOnce: of.answers.once,
        targets: of.targets,
        guards: of.guards,
        frames: of.frames,
        targetFrames: of.targetFrames,
        replays: of.replays,
        labels: of.labels,
        reviews: of.reviews,
      },
      ...{ publicUrl: PUBLIC_URL, docsUrl: `${PUBLIC_URL}/docs`, bodyBytes: BODY_BYTES },
      reportBug: (error, requestId) => bugs.push({ error, requestId }),
      ...override,
    })
  const servers = await Promise.all(tested.platforms.map((each) => listen(createServer(handlerOf(each)))))
  const urls = servers.map(({ url }) => url)
  const ours = await group(tested, platform)
  const theirs = await group(tested, platform)
  return {
    ...{ tested, platform, ours, theirs, bugs, urls },
    call: (method, path, ask = {}) => call(urls[0]!, ours, method, path, ask),
    stop: async () => {
      await Promise.all(servers.map(({ close }) => close()))
      await tested.stop()
    },
  }
}

export async function call(
  url: string,
  by: Pick<GroupUnderTest, 'token' | 'name'>,
  method: string,
  path: string,
  { token = by.token, group = by.name, json, bytes, headers = {} }: Ask,
): Promise<Response> {
  const body = bytes ?? (json === undefined ? null : JSON.stringify(json))
  return fetch(`${url}${path}`, {
    ...{ method, body },
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(group !== null && { 'x-service-active-group': group }),
      ...(body !== null && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
}

export async function listen(server: Server): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  server.prependListener('request', (request, response) => answerWithId(request, response, randomUUID))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A service account of a new group. */
export async function group(tested: ServicesUnderTest, { accounts, gate }: Platform): Promise<GroupUnderTest> {
  const person = await tested.personCaller(['author', 'reviewer', 'administrator'])
  const username = `robot-${randomUUID().slice(0, 8)}`
  const { id } = await accounts.add(person, { username, description: '' })
  const { secret } = await accounts.issueSecret(person, id, { kind: 'api_key', label: 'test', expiresAt: null })
  const { name } = await accounts.view(person)
  const { token } = await gate.grant(username, secret, 'test')
  return { name, token, person, namespaceId: person.namespaceId ?? '' }
}
