/**
 * The server of all suites of one test process that need no settings of their own: to start one takes longer than most of
 * these suites.
 *
 * Promises: it starts when a suite first needs it and ends with the process. Trusts each suite to work in namespaces of its
 * own, and to change nothing that holds for the whole deployment.
 */
import type { Socket } from 'node:net'
import { freePort, type RunningServer, startServer } from './running-server'

/** Ends the server when the process of the tests does, however that ends. */
const ENDS_WITH_PARENT = "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))"

/** Composed here for the tests, as the operator composes a deployment; the modules of a process are loaded once. */
let shared: Promise<RunningServer> | null = null

/** @returns the server with its log from now on; `stop` leaves it running for the other suites */
export async function sharedServer(): Promise<RunningServer> {
  shared ??= start()
  const server = await shared
  const before = server.log().length
  return { ...server, log: () => server.log().slice(before), stop: async () => {} }
}

async function start(): Promise<RunningServer> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  // Some suites come from addresses of their own, as behind a proxy.
  const settings = {
    ...{ PORT: port, PUBLIC_URL: url },
    TRUSTED_PROXIES: '127.0.0.1,::1',
    EVALUATION_ISSUED_PER_HOUR: '1000',
  }
  const server = await startServer(settings, ['--import', ENDS_WITH_PARENT])
  server.process.unref()
  server.process.channel?.unref()
  for (const stream of [server.process.stdout, server.process.stderr]) (stream as Socket | null)?.unref()
  return { ...server, url }
}
