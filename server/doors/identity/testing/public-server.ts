/**
 * A running server that knows its public address, as every one does that agents find by themselves.
 */
import { freePort } from '../../../tools/free-port'
import { type RunningServer, startServer } from '../../../tools/running-server'

export async function startPublicServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = String(await freePort())
  return startServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...environment })
}
