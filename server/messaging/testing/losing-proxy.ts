/**
 * A TCP proxy that drops the end of a request for work (status 408) from a NATS server, which server 2.9.10 itself
 * sometimes omits.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LosingProxy {
  readonly url: string
  /** Number of dropped messages. */
  readonly lost: number
  stop(): Promise<void>
}

export async function startLosingProxy(natsUrl: string): Promise<LosingProxy> {
  const { port, hostname } = new URL(natsUrl)
  const sockets = new Set<Socket>()
  let lost = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let rest: Buffer = Buffer.alloc(0)
    upstream.on('data', (data: Buffer) => {
      rest = Buffer.concat([rest, data])
      for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
        rest = rest.subarray(frame.length)
        if (frame.includes('NATS/1.0 408')) lost++
        else client.write(frame)
      }
    })
    client.pipe(upstream)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get lost() {
      return lost
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The first complete protocol frame: a line, and the payload after MSG or HMSG. */
function firstFrame(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('\r\n')
  if (end < 0) return null
  const words = bytes.toString('latin1', 0, end).split(' ')
  const payload = words[0] === 'MSG' || words[0] === 'HMSG' ? Number(words.at(-1)) + 2 : 0
  const length = end + 2 + payload
  return bytes.length < length ? null : bytes.subarray(0, length)
}
