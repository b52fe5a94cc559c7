/**
 * A TCP proxy before a NATS server that loses the message by which the server ends a request for work (status 408), which
 * server 2.9.10 itself does not always send. Everything else passes as it came.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface LosingProxy {
  readonly url: string
  /** Messages that were lost. */
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

/** The first complete frame of the protocol: a line, and after MSG and HMSG as many bytes as the line says. */
function firstFrame(bytes: Buffer): Buffer | null {
  const end = bytes.indexOf('\r\n')
  if (end < 0) return null
  const words = bytes.toString('latin1', 0, end).split(' ')
  const payload = words[0] === 'MSG' || words[0] === 'HMSG' ? Number(words.at(-1)) + 2 : 0
  const length = end + 2 + payload
  return bytes.length < length ? null : bytes.subarray(0, length)
}
