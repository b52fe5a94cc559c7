/**
 * The server: joins store, bus, engine, services and handlers, and listens.
 *
 * Promises: starts with embedded defaults, says in one line where it listens, stops cleanly on SIGTERM and SIGINT, also
 * while it is still starting. Refuses to start on a wrong configuration, naming it. Whatever it opened it closes, in
 * reverse order, however it ends.
 */
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { pino } from 'pino'
import { servesPages } from '../config/deployment'
import { describeProblems, parseEnvironment, type Settings } from '../config/settings'
import { StartRefusal } from '../database/client/start-refusal'
import type { Store } from '../database/store'
import { issueSetupLink, setupAddress } from '../services/accounts/setup'
import { exposureWarnings } from './exposure-warnings'
import { openResources } from './open-resources'
import { openServer, openStatusServer } from './open-server'
import type { Closers, StartContext } from './start-context'
import { OPEN_NAMESPACE, startEvaluator, startService } from './start-service'

async function start(closers: Closers): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
  const { settings } = parsed
  const secrets = ['req.headers["x-service-credential"]', 'req.headers.authorization', 'req.headers.cookie']
  const log = pino({ level: settings.logLevel, redact: secrets }, pino.destination(2))
  const context: StartContext = { settings, log, closers }

  const resources = await openResources(context)
  const { store } = resources
  const joined = await startService(context, resources)
  const server = settings.role === 'evaluator' ? openStatusServer(context, joined) : await openServer(context, joined)
  if (settings.role === 'all' || settings.role === 'evaluator') startEvaluator(context, resources, joined)
  await listen(server, settings)
  for (const warning of exposureWarnings(settings)) console.warn(warning)
  if (servesPages(settings.role) && !(await store.hasPeople())) await offerFirstAccount(settings, store)
}

/** The first run: the person who sees the terminal becomes the first administrator. */
async function offerFirstAccount({ publicUrl, credentials }: Settings, store: Store): Promise<void> {
  const dependencies = { store, now: () => new Date(), randomBytes }
  const namespaceId = credentials === 'none' ? OPEN_NAMESPACE : null
  const token = await issueSetupLink(dependencies, { atStart: true, namespaceId })
  console.log(`This deployment has no account yet. Make the first one within a day: ${setupAddress(publicUrl, token)}`)
}

async function listen(server: Server, { host, port }: Settings): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} on ${host} is taken; set PORT to another.`
      reject(
        new StartRefusal(
          error.code === 'EADDRINUSE' ? taken : `The server cannot listen on ${host}:${port}: ${error.message}`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  console.log(`Touchstone listens on http://${host === '127.0.0.1' ? 'localhost' : host}:${bound}`)
}

async function main(): Promise<void> {
  // The reader of this process's output may be gone: to print this error would fail again, for ever.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  const closers: Closers = []
  let ending: Promise<void> | null = null
  const end = (code: number): Promise<void> => {
    ending ??= (async () => {
      for (const close of closers.reverse()) await close()
      process.exit(code)
    })()
    return ending
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
  try {
    await start(closers)
  } catch (error) {
    if (ending === null) console.error(error instanceof StartRefusal ? error.message : error)
    await end(1)
  }
}

void main()
