/**
 * A port of this machine that nobody listens on at the moment: for a server that has to know its public address before it
 * listens. Another process may take it first, which the server then says.
 */
import { type AddressInfo, createServer } from 'node:net'

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
