/**
 * Shares one server between the suites of a test process, because starting one takes longer than most suites. Suites
 * must use their own namespaces and must not change settings of the whole deployment.
 */
import type { Socket } from 'node:net'
import { freePort, type RunningServer, startServer } from './running-server'

const ENDS_WITH_PARENT = "data:text/javascript,process.on('disconnect',()=>process.kill(process.pid,'SIGTERM'))"

let shared: Promise<RunningServer> | null = null

/** @returns the server with its log from now on; `stop` leaves it running for other suites */
export async function sharedServer(): Promise<RunningServer> {
  shared ??= start()
  const server = await shared
  const before = server.log().length
  return { ...server, log: () => server.log().slice(before), stop: async () => {} }
}

async function start(): Promise<RunningServer> {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  // Some suites use their own addresses, as behind a proxy.
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
