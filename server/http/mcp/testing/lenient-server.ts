/**
 * A stand-in for a server that reads more than it should: bodies in every charset and coding that a header names, and
 * members and methods in any case. It records the calls that it would make.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { gunzipSync } from 'node:zlib'

export interface LenientServer {
  readonly server: Server
  readonly made: { readonly tool: unknown; readonly values: unknown }[]
  readonly received: { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[]
}

export function lenientServer(): LenientServer {
  const made: LenientServer['made'] = []
  const received: LenientServer['received'] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    for (const message of [readLeniently(Buffer.concat(chunks), headers)].flat()) {
      const read = folded(message)
      if (String(read.method).toLowerCase() !== 'tools/call' && headers['mcp-method'] !== 'tools/call') continue
      const params = folded(read.params)
      made.push({ tool: headers['mcp-name'] ?? params.name, values: params.arguments })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{}}')
  })
  return { server, made, received }
}

function readLeniently(bytes: Buffer, headers: IncomingMessage['headers']): unknown {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '') ?? []
  try {
    const plain = /gzip/i.test(headers['content-encoding'] ?? '') ? gunzipSync(bytes) : bytes
    return JSON.parse(decode(plain, charset).replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

function decode(bytes: Buffer, charset: string): string {
  if (/^utf-?7/i.test(charset)) return decodeUtf7(bytes.toString('latin1'))
  if (/^utf-?16be$/i.test(charset)) return Buffer.from(bytes).swap16().toString('utf16le')
  if (/^utf-?16/i.test(charset)) return bytes.toString('utf16le')
  return bytes.toString(/^utf-?8$/i.test(charset) ? 'utf8' : 'latin1')
}

/** RFC 2152. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) =>
    encoded === '' ? '+' : Buffer.from(encoded, 'base64').swap16().toString('utf16le'),
  )
}

export function encodeUtf7(text: string): string {
  return text.replace(/[^A-Za-z0-9 /]/g, (character) => {
    const encoded = Buffer.from(character, 'utf16le').swap16().toString('base64').replace(/=+$/, '')
    return `+${encoded}-`
  })
}

function folded(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
}
