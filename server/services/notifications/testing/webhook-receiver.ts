/** A local HTTP server that records what webhooks send, and answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** @param nth counts from 0 */
export type Answer = (response: ServerResponse, event: ReceivedEvent, nth: number) => void

export interface WebhookReceiver {
  readonly url: string
  readonly port: number
  readonly received: readonly ReceivedEvent[]
  answerWith(answer: Answer): void
  close(): Promise<void>
}

const ACCEPT: Answer = (response) => void response.writeHead(204).end()

export async function startWebhookReceiver(first: Answer = ACCEPT): Promise<WebhookReceiver> {
  let answer = first
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (part: Buffer) => chunks.push(part))
    request.on('end', () => {
      const event = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
      received.push(event)
      answer(response, event, received.length - 1)
    })
    // The sender may close the connection before the end of an answer.
    response.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answerWith: (next) => {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
