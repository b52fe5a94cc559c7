/**
 * Runs several servers with the stream handler over one real database, like separate processes. Time passes, and timers
 * go off, only when a test calls `pass`.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ClientOptions } from 'ws'
import type { PlatformSettings } from '../../config/platform'
import type { Caller } from '../../services/calls/caller'
import { OPEN_CLIENT } from '../../services/guardrails/machine-accounts/platform-client'
import { EVALUATED } from '../../services/guardrails/testing/streams-under-test'
import { startServices, type UnderTestPlatform } from '../../services/testing/services-under-test'
import { STREAM_PATH } from '../guardrail-client/client-api-handler'
import { identifyRequest } from '../requests/protective-headers'
import { createStreamHandler, type StreamHandler, type StreamHandlerDependencies } from '../websocket/stream-handler'
import { StreamClient } from './stream-client'

export interface AccountUnderTest {
  readonly administrator: Caller
  readonly accountId: string
  readonly secretId: string
  readonly targetId: string
  token(): Promise<string>
}

export interface StreamServer extends UnderTestPlatform {
  /** Address without a token. */
  readonly address: string
  readonly handler: StreamHandler
  /** The largest number of unsent bytes, over all its sockets, that any call saw. */
  mostWaiting(): number
}

export interface StreamServersUnderTest {
  readonly servers: readonly StreamServer[]
  readonly bugs: unknown[]
  /** Advances the time in steps of a second and calls the timers that are due. */
  pass(milliseconds: number): void
  /** Creates an account of a new group. */
  account(): Promise<AccountUnderTest>
  /**
   * Sends a frame and answers it in the given process.
   * @returns the message id
   */
  answer(to: Target, traceId: string, topics: readonly string[], options?: AnswerOptions): Promise<string>
  connect(address: string, options?: ClientOptions, protocols?: readonly string[]): StreamClient
  stop(): Promise<void>
}

type Target = Pick<AccountUnderTest, 'targetId' | 'token'>

interface AnswerOptions {
  readonly process?: number
  readonly withoutToken?: boolean
  /** The frame's answer. */
  readonly text?: string
}

export async function startStreamServers(
  count: number,
  settings: Partial<PlatformSettings> = {},
  options: Pick<StreamHandlerDependencies, 'limits'> = {},
): Promise<StreamServersUnderTest> {
  const tested = await startServices(count, { platform: settings })
  const bugs: unknown[] = []
  const due: { at: number; call: () => void }[] = []
  const after = (milliseconds: number, call: () => void) => {
    const entry = { at: tested.now() + milliseconds, call }
    due.push(entry)
    return () => void due.splice(0, due.length, ...due.filter((each) => each !== entry))
  }
  const clients: StreamClient[] = []
  const closers: (() => unknown)[] = [tested.stop]
  const servers = await Promise.all(
    tested.platforms.map(async (each): Promise<StreamServer> => {
      const opened = createStreamHandler({
        ...{ gate: each.platform.gate, stream: each.platform.stream, now: () => new Date(tested.now()), after },
        ...{ publicUrl: 'https://rules.example.org', headers: { 'x-content-type-options': 'nosniff' } },
        ...{ reportBug: (error: unknown) => bugs.push(error), ...options },
      })
      const sockets = new Set<Socket>()
      let most = 0
      const server = createServer((_, response) => response.writeHead(404).end())
      server.on('upgrade', ({ headers }) => identifyRequest(headers, randomUUID))
      server.on('upgrade', opened.upgrade)
      server.on('connection', (socket) => sockets.add(socket))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      closers.push(
        () => new Promise((resolve) => server.close(resolve)),
        () => opened.close(0),
      )
      return {
        ...each,
        address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${STREAM_PATH}`,
        handler: opened,
        mostWaiting: () => {
          const waiting = [...sockets].reduce((sum, socket) => sum + socket.writableLength, 0)
          most = Math.max(most, waiting)
          return most
        },
      }
    }),
  )
  const serverOf = (index: number): StreamServer => {
    const server = servers[index]
    if (server === undefined) throw new Error(`there is no process ${index}`)
    return server
  }
  const { platform } = serverOf(0)

  return {
    servers,
    bugs,
    pass: (milliseconds) => {
      for (let left = milliseconds; left > 0; left -= 1_000) {
        tested.pass(Math.min(left, 1_000))
        const time = tested.now()
        const now = due.filter(({ at }) => at <= time)
        due.splice(0, due.length, ...due.filter(({ at }) => at > time))
        for (const { call } of now) call()
      }
    },
    account: async () => {
      const administrator = await tested.personCaller(['administrator', 'author'])
      const username = `robot-${randomUUID().slice(0, 13)}`
      const { id: accountId } = await platform.accounts.add(administrator, { username, description: '' })
      const input = { kind: 'service_token', label: 'of a test', expiresAt: null } as const
      const { id: secretId, secret } = await platform.accounts.issueSecret(administrator, accountId, input)
      const project = await platform.targets.addProject(administrator, { name: 'Under test', description: '' })
      const guardrail = { name: 'Under test', type: 'human_review', configuration: { instructions: '' } } as const
      const { id: targetId } = await platform.targets.addGuardrail(administrator, project.id, guardrail)
      const token = async () => (await platform.gate.exchange(username, secret, 'of a test')).token
      return { administrator, accountId, secretId, targetId, token }
    },
    answer: async ({ targetId, token }, traceId, topics, { process = 0, withoutToken = false, text = 'Yes.' } = {}) => {
      const { platform } = serverOf(process)
      const client = withoutToken ? OPEN_CLIENT : await platform.gate.verify(await token(), 'client')
      await platform.frames.send(client, targetId, {
        ...{ trace_id: traceId, response_topic: [...topics], entailment_frame: { C: [], A: text } },
      })
      const rows = await tested.query<{ id: string }>(
        `SELECT id FROM frame WHERE target_id = '${targetId}' AND trace_id = '${traceId}' ORDER BY sent_at DESC, id LIMIT 1`,
      )
      const frameId = rows[0]?.id ?? ''
      const { message } = await platform.frames.complete(frameId, targetId, { ...EVALUATED, C: [], A: text })
      return message.id
    },
    connect: (address, options, protocols) => {
      const client = new StreamClient(address, options, protocols)
      clients.push(client)
      return client
    },
    stop: async () => {
      for (const { socket } of clients) socket.terminate()
      for (const close of closers.reverse()) await close()
    },
  }
}
