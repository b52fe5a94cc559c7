/**
 * A witness over HTTP, written from C2SP tlog-witness and RFC 9162 with nothing of the product, so that both must mean
 * the same bytes.
 */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WitnessServer {
  readonly url: string
  /** `name+id+key`, for a policy. */
  readonly verifierKey: string
  /** Requests so far. */
  readonly count: () => number
  /** Trusts the log with this origin and key of 32 bytes. */
  trust(origin: string, raw: Uint8Array): void
  /** Replaces every answer until it is called with null. */
  play(answer: ((response: ServerResponse) => void) | null): void
  close(): Promise<void>
}

interface KnownLog {
  readonly key: KeyObject
  size: number
  root: Buffer
}

const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const sha256 = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const node = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)

export async function startWitness(name: string): Promise<WitnessServer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const id = sha256(Buffer.from(`${name}\n`), Buffer.of(4), raw).subarray(0, 4)
  const logs = new Map<string, KnownLog>()
  let played: ((response: ServerResponse) => void) | null = null
  let requests = 0

  function cosigned(text: string): string {
    const seconds = BigInt(Math.floor(Date.now() / 1_000))
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(seconds)
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey)
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  }

  function answer(body: string, response: ServerResponse): void {
    const [head = '', text = '', signatures = ''] = splitTwice(body)
    const [old = '', ...proof] = head.split('\n')
    const [origin = '', size = '', root = ''] = text.split('\n')
    const log = logs.get(origin)
    if (log === undefined) return void response.writeHead(404).end()
    if (!signatures.split('\n').some((line) => isSigned(line, origin, text, log.key)))
      return void response.writeHead(403).end()
    if (old !== `old ${log.size}`)
      return void response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${log.size}\n`)
    const next = { size: Number(size), root: Buffer.from(root, 'base64') }
    const hashes = proof.map((line) => Buffer.from(line, 'base64'))
    if (!(log.size === 0 ? hashes.length === 0 : continues(log, next, hashes)))
      return void response.writeHead(422).end()
    Object.assign(log, next)
    response.writeHead(200).end(cosigned(text))
  }

  const server = createServer((request, response) => {
    requests++
    if (played !== null) return played(response)
    void readBody(request).then((body) => answer(body, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    verifierKey: `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(4), raw]).toString('base64')}`,
    count: () => requests,
    trust: (origin, rawKey) => {
      const key = createPublicKey({ key: Buffer.concat([ED25519_PREFIX, rawKey]), format: 'der', type: 'spki' })
      logs.set(origin, { key, size: 0, root: sha256() })
    },
    play: (next) => {
      played = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The request's lines, the text of the note, and its signatures. */
function splitTwice(body: string): readonly string[] {
  const head = body.indexOf('\n\n')
  const tail = body.lastIndexOf('\n\n')
  return [body.slice(0, head), body.slice(head + 2, tail + 1), body.slice(tail + 2)]
}

function isSigned(line: string, origin: string, text: string, key: KeyObject): boolean {
  const [dash, name, base64 = ''] = line.split(' ')
  const signature = Buffer.from(base64, 'base64').subarray(4)
  return dash === '—' && name === origin && signature.length === 64 && verify(null, Buffer.from(text), key, signature)
}

/** RFC 9162, 2.1.4.2. */
function continues(
  first: Pick<KnownLog, 'size' | 'root'>,
  second: Pick<KnownLog, 'size' | 'root'>,
  proof: readonly Buffer[],
): boolean {
  if (first.size === second.size) return proof.length === 0 && first.root.equals(second.root)
  const [start, ...path] = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : proof
  if (first.size > second.size || start === undefined) return false
  let [fn, sn, fr, sr] = [first.size - 1, second.size - 1, start, start]
  const shift = () => {
    fn >>= 1
    sn >>= 1
  }
  while (fn & 1) shift()
  for (const hash of path) {
    if (sn === 0) return false
    if (fn & 1 || fn === sn) {
      ;[fr, sr] = [node(hash, fr), node(hash, sr)]
      while (!(fn & 1) && fn !== 0) shift()
    } else sr = node(sr, hash)
    shift()
  }
  return sn === 0 && fr.equals(first.root) && sr.equals(second.root)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
