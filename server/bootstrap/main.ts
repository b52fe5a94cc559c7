/**
 * Starts the server as one process or several. A stop, even during the start, closes in reverse order what was opened.
 */
import type { Server } from 'node:http'
import { pino } from 'pino'
import { processesFor } from '../config/processes'
import { describeProblems, parseEnvironment } from '../config/settings'
import { StartRefusal } from '../database/client/storage-fault'
import { createSoloGroup } from '../services/access/process-group'
import { listenOn, welcomeOperator } from './listen'
import { CLOCK, readMachine } from './machine'
import { type Observers, observeRequests } from './observability/observe-requests'
import type { Closers, StartContext } from './open-database'
import { openObservers, serveOwnMetrics } from './open-observers'
import { openResources, openShare } from './open-resources'
import { openServer, openStatusServer } from './open-server'
import { dividedSettings, readOrder, type ServingOrder } from './serving-order'
import { startPrimary } from './start-primary'
import { type ServiceResources, startEvaluator, startService } from './start-service'
import { answerMetrics, endWithPrimary, groupOfPrimary, takeConnections } from './take-connections'

async function startServer(closers: Closers): Promise<void> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
  const { settings } = parsed
  const secrets = ['req.headers["x-service-credential"]', 'req.headers.authorization', 'req.headers.cookie']
  const log = pino({ level: settings.logLevel, redact: secrets }, pino.destination(2))
  const context: StartContext = { settings, log, closers, group: createSoloGroup(Date.now) }
  const order = readOrder(process.env)
  if (order !== null)
    return serveShare({ ...context, settings: dividedSettings(settings, order), group: groupOfPrimary(log) }, order)
  // In development Next compiles the pages, and one process is enough.
  const isDevelopment = process.env.NODE_ENV === 'development'
  const processes = settings.serverProcesses ?? (isDevelopment ? 1 : processesFor(readMachine()))
  if (processes > 1) return startPrimary(context, processes)
  return serveAlone(context)
}

async function serveAlone(context: StartContext): Promise<void> {
  const observers = await openObservers(context)
  const resources = await openResources(context)
  const server = await openService(context, resources, observers)
  await listenOn(server, context.settings)
  await serveOwnMetrics(context, observers)
  await welcomeOperator(context.settings, resources.store)
}

async function serveShare(context: StartContext, order: ServingOrder): Promise<void> {
  endWithPrimary()
  const observers = await openObservers(context)
  const server = await openService(context, await openShare(context, order), observers)
  if (observers.metrics !== null) answerMetrics(observers.metrics, context.log)
  takeConnections(server, context.closers)
}

async function openService(context: StartContext, resources: ServiceResources, observers: Observers): Promise<Server> {
  const { role } = context.settings
  const joined = await startService(context, resources, observers)
  const server = role === 'evaluator' ? openStatusServer(context, joined) : await openServer(context, joined)
  if (role === 'all' || role === 'evaluator') startEvaluator(context, resources, joined, observers)
  observeRequests(server, observers, CLOCK.now)
  return server
}

async function main(): Promise<void> {
  // If nobody reads the output, printing this error would fail forever.
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
  process.on('SIGTERM', () => void end(0))
  // A terminal signals the whole group, but the primary ends the others.
  process.on('SIGINT', () => void (readOrder(process.env) === null ? end(0) : undefined))
  try {
    await startServer(closers)
  } catch (error) {
    if (ending === null) console.error(error instanceof StartRefusal ? error.message : error)
    await end(1)
  }
}

void main()
