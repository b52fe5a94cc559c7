/**
 * A local server with the chat completions protocol and scripted answers. It records every request before it answers.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  temperature: z.number().optional(),
  seed: z.number().optional(),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()), strict: z.boolean() }),
    })
    .optional(),
})
export type ChatRequest = z.output<typeof chatRequest>

export interface RecordedRequest {
  readonly authorization: string | undefined
  readonly body: ChatRequest
  /** Resolves when the connection is closed or the answer is sent. */
  readonly closed: Promise<'answered' | 'abandoned'>
}

export type Reply =
  | { readonly kind: 'text'; readonly text: string; readonly finish?: 'stop' | 'length' | 'content_filter' }
  /** Answers with the value as JSON text. */
  | { readonly kind: 'object'; readonly value: unknown }
  /** Has `refusal` next to an empty content. */
  | { readonly kind: 'refusal' }
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly retryAfter?: string }
  /** Answers 200 with exactly this. */
  | { readonly kind: 'raw'; readonly body: string }
  /** The connection ends in the middle of the answer. */
  | { readonly kind: 'cut' }
  /** The connection ends before the answer. */
  | { readonly kind: 'drop' }
  /** Never answers. */
  | { readonly kind: 'silence' }
  | { readonly kind: 'huge'; readonly bytes: number }
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly reply: Reply }

/** Replies in turn, the last one repeatedly; or a function of the request and its number, from 0. */
export type Script = readonly Reply[] | ((request: ChatRequest, index: number) => Reply)

export interface ScriptedModelServer {
  readonly baseUrl: string
  readonly requests: readonly RecordedRequest[]
  /** Clears the records and starts another script. */
  play(script: Script): void
  stop(): Promise<void>
}

export async function startScriptedModelServer(script: Script = []): Promise<ScriptedModelServer> {
  let current = script
  let requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = chatRequest.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    const closed = new Promise<'answered' | 'abandoned'>((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'answered' : 'abandoned'))
    })
    const index = requests.push({ authorization: request.headers.authorization, body, closed }) - 1
    const reply = typeof current === 'function' ? current(body, index) : current[Math.min(index, current.length - 1)]
    if (request.url !== '/v1/chat/completions' || reply === undefined) throw new Error(`nothing answers ${request.url}`)
    sendReply(response, reply, body.model)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    get requests() {
      return requests
    },
    play: (next) => {
      current = next
      requests = []
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendReply(response: ServerResponse, reply: Reply, model: string): void {
  const json = (status: number, body: string, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  switch (reply.kind) {
    case 'text':
      json(200, completionText(model, { content: reply.text }, reply.finish ?? 'stop'))
      return
    case 'object':
      json(200, completionText(model, { content: JSON.stringify(reply.value) }, 'stop'))
      return
    case 'refusal':
      json(200, completionText(model, { content: null, refusal: 'I will not.' }, 'stop'))
      return
    case 'raw':
      json(200, reply.body)
      return
    case 'status': {
      const headers = reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter }
      json(reply.status, reply.body ?? '{"error":{"message":"as scripted"}}', headers)
      return
    }
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"choices":[{"message":{"content":"I was about to', () => response.destroy())
      return
    case 'drop':
      response.destroy()
      return
    case 'silence':
      return
    case 'huge':
      json(200, completionText(model, { content: 'x'.repeat(reply.bytes) }, 'stop'))
      return
    case 'slow':
      setTimeout(() => sendReply(response, reply.reply, model), reply.milliseconds).unref()
      return
  }
}

function completionText(model: string, message: Readonly<Record<string, unknown>>, finish: string): string {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }]
  return JSON.stringify({ id: 'scripted', object: 'chat.completion', created: 0, model, choices, usage })
}
