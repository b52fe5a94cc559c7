/** The messages of the extension's language client, against a server that writes them in awkward pieces. */
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'

const EXTENSION = path.resolve(import.meta.dirname, '../../../public/editors/vscode')

interface Client {
  request(method: string, params?: object): Promise<unknown>
  notify(method: string, params?: object): void
  stop(): Promise<void>
}
interface Listener {
  onRequest(method: string, params: unknown): unknown
  onNotification(method: string, params: unknown): void
  onLog(text: string): void
  onEnd(reason: string): void
}
const { ServerProcess } = createRequire(path.join(EXTENSION, 'extension.js'))('./server-process') as {
  readonly ServerProcess: new (command: readonly string[], folder: string | undefined, listener: Listener) => Client
}

/**
 * Answers each request with its parameters, after it asked two questions itself, and writes the three messages in the
 * pieces of its option. It ends after `exit`, and repeats on standard error what it is answered.
 */
const SERVER = `
const frame = (message) => {
  const json = JSON.stringify({ jsonrpc: '2.0', ...message })
  return Buffer.from('Content-Length: ' + Buffer.byteLength(json) + '\\r\\nContent-Type: application/vscode-jsonrpc\\r\\n\\r\\n' + json)
}
let text = Buffer.alloc(0)
process.stdin.on('data', (bytes) => {
  text = Buffer.concat([text, bytes])
  for (;;) {
    const [head, length] = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(text) ?? []
    if (head === undefined || text.length < head.length + Number(length)) return
    const message = JSON.parse(text.subarray(head.length, head.length + Number(length)))
    text = text.subarray(head.length + Number(length))
    if (message.method === undefined) process.stderr.write(JSON.stringify(message) + '\\n')
    else if (message.method === 'exit') process.exit()
    else if (message.method === 'fails') write(frame({ id: message.id, error: { code: 7, message: 'refused 🧳' } }))
    else if (message.id !== undefined) {
      const questions = [frame({ id: 'a', method: 'known', params: [1] }), frame({ id: 'b', method: 'unknown' })]
      const told = frame({ method: 'told', params: { text: 'ü' } })
      write(Buffer.concat([...questions, told, frame({ id: message.id, result: message.params ?? null })]))
    }
  }
})
function write(bytes) {
  const size = Number(process.argv[1])
  for (let at = 0; at < bytes.length; at += size) process.stdout.write(bytes.subarray(at, at + size))
}
`

it.each([1, 7, 100_000])('messages arrive in pieces of %i bytes', async (size) => {
  const told: unknown[] = []
  let log = ''
  let reason = ''
  const server = new ServerProcess([process.execPath, '-e', SERVER, String(size)], undefined, {
    onRequest: (method, params) => (method === 'known' ? { method, params } : undefined),
    onNotification: (method, params) => told.push([method, params]),
    onLog: (text) => {
      log += text
    },
    onEnd: (ended) => {
      reason = ended
    },
  })
  const texts = ['🧳', 'x'.repeat(70_000), '"\r\n\r\nContent-Length: 3']
  const answers = await Promise.all(texts.map((text) => server.request('repeat', { text })))
  expect(answers).toEqual(texts.map((text) => ({ text })))
  await expect(server.request('fails')).rejects.toMatchObject({ code: 7, message: 'refused 🧳' })
  await server.stop()
  expect(told).toEqual(Array.from({ length: 4 }, () => ['told', { text: 'ü' }]))
  expect(reason).toBe('it ended with the exit code 0')
  const replies = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(replies).toHaveLength(8)
  expect(replies[0]).toMatchObject({ id: 'a', result: { method: 'known', params: [1] } })
  expect(replies[1]).toMatchObject({ id: 'b', error: { code: -32601, message: 'unknown is unknown' } })
  await expect(server.request('repeat')).rejects.toThrow('exit code 0')
  server.notify('ignored')
})
